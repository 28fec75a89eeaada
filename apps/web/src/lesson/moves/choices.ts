import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { markAt, type ChartItem } from '../../ui/charts/marks.ts';
import { letterAt } from '../../ui/plain/Letter.tsx';

export interface Choice {
  id: number;
  letter: string;
  index: number;
  text: string;
  isCorrect: boolean;
}

type Response = Pick<StaffQuestionView['responses'][number], 'id' | 'position' | 'response' | 'is_valid'>;

/** A question's responses, including which is right. */
export interface Offered {
  responses: readonly Response[];
}

/** Returns the responses by position, which sets letter and color. */
export const placed = <Placed extends { position: number }>(responses: readonly Placed[]): (Placed & { letter: string; index: number })[] =>
  responses.toSorted((left, right) => left.position - right.position).map((response, index) => ({ ...response, letter: letterAt(index), index }));

/** Returns the choices of a question by position. */
export const choicesOf = ({ responses }: Offered): Choice[] =>
  placed(responses).map(({ id, letter, index, response, is_valid }) => ({ id, letter, index, text: response, isCorrect: is_valid }));

/** Returns the letter of a choice; null for none. */
export function letterOf(question: Offered | null, responseId: number | null): string | null {
  return question === null || responseId === null ? null : (choicesOf(question).find(({ id }) => id === responseId)?.letter ?? null);
}

/**
 * Returns the chart items of a question's results. `before`: the results in the earlier form with the same question.
 */
export function chartItems(
  question: Offered,
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
