import { setTimeout as sleep } from 'node:timers/promises';
import { appNow } from '../../../platform/clock.ts';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { type JobKind, type Jobs, JobPostponed } from '../../../platform/jobs/index.ts';
import type { WorkProductsDependencies } from './dependencies.ts';
import { makeProduct } from './make.ts';
import { waitUntilIdle } from './quiet.ts';
import { findNotifiedLesson, insertProducts, isAwaited, listUnnotified, setMissing } from './queries.ts';

const KIND = 'work-product';
interface Payload {
  session_id: number;
  account_id: number;
}
const keyOf = ({ session_id, account_id }: Payload): string => `${session_id}:${account_id}`;

const TELL_KIND = 'work-products-ready';
/** The interval at which students of a lesson are notified together that theirs are ready, while more are made. */
const TELL_EVERY_MS = 15_000;
interface TellPayload {
  session_id: number;
}
/** Returns the key of the notification that a session's work product is ready. */
const readyKey = (sessionId: number): string => `work-product:${sessionId}`;

/**
 * Schedules making the work products of a session's students, one after the other after the commit, and notifying them.
 */
export async function enqueueProducts(jobs: Pick<Jobs, 'enqueue'>, tx: Tx, sessionId: number, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await jobs.enqueue<Payload>(
    tx,
    KIND,
    accountIds.map((account_id) => ({ session_id: sessionId, account_id })),
    { keyOf },
  );
  const runAt = new Date((await appNow(tx)).getTime() + TELL_EVERY_MS);
  await jobs.enqueue<TellPayload>(tx, TELL_KIND, [{ session_id: sessionId }], { keyOf: ({ session_id }) => String(session_id), runAt });
}

/**
 * Records, in the transaction that finishes a session, the students who wait for a work product, and schedules making
 * them.
 */
export const createProductMaking =
  (jobs: Pick<Jobs, 'enqueue'>) =>
  async (tx: Tx, sessionId: number): Promise<void> =>
    enqueueProducts(jobs, tx, sessionId, await insertProducts(tx, sessionId));

/**
 * The rest after each document, as a multiple of its time: calls in between seldom meet one, and nobody waits for
 * documents within seconds.
 */
const REST = 4;
const LONGEST_REST_MS = 1000;

/**
 * Makes the work product of one student; one that cannot be made is listed for the student, who can request it again.
 */
export function productJob(dependencies: WorkProductsDependencies): JobKind<Payload> {
  const { db } = dependencies;
  return {
    kind: KIND,
    tries: 5,
    lane: 'calm',
    async run({ session_id, account_id }, { isLastTry, isAwaited }) {
      if (!isAwaited) await waitUntilIdle();
      const startedAt = performance.now();
      try {
        await makeProduct(db, dependencies, session_id, account_id);
      } catch (error) {
        if (isLastTry) await setMissing(db, session_id, account_id);
        throw error;
      }
      if (!isAwaited) await sleep(Math.min(LONGEST_REST_MS, REST * (performance.now() - startedAt)));
    },
  };
}

/**
 * Notifies the students of a lesson whose work product is ready, in one statement for any number; runs again while
 * others of the lesson are made. A student who requested their own again, and waited for it, is not notified.
 */
export function productNoticeJob({ db, notifier }: Pick<WorkProductsDependencies, 'db' | 'notifier'>): JobKind<TellPayload> {
  return {
    kind: TELL_KIND,
    tries: 5,
    async run({ session_id }) {
      const goesOn = await inTransaction(db, async (tx) => {
        const lesson = await findNotifiedLesson(tx, session_id);
        if (!lesson) return false;
        await notifier.notify(tx, {
          kind: 'work-product',
          key: readyKey(session_id),
          accountIds: await listUnnotified(tx, session_id, readyKey(session_id)),
          courseId: lesson.course_id,
          params: { title: lesson.title },
          path: `/work-products?assessment_id=${lesson.assessment_id}`,
        });
        return isAwaited(tx, session_id);
      });
      if (goesOn) throw new JobPostponed('work products of this lesson are still being made', { inMs: TELL_EVERY_MS });
    },
  };
}
