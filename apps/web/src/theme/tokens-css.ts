import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { ramps } from './ramps.ts';
import { semanticVariables } from './semantic.ts';
import { theme } from './theme.ts';

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in ramps));

/** Mantine's stock colours that the product does not use would be a third of what is sent. */
const isUsed = (name: string) => !unused.some((colour) => name.startsWith(`--mantine-color-${colour}-`));
/** Variants of a hue (filled, light, outline …) that only Mantine's own components ask for; the primary colour's stand behind other tokens. */
const isForMantineAlone = (name: string) =>
  /^--mantine-color-(?!pink-)[a-z]+-(text|filled|filled-hover|light|light-hover|light-color|outline|outline-hover)$/.test(name) ||
  /^--mantine-(breakpoint|z-index|h\d|spacing|font-size|font-weight|line-height|heading)(-|$)/.test(name) ||
  /^--mantine-(primary-color-(\d|contrast)|color-(scheme|bright|success|disabled(-\w+)?|default-color|body|black)|radius-default|cursor-type|(moz|webkit)-font-smoothing|color-pink-(text|outline|outline-hover)|font-family-headings)$/.test(
    name,
  );

export interface TokenSheets {
  /** Every screen's. */
  tokens: string;
  /** What Mantine's components need beside it; sent with them. */
  mantine: string;
}

/**
 * The style sheets of all tokens. Made ahead of time so that no `<style>` is written at run time: the content security
 * policy allows none.
 */
export function tokenSheets(): TokenSheets {
  const base = defaultCssVariablesResolver(merged);
  const own = semanticVariables(merged);
  const sheet = (isWanted: (name: string) => boolean) => {
    const pick = (...parts: Record<string, string>[]) =>
      Object.fromEntries(Object.entries(Object.assign({}, ...parts) as Record<string, string>).filter(([name]) => isUsed(name) && isWanted(name)));
    const css = convertCssVariables(
      { variables: pick(base.variables, own.variables), light: pick(base.light, own.light), dark: pick(base.dark, own.dark) },
      ':root',
    );
    return `/* Generated from src/theme by scripts/generate-tokens.ts. Change the theme, not this file. */\n${layOut(css)}`;
  };
  return { tokens: sheet((name) => !isForMantineAlone(name)), mantine: sheet(isForMantineAlone) };
}

/** One variable a line, as the formatter has it, so that a change of the theme shows as a readable difference. */
function layOut(css: string): string {
  return css
    .trim()
    .replaceAll(/\s*\{\s*/g, ' {\n  ')
    .replaceAll(/;\s*(?!\s*\})/g, ';\n  ')
    .replaceAll(/\s*\}\s*/g, '\n}\n')
    .replaceAll(/="(\w+)"/g, "='$1'");
}
