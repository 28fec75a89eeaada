import type { ReactNode } from 'react';

/** Places in the form of an assessment for other features. The page that combines them provides the content. */
export interface AssessmentSlots {
  /** Questions proposed for a class, of which one is chosen by its id. */
  renderNextQuestions?: (proposals: { classId: number; onChoose: (questionId: number) => void }) => ReactNode;
}
