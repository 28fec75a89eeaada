import type { gradeBulk } from '@classwright/contract/class/gradebook/acts';
import type { GradedCell, RefusedCell } from '@classwright/contract/class/submissions/calls';
import { api } from '../../../base/api.ts';
import type { KeptGrade } from './grade-store.ts';

const SAVE_TIMEOUT_MS = 60_000;

/** The response of a call that saves grades. */
export interface SavedAnswer {
  act_id: number | null;
  /** The acts; each is undone separately, the last one first. */
  act_ids: readonly number[];
  saved: readonly GradedCell[];
  /** The first refused cells. */
  refused: readonly RefusedCell[];
  refused_count: number;
}

/** The maximum numbers: cells saved by one call, cells saved as separate acts, and cells listed in the response. */
export const SAVE_LIMITS = { saved: 20_000, separate: 50, named: 500 } as const;

/**
 * A grade to send. `group`: the paste or the clearing that it is part of; null: it was typed alone, and is an act of
 * its own.
 */
type SentGrade = Pick<KeptGrade, 'itemId' | 'studentId' | 'value' | 'was'> & { readonly group: number | null };

/** Saves typed grades, each if its cell still has the value that its author saw. */
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
