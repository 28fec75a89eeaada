import type { OwnGradeBook } from '@classwright/contract/class/gradebook/calls';
import { t } from '../../../../base/t.ts';
import { IconCornerDownRight } from '../../../../ui/feature-icons/icons.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconBan, IconCircleDashed, IconClock, IconClockExclamation, IconSend } from '../../../../ui/plain/icons.ts';
import { pointsText } from '../numbers.ts';

type OwnItem = OwnGradeBook['items'][number];

const LOOKS = {
  CREATED: { hue: 'gray', icon: IconCircleDashed },
  TURNED_IN: { hue: 'blue', icon: IconSend },
  RETURNED: { hue: 'green', icon: IconCornerDownRight },
} as const;

/** Shows the state of an item of a student's own gradebook. */
export function StateChips({ item: { state, late, overdue, excused } }: { item: OwnItem }) {
  const { hue, icon } = LOOKS[state];
  return (
    <>
      {overdue && !excused ? (
        <Chip hue="amber" icon={IconClockExclamation}>
          {t('ownGrades.state.overdue')}
        </Chip>
      ) : (
        <Chip hue={hue} icon={icon}>
          {t(`ownGrades.state.${state}`)}
        </Chip>
      )}
      {late && (
        <Chip hue="amber" icon={IconClock}>
          {t('ownGrades.state.late')}
        </Chip>
      )}
      {excused && (
        <Chip hue="gray" icon={IconBan}>
          {t('ownGrades.state.excused')}
        </Chip>
      )}
    </>
  );
}

/** Returns the grade of an item in words. */
export function gradeText({ assignedGrade, maxPoints }: OwnItem): string {
  if (maxPoints === null) return t('ownGrades.noPoints');
  if (assignedGrade === null) return t('ownGrades.notReturned');
  return t('ownGrades.gradeOf', { grade: pointsText(assignedGrade), points: pointsText(maxPoints) });
}
