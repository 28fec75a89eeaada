import type { GradebookState } from '../gradebook-state.ts';
import { WhyDialog } from './WhyDialog.tsx';

interface FigureWhyProps {
  grades: GradebookState;
  /** Their place in the book. */
  student: number;
  /** The place of a marking period; null: the overall grade. */
  period: number | null;
  /** What the figure is called. */
  figure: string;
  onClose: () => void;
}

/** Why a student's figure is what it is now, with what is typed and not saved yet. */
export function FigureWhy({ grades, student, period, figure, onClose }: FigureWhyProps) {
  const { plan, explanation } = grades.explain(student, period);
  return (
    <WhyDialog
      figure={`${figure} · ${grades.current.students[student]!.name}`}
      plan={plan}
      explanation={explanation}
      items={grades.current.items}
      gradeAt={(place) => grades.cell(place, student).grade}
      onClose={onClose}
    />
  );
}
