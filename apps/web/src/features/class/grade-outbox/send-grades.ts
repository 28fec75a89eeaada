import type { gradeBulk } from '@classwright/contract/class/gradebook/acts';
import type { GradedCell, RefusedCell } from '@classwright/contract/class/submissions/calls';
import { api } from '../../../base/api.ts';
import type { KeptGrade } from './grade-store.ts';

const SAVE_TIMEOUT_MS = 60_000;

/** What a call that saves grades says. */
export interface SavedAnswer {
  act_id: number | null;
  /** Each is undone alone, the last one first. */
  act_ids: readonly number[];
  saved: readonly GradedCell[];
  /** The first of them. */
  refused: readonly RefusedCell[];
  refused_count: number;
}

/** How many cells one call saves, how many of them as acts of their own, and up to how many its answer names one by one. */
export const MOST_AT_ONCE = { saved: 20_000, separate: 50, named: 500 } as const;

/** `group`: the paste or the clearing that it is one of several of; null: it was typed alone, and is an act of its own. */
type SentGrade = Pick<KeptGrade, 'itemId' | 'studentId' | 'value' | 'was'> & { readonly group: number | null };

/** Saves typed grades, each if its cell is still as its author saw it. */
export const sendGrades = (courseId: number, edits: readonly SentGrade[], idempotencyKey: string, token: string | null): Promise<SavedAnswer> =>
  api<typeof gradeBulk>('POST', '/grade-submissions/bulk', {
    body: {
      courseId,
      kind: edits[0]?.group === null ? 'edit' : edits.every(({ value }) => value === null) ? 'clear' : 'paste',
      ...(edits.length > 1 && edits[0]?.group === null && { separate: true }),
      changes: {
        course_work_id: edits.map(({ itemId }) => itemId),
        account_id: edits.map(({ studentId }) => studentId),
        to: edits.map(({ value }) => value ?? null),
        from: edits.map(({ was }) => was),
      },
    },
    idempotencyKey,
    token,
    timeoutMs: SAVE_TIMEOUT_MS,
  });
