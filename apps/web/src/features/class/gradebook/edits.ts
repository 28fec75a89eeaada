import type { GradeProblem } from '@classwright/rules/grading/grades';
import { type CellValue, readTyped } from '../grade-outbox/index.ts';

/** Where a typed grade stands: to be sent, on its way, not saved, held up by a newer one, or tried out, never to be sent. */
export type EditState = 'waiting' | 'sending' | 'failed' | 'conflict' | 'invalid' | 'tried';

/** What somebody else put into the cell meanwhile. */
export interface Newer {
  value: CellValue;
  by: string | null;
  at: string | null;
}

/** A grade that somebody typed and that is not known to be saved. Never changed: each step makes another. */
export interface Edit {
  readonly itemId: number;
  readonly studentId: number;
  readonly typed: string;
  /** Undefined: what was typed is no grade. */
  readonly value: CellValue | undefined;
  /** What its author saw in the cell. */
  readonly was: CellValue;
  readonly state: EditState;
  /** Why it is not saved, in words. */
  readonly cause: string | null;
  /** It failed for a reason that may pass: it is sent again by itself. */
  readonly isPassing: boolean;
  readonly newer: Newer | null;
  /** Values that were sent and of which no answer came: one of them may be in the cell. */
  readonly unknown: readonly CellValue[];
  /** The grade of the same cell that is on its way, over which this one was typed: it stays when this one is given up. */
  readonly over: Edit | null;
  /** The paste or the clearing that it is one of several of; null: it was typed alone. What is of one group goes out as one act. */
  readonly group: number | null;
}

/**
 * An editor as it opened: what it shows counts as seen, whatever arrives in its cell while it is open. Handed to `type` with
 * what was typed in it.
 */
export interface Opening {
  readonly itemId: number;
  readonly studentId: number;
  /** What was in the cell, as text. */
  readonly text: string;
  /** The value that was on the screen. */
  readonly seen: CellValue;
  /** What the server had there, as far as this page knew; under a grade of one's own it is not on the screen. */
  readonly base: CellValue;
  /** The colleague's grade that a question on the screen named. */
  readonly newer: Newer | null;
}

export const keyOf = (itemId: number, studentId: number): string => `${itemId}.${studentId}`;

/** What is in the cell stays in the cell: plain decimal text, `EX`, or nothing. */
export const toTyped = (value: CellValue): string => (value === null ? '' : String(value));

interface Typing {
  itemId: number;
  studentId: number;
  typed: string;
  maxPoints: number | null;
  /** What the cell holds as far as this page knows. */
  base: CellValue;
  /** What stands in the way of any grade there, in words. */
  refusal: string | null;
  group: number | null;
  /** The editor that it was typed in; undefined: what the cell shows now is seen. */
  opening: Opening | undefined;
  /** In words. */
  wordsOf: (problem: GradeProblem) => string;
}

/**
 * What becomes of a cell when something is typed into it. Null: it is as it was, and nothing is to be sent. What was seen
 * stays what was seen by the first of several edits, unless that one is on its way.
 */
export function typeInto(earlier: Edit | undefined, { itemId, studentId, typed, maxPoints, base, refusal, group, opening, wordsOf }: Typing): Edit | null {
  const read = readTyped(typed, maxPoints);
  // a question that was on the screen names a newer grade, which was seen with it; one that arrived later is asked again
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

/** Nobody has to do anything about it. */
export const isOnItsWay = ({ state }: Edit): boolean => state === 'waiting' || state === 'sending' || state === 'tried';

/** Why it waits for its author, in words; null: it may go out by itself. */
export const refusalOf = ({ state, cause, isPassing }: Edit): string | null => (state === 'conflict' || (state === 'failed' && !isPassing) ? cause : null);
