import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { markAt, type ChartItem } from '../../ui/charts/index.ts';
import { letterAt } from '../../ui/plain/Letter.tsx';

export interface Choice {
  id: number;
  letter: string;
  index: number;
  text: string;
  isCorrect: boolean;
}

type Response = Pick<StaffQuestionView['responses'][number], 'id' | 'position' | 'response' | 'is_valid'>;

/** What is offered, and which of it is right. */
export interface Offered {
  responses: readonly Response[];
}

/** Responses in their places; the place gives letter and look. */
export const placed = <Placed extends { position: number }>(responses: readonly Placed[]): (Placed & { letter: string; index: number })[] =>
  responses.toSorted((left, right) => left.position - right.position).map((response, index) => ({ ...response, letter: letterAt(index), index }));

/** The choices of a question in their places. */
export const choicesOf = ({ responses }: Offered): Choice[] =>
  placed(responses).map(({ id, letter, index, response, is_valid }) => ({ id, letter, index, text: response, isCorrect: is_valid }));

/** The letter of a choice; null for none. */
export function letterOf(question: Offered | null, responseId: number | null): string | null {
  return question === null || responseId === null ? null : (choicesOf(question).find(({ id }) => id === responseId)?.letter ?? null);
}

/** The parts of a chart of how a question was answered; `before`: how it was in the form that asked it before. */
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
