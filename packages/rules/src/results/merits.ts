/**
 * The events for which a student earns points in a finished lesson. Points never reward a wrong first answer: a student
 * who was wrong before the discussion earns no event that a student who was right before it would not earn with the
 * same later answers.
 */

/** A student's results in one opened form. */
export interface FormMerit {
  /** True when right; null: no choice. */
  isRight: boolean | null;
  /** True when there is text of any length, with or without a choice. */
  hasReason: boolean;
}

/** The results in each form of a lesson. Null: the form was not opened. */
export interface LessonMerit {
  first: FormMerit | null;
  second: FormMerit | null;
  transfer: FormMerit | null;
}

export type MeritEvent = 'lesson-answered' | 'reason-in-each-form' | 'right-after-talking' | 'changed-to-right';

/**
 * Events that only a student who was wrong first can earn. They exist for installations whose administrators kept the
 * rule.
 */
export const PAYS_FOR_WRONG_FIRST: readonly MeritEvent[] = ['changed-to-right'];

/** Returns the events that a student's answers earn, each at most once. */
export function listMeritEvents({ first, second, transfer }: LessonMerit): MeritEvent[] {
  const opened = [first, second, transfer].filter((form) => form !== null);
  return [
    ...(opened.length > 0 && opened.every(({ isRight }) => isRight !== null) ? (['lesson-answered'] as const) : []),
    ...(opened.length > 0 && opened.every(({ hasReason }) => hasReason) ? (['reason-in-each-form'] as const) : []),
    ...(second?.isRight === true ? (['right-after-talking'] as const) : []),
    ...(first?.isRight === false && second?.isRight === true ? (['changed-to-right'] as const) : []),
  ];
}
