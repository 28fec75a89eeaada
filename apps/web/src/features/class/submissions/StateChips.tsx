import type { SubmissionRowView } from '@classwright/contract/class/submissions/calls';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBan, IconCircleDashed, IconClock, IconClockExclamation, IconSend } from '../../../ui/plain/icons.ts';
import { IconCornerDownRight } from '../../../ui/feature-icons/icons.ts';
import { t } from '../../../base/t.ts';

const LOOKS = {
  CREATED: { hue: 'gray', icon: IconCircleDashed },
  TURNED_IN: { hue: 'blue', icon: IconSend },
  RETURNED: { hue: 'green', icon: IconCornerDownRight },
} as const;

/** Shows a submission's state, and late, overdue or excused if it applies. */
export function StateChips({ state, late, overdue, excused }: Pick<SubmissionRowView, 'state' | 'late' | 'overdue' | 'excused'>) {
  const { hue, icon } = LOOKS[state];
  return (
    <>
      {!overdue && (
        <Chip hue={hue} icon={icon}>
          {t(`openWork.state.${state}`)}
        </Chip>
      )}
      {overdue && (
        <Chip hue="amber" icon={IconClockExclamation}>
          {t('openWork.overdue')}
        </Chip>
      )}
      {late && (
        <Chip hue="amber" icon={IconClock}>
          {t('openWork.late')}
        </Chip>
      )}
      {excused && (
        <Chip hue="gray" icon={IconBan}>
          {t('openWork.excused')}
        </Chip>
      )}
    </>
  );
}
