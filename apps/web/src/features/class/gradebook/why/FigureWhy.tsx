import { explainOverall, explainPeriod } from '@classwright/rules/grading/explain';
import type { GradebookState } from '../gradebook-state.ts';
import { percentText } from '../numbers.ts';
import { t } from '../../../../base/t.ts';
import { WhyDialog } from './WhyDialog.tsx';

interface FigureWhyProps {
  grades: GradebookState;
  /** The student's place in the book. */
  student: number;
  /** The place of a marking period; null for the overall grade. */
  period: number | null;
  /** The name of the figure. */
  figure: string;
  onClose: () => void;
}

/** Explains a student's current figure, including typed grades that are not saved yet. */
export function FigureWhy({ grades, student, period, figure, onClose }: FigureWhyProps) {
  const { plan, cellAt, now } = grades.basisOf(student);
  const explanation = period === null ? explainOverall(plan, cellAt, now) : explainPeriod(plan, period, cellAt, now);
  const seen = grades.studentSees(student, period);
  const note = !grades.current.head.settings.show_grade
    ? t('why.studentNothing')
    : seen === explanation.value
      ? undefined
      : seen === null
        ? t('why.studentNone')
        : t('why.studentSees', { value: percentText(seen) });
  return (
    <WhyDialog
      figure={`${figure} · ${grades.current.students[student]!.name}`}
      plan={plan}
      explanation={explanation}
      items={grades.current.items}
      gradeAt={(place) => grades.cell(place, student).grade}
      note={note}
      onClose={onClose}
    />
  );
}
