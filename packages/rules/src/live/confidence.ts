import type { FigurePost } from './figures/posts.ts';

/** The levels of a student’s confidence in an answer, from least to most. */
export const CONFIDENCES = ['guess', 'think', 'sure'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** A counted answer with what its student said about it; null: nothing. */
export interface ConfidentPost extends Pick<FigurePost, 'response_id'> {
  confidence: Confidence | null;
}

/** The number who chose a response, by their confidence. `unsaid`: those who did not say. */
export interface ConfidenceCount extends Record<Confidence, number> {
  response_id: number;
  unsaid: number;
}

/** Counts how sure the answers with a choice are, one entry for each response in the given order (LIVE-102). */
export function countConfidence(posts: readonly ConfidentPost[], responses: readonly { id: number }[]): ConfidenceCount[] {
  return responses.map(({ id }) => {
    const count = { response_id: id, guess: 0, think: 0, sure: 0, unsaid: 0 };
    for (const { response_id, confidence } of posts) if (response_id === id) count[confidence ?? 'unsaid'] += 1;
    return count;
  });
}

/** The numbers of right and wrong answers at one level of confidence. */
export interface CertaintyRow {
  confidence: Confidence;
  right: number;
  wrong: number;
}

/** Returns right and wrong by how sure, from least to most; who did not say is left out (LIVE-102). */
export function computeCertainty(counts: readonly ConfidenceCount[], validIds: ReadonlySet<number>): CertaintyRow[] {
  return CONFIDENCES.map((confidence) => {
    const sum = (isRight: boolean): number => counts.reduce((total, count) => total + (validIds.has(count.response_id) === isRight ? count[confidence] : 0), 0);
    return { confidence, right: sum(true), wrong: sum(false) };
  });
}

/** Returns the wrong responses of which students are sure, those with most first (LIVE-102). */
export function listSureAndWrong(counts: readonly ConfidenceCount[], validIds: ReadonlySet<number>): { response_id: number; count: number }[] {
  return counts
    .filter(({ response_id, sure }) => sure > 0 && !validIds.has(response_id))
    .map(({ response_id, sure }) => ({ response_id, count: sure }))
    .sort((left, right) => right.count - left.count);
}
