import { Chip } from './Chip.tsx';
import type { Hue } from '../../base/hue.ts';
import type { IconComponent } from './icon.tsx';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconCircleDashed, IconFlag, IconLoader2 } from './icons.ts';
import { t, type CommonKey } from './common-t.ts';

/** States that screens show today; each further one adds its line here. */
const looks = {
  active: { hue: 'green', icon: IconCircleCheck, word: 'status.active' },
  inactive: { hue: 'gray', icon: IconCircleDashed, word: 'status.notActive' },
  finished: { hue: 'gray', icon: IconFlag, word: 'status.finished' },
  saving: { hue: 'gray', icon: IconLoader2, word: 'common.saving' },
  saved: { hue: 'green', icon: IconCheck, word: 'status.saved' },
  unsaved: { hue: 'red', icon: IconAlertTriangle, word: 'status.notSaved' },
} as const satisfies Record<string, { hue: Hue; icon: IconComponent; word: CommonKey }>;

export type Status = keyof typeof looks;

/** The state of a thing: word, icon, then hue. */
export function StatusChip({ status }: { status: Status }) {
  const { hue, icon, word } = looks[status];
  return (
    <Chip hue={hue} icon={icon}>
      {t(word)}
    </Chip>
  );
}
