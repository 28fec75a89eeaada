import type { StaffQuestionView } from '@classwright/contract/live-views';
import { markAt, type ChartItem } from '../../../ui/charts/index.ts';
import { letterAt } from '../../../ui/plain/Letter.tsx';

export interface Choice {
  id: number;
  letter: string;
  index: number;
  text: string;
  isCorrect: boolean;
  /** Why somebody chooses it. */
  reasoning: StaffQuestionView['responses'][number]['description'];
}

/** The choices of a question in their places; the place gives letter and look. */
export function choicesOf({ responses }: Pick<StaffQuestionView, 'responses'>): Choice[] {
  return responses
    .toSorted((left, right) => left.position - right.position)
    .map(({ id, response, is_valid, description }, index) => ({
      id,
      letter: letterAt(index),
      index,
      text: response,
      isCorrect: is_valid,
      reasoning: description,
    }));
}

/** The letter of a choice; null for none. */
export function letterOf(question: Pick<StaffQuestionView, 'responses'> | null, responseId: number | null): string | null {
  return question === null || responseId === null ? null : (choicesOf(question).find(({ id }) => id === responseId)?.letter ?? null);
}

/** The parts of a chart of how a question was answered; `before`: how it was in the form that asked it before. */
export function chartItems(
  question: Pick<StaffQuestionView, 'responses'>,
  counts: readonly { response_id: number; count: number }[],
  showsCorrect: boolean,
  before: readonly { response_id: number; count: number }[] | null = null,
): ChartItem[] {
  const countIn = (some: typeof counts, id: number): number => some.find(({ response_id }) => response_id === id)?.count ?? 0;
  return choicesOf(question).map(({ id, letter, index, text, isCorrect }) => ({
    key: id,
    label: text,
    letter,
    mark: markAt(index),
    value: countIn(counts, id),
    before: before === null ? undefined : countIn(before, id),
    correct: showsCorrect && isCorrect,
  }));
}
