import { Chip } from './Chip.tsx';
import type { Hue } from '../../base/hue.ts';
import type { IconComponent } from './icon.tsx';
import { IconCircleCheck, IconFlag } from './icons.ts';
import { type MessageKey, t } from '../../base/t.ts';

/** The states that screens show. Add a line here for a new one. */
const looks = {
  active: { hue: 'green', icon: IconCircleCheck, word: 'status.active' },
  finished: { hue: 'gray', icon: IconFlag, word: 'status.finished' },
} as const satisfies Record<string, { hue: Hue; icon: IconComponent; word: MessageKey }>;

export type Status = keyof typeof looks;

/** The state of an object by word and icon, then hue. */
export function StatusChip({ status }: { status: Status }) {
  const { hue, icon, word } = looks[status];
  return (
    <Chip hue={hue} icon={icon}>
      {t(word)}
    </Chip>
  );
}
