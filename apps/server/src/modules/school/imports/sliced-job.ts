import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';

const TRIES = 5;

/** Describes a long job that works in slices. */
export interface SlicedJob<Payload extends object> {
  db: Db;
  kind: string;
  /** Records that it started, before the first slice of each try. */
  begin?(payload: Payload): Promise<void>;
  /**
   * Processes one slice, with its progress. Returns `stopped` when another try or a person ended it, and `notAllowed`
   * when the person it works for lost the right.
   */
  step(tx: Tx, payload: Payload): Promise<'more' | 'done' | 'stopped' | 'notAllowed'>;
  /** Records the end, after the last slice. */
  finish?(payload: Payload): Promise<void>;
  /** Records a final failure. The reason is null for an unexpected error. */
  fail(payload: Payload, reason: AppError | 'notAllowed' | null): Promise<void>;
}

/**
 * Builds a job that works in slices, each in its own transaction with its progress: if a server dies midway, whole
 * slices are stored, and another server continues after them. A refusal ends it at once, any other error after the last
 * try.
 */
export function slicedJob<Payload extends object>({ db, kind, begin, step, finish, fail }: SlicedJob<Payload>): JobKind<Payload> {
  return {
    kind,
    tries: TRIES,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run(payload, { isLastTry, standBack }) {
      await begin?.(payload);
      try {
        for (;;) {
          await standBack();
          const outcome = await inTransaction(db, (tx) => step(tx, payload));
          if (outcome === 'more') continue;
          if (outcome === 'done') await finish?.(payload);
          if (outcome === 'notAllowed') await fail(payload, 'notAllowed');
          return;
        }
      } catch (error) {
        if (error instanceof AppError) return fail(payload, error);
        if (isLastTry) await fail(payload, null);
        throw error;
      }
    },
  };
}
