import type { Form } from '@classwright/contract/forms';
import { Chip } from './Chip.tsx';
import type { Hue } from '../../base/hue.ts';
import type { IconComponent } from './icon.tsx';
import { IconArrowsRightLeft, IconBan, IconFlag, IconMessages, IconUser } from './icons.ts';

export type Phase = Form | 'finished' | 'canceled';

/** Icon and hue of each phase, always together. */
export const phaseLooks: Readonly<Record<Phase, { hue: Hue; icon: IconComponent; token: '1a' | '1b' | '2' | null }>> = {
  'Form - 1A': { hue: 'blue', icon: IconUser, token: '1a' },
  'Form - 1B': { hue: 'violet', icon: IconMessages, token: '1b' },
  'Form - 2': { hue: 'teal', icon: IconArrowsRightLeft, token: '2' },
  finished: { hue: 'gray', icon: IconFlag, token: null },
  canceled: { hue: 'gray', icon: IconBan, token: null },
};

/** The form of a lesson, in the specification's own words; that it is over says `StatusChip`. */
export function PhaseChip({ phase }: { phase: Form }) {
  const { hue, icon } = phaseLooks[phase];
  return (
    <Chip hue={hue} icon={icon}>
      {phase}
    </Chip>
  );
}
