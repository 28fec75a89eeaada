import type { SubmissionRowView } from '@classwright/contract/class/submissions/calls';
import { findReturnProblem } from '@classwright/rules/grading/submissions';
import { dayOf, timeOf } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import { t } from '../../../base/t.ts';

export const pointsText = (points: number): string => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(points);

/** Formats a grade as "46 / 50", or without the maximum if there is none. */
export const gradeText = (grade: number | null, maxPoints: number | null): string =>
  grade === null
    ? t('openWork.noGrade')
    : maxPoints === null
      ? pointsText(grade)
      : t('openWork.points.of', { grade: pointsText(grade), points: pointsText(maxPoints) });

/** Checks whether a work is graded by points. */
export const takesPoints = ({ maxPoints, workType }: { maxPoints: number | null; workType: string }): boolean => maxPoints !== null && workType !== 'MATERIAL';

/** Returns the value of a grade's cell as its author sees it. */
export const cellOf = ({ excused, draftGrade }: Pick<SubmissionRowView, 'excused' | 'draftGrade'>): number | 'EX' | null => (excused ? 'EX' : draftGrade);

export const cellText = (cell: number | 'EX' | null, maxPoints: number | null): string => (cell === 'EX' ? t('openWork.excused') : gradeText(cell, maxPoints));

export const momentText = (instant: string): string => t('openWork.submittedOn', { day: dayOf(instant), time: timeOf(instant) });

/** Checks whether the dialog offers to return it: it was handed in, or its grade changed since it was returned. */
export const canReturn = (row: Pick<SubmissionRowView, 'state' | 'draftGrade' | 'assignedGrade'>): boolean => findReturnProblem(row, false) === null;
