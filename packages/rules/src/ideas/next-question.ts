/**
 * The next question: one that about half of a class should have right alone. A question's own answers are shrunk towards
 * the bank's mean, since few answers say little, and the result is moved by how far above or below such expectations the
 * class has been.
 */

/** The expected shares right alone that are worth asking, from and to. */
const NEXT_QUESTION_RANGE = { from: 0.35, to: 0.7 } as const;
/** The number of answers that the bank's mean counts for: the prior of a beta-binomial. */
export const PRIOR_ANSWERS = 20;
/** The number of answers of a class without a lead or lag that are added to its own. */
export const LEVEL_PRIOR_ANSWERS = 60;
/** The number of days after which a class may be asked a question again. */
export const ASK_AGAIN_DAYS = 60;
/** The mean where no lesson has asked anything yet. */
const UNKNOWN_MEAN = 0.5;

/** Right answers given alone, of all answers given alone. */
export interface History {
  right: number;
  answered: number;
}

/** Returns the mean share right alone of a bank. */
export const computeMean = ({ right, answered }: History): number => (answered > 0 ? right / answered : UNKNOWN_MEAN);

/** Returns the expected share right alone of any class: own answers and `PRIOR_ANSWERS` of the mean together. */
export const computeUsualShare = ({ right, answered }: History, mean: number): number => (right + PRIOR_ANSWERS * mean) / (answered + PRIOR_ANSWERS);

/**
 * Returns how far a class is above (or, negative, below) what others have right in the same questions. Each entry holds
 * the class's own answers to a question, and the share that was expected from all others.
 */
export function computeClassLevel(asked: readonly (History & { expected: number })[]): number {
  const lead = asked.reduce((sum, { right, answered, expected }) => sum + right - expected * answered, 0);
  const answers = asked.reduce((sum, { answered }) => sum + answered, 0);
  return lead / (answers + LEVEL_PRIOR_ANSWERS);
}

/** Returns the share right alone that is expected of a class at a level, 0 to 1. */
export const computeExpectedShare = (usual: number, level: number): number => Math.min(1, Math.max(0, usual + level));

/** A question that could come next. */
export interface Candidate {
  question_id: number;
  /** The share right alone that is expected of the class. */
  expected: number;
  /** The number of the class's students who held an idea of this question's wrong responses when it was last asked. */
  held: number;
  /** The number of answers behind the expectation. */
  answered: number;
}

/** Returns true when a class would learn from talking about a question. */
export const isWorthAsking = ({ expected }: Pick<Candidate, 'expected'>): boolean => expected >= NEXT_QUESTION_RANGE.from && expected <= NEXT_QUESTION_RANGE.to;

/** Sorts questions: those whose ideas more students hold first, then those nearest to half, then those better known. */
export function rankNextQuestions<C extends Candidate>(candidates: readonly C[]): C[] {
  const distance = ({ expected }: C) => Math.abs(expected - 0.5);
  return candidates
    .filter(isWorthAsking)
    .sort(
      (left, right) => right.held - left.held || distance(left) - distance(right) || right.answered - left.answered || left.question_id - right.question_id,
    );
}
