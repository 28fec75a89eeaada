import '../styles/mantine.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { currentColorMode, onColorMode } from '../base/color-mode.ts';
import { theme } from '../theme/theme.ts';

let stop: (() => void) | null = null;

/** Lets Mantine follow the colour mode that the blocking script owns, instead of keeping one of its own. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: () => currentColorMode(),
  set: () => undefined,
  clear: () => undefined,
  subscribe: (onUpdate) => {
    stop = onColorMode(() => onUpdate(currentColorMode()));
  },
  unsubscribe: () => stop?.(),
};

/**
 * Around a screen that uses Mantine. The first screens do without it: it would be a third of what they load. No style
 * elements are written (variables come from `tokens.css`), so responsive style props must not be used.
 */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
