import type { Form } from '@classwright/contract/lesson/live/forms';
import { Chip } from './Chip.tsx';
import type { Hue } from '../../base/hue.ts';
import type { IconComponent } from './icon.tsx';
import { IconArrowsRightLeft, IconFlag, IconMessages, IconUser } from './icons.ts';

export type Phase = Form | 'finished';

/** The icon and hue of each phase, always next to its label. */
export const phaseLooks: Readonly<Record<Phase, { hue: Hue; icon: IconComponent; token: '1a' | '1b' | '2' | null }>> = {
  'Form - 1A': { hue: 'blue', icon: IconUser, token: '1a' },
  'Form - 1B': { hue: 'violet', icon: IconMessages, token: '1b' },
  'Form - 2': { hue: 'teal', icon: IconArrowsRightLeft, token: '2' },
  finished: { hue: 'gray', icon: IconFlag, token: null },
};

/**
 * The chip of a form. Its label is the specification's own in every language. `StatusChip` shows that a lesson has
 * finished.
 */
export function PhaseChip({ phase }: { phase: Form }) {
  const { hue, icon } = phaseLooks[phase];
  return (
    <Chip hue={hue} icon={icon}>
      {phase}
    </Chip>
  );
}
