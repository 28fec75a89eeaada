import type { GradeProblem } from '@classwright/rules/grading/grades';
import { type CellValue, readTyped } from '../grade-outbox/index.ts';

/**
 * The state of a typed grade: waiting, being sent, failed, in conflict with a newer one, invalid, or tried out and
 * never sent.
 */
export type EditState = 'waiting' | 'sending' | 'failed' | 'conflict' | 'invalid' | 'tried';

/** Another person's newer value in the cell. */
export interface Newer {
  value: CellValue;
  by: string | null;
  at: string | null;
}

/** A typed grade that is not known to be saved. It is immutable: each step creates another. */
export interface Edit {
  readonly itemId: number;
  readonly studentId: number;
  readonly typed: string;
  /** The value; undefined if the text is not a grade. */
  readonly value: CellValue | undefined;
  /** The value that the author saw in the cell. */
  readonly was: CellValue;
  readonly state: EditState;
  /** The reason why it is not saved, in words. */
  readonly cause: string | null;
  /** True when it failed temporarily: it is sent again automatically. */
  readonly isPassing: boolean;
  readonly newer: Newer | null;
  /** Values that were sent without a response: one of them may be in the cell. */
  readonly unknown: readonly CellValue[];
  /** The grade of the same cell that is being sent and that this one replaced: it is kept if this one is discarded. */
  readonly over: Edit | null;
  /**
   * The paste or the clearing that it is part of; null: it was typed alone. Grades of one group are sent as one act.
   */
  readonly group: number | null;
}

/**
 * The state of an editor when it opened: what it shows counts as seen, even if newer values arrive in its cell while it
 * is open. It is passed to `type` with the typed text.
 */
export interface Opening {
  readonly itemId: number;
  readonly studentId: number;
  /** The content of the cell, as text. */
  readonly text: string;
  /** The value on the screen. */
  readonly seen: CellValue;
  /** The server's value as this page knew it; one's own grade may cover it on the screen. */
  readonly base: CellValue;
  /** The colleague's grade that a question on the screen named. */
  readonly newer: Newer | null;
}

export const keyOf = (itemId: number, studentId: number): string => `${itemId}.${studentId}`;

/** Returns the text of a value in a form that can be typed back: plain decimal text, `EX`, or nothing. */
export const toTyped = (value: CellValue): string => (value === null ? '' : String(value));

interface Typing {
  itemId: number;
  studentId: number;
  typed: string;
  maxPoints: number | null;
  /** The value of the cell as far as this page knows. */
  base: CellValue;
  /** The reason why the cell cannot have a grade, in words. */
  refusal: string | null;
  group: number | null;
  /** The editor in which it was typed; undefined: the current value counts as seen. */
  opening: Opening | undefined;
  /** Returns the message of a problem. */
  wordsOf: (problem: GradeProblem) => string;
}

/**
 * Returns the edit for text typed into a cell. Null if nothing changes, so that nothing is sent. The seen value is that
 * of the first of several edits, unless that one is being sent.
 */
export function typeInto(earlier: Edit | undefined, { itemId, studentId, typed, maxPoints, base, refusal, group, opening, wordsOf }: Typing): Edit | null {
  const read = readTyped(typed, maxPoints);
  // a question on the screen names a newer grade, which counts as seen; one that arrived later is asked again
  const newer = opening ? opening.newer : earlier?.newer;
  const was = newer && newer === earlier?.newer ? newer.value : earlier ? earlier.was : opening ? opening.seen : base;
  const unknown = earlier?.state === 'sending' ? [...earlier.unknown, ...(earlier.value === undefined ? [] : [earlier.value])] : (earlier?.unknown ?? []);
  const over = earlier?.state === 'sending' ? earlier : (earlier?.over ?? null);
  const edit = { itemId, studentId, typed, was, isPassing: false, newer: null, unknown, over, group };
  if ('problem' in read) return { ...edit, value: undefined, state: 'invalid', cause: wordsOf(read.problem) };
  if (read.value === base && unknown.length === 0) return null;
  if (refusal !== null) return { ...edit, value: undefined, state: 'invalid', cause: refusal };
  return { ...edit, value: read.value, state: 'waiting', cause: null };
}

/** Returns true when nobody has to act on it. */
export const isOnItsWay = ({ state }: Edit): boolean => state === 'waiting' || state === 'sending' || state === 'tried';

/** Returns the reason why it waits for its author, in words; null if it may be sent automatically. */
export const refusalOf = ({ state, cause, isPassing }: Edit): string | null => (state === 'conflict' || (state === 'failed' && !isPassing) ? cause : null);
