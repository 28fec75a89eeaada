import { inTransaction } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import type { Push, SyncDependencies } from '../dependencies.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { startPushedRun } from './begin-pushed.ts';
import { listClassesOfMessages, type NewMark, saveMarks } from './mark-queries.ts';
import { readMessages, type Received } from './messages.ts';
import { countFail, notePull } from './pull-queries.ts';

/** The maximum number of messages of one pull. */
const MOST_MESSAGES = 100;
/** The time between two pulls, in addition to Google's own wait for a message. */
const EVERY_MS = 2_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;
/** The number of marks of a class above which all of its submissions are read. */
const MOST_MARKS = 500;

/**
 * Pulls Google's change notifications, as a job that is always due again: so one process pulls at a time, and another
 * continues if it dies. The effect of a message is committed before it is acknowledged; a repeated one changes nothing.
 */
export function pullJob(deps: SyncDependencies, push: Push): { job: JobKind<never>; stop: () => void } {
  const { db, log } = deps;
  const stopping = new AbortController();
  let most = MOST_MESSAGES;

  async function pull(): Promise<number> {
    const received = readMessages(await push.pubsub.pull(most, stopping.signal));
    const unknown = await keep(deps, received);
    await push.pubsub.acknowledge(
      received.map(({ ackId }) => ackId),
      stopping.signal,
    );
    most = MOST_MESSAGES;
    if (unknown > 0) log.info({ unknown, of: received.length }, 'messages from Google about nothing that is known here were passed over');
    const failingSince = await notePull(db, push.subscription);
    if (failingSince) log.info({ since: failingSince }, 'Google’s messages about changes come again');
    return received.length;
  }

  const job: JobKind = {
    kind: 'sync.pull',
    tries: 5,
    lane: 'listen',
    schedule: { everyMinutes: 1 },
    isBegunElsewhere: true,
    async run() {
      if (stopping.signal.aborted) throw new JobPostponed('the server stops', { inMs: 0 });
      const asked = most;
      const count = await pull().catch(async (error: unknown) => {
        if (stopping.signal.aborted) throw new JobPostponed('the server stops', { inMs: 0 });
        if (!(error instanceof GoogleCallError)) throw error;
        most = 1; // one message may be what is too much for all
        const fails = await countFail(db, push.subscription);
        if (fails === 1)
          log.warn({ err: error, subscription: push.subscription }, 'Google’s messages about changes cannot be pulled; classes are looked at by the clock');
        throw new JobPostponed(error.message, { inMs: Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(fails - 1, 10)) });
      });
      throw new JobPostponed('the next messages', { inMs: count >= asked ? 0 : EVERY_MS });
    },
  };
  return { job: job as JobKind<never>, stop: () => stopping.abort() };
}

/**
 * Stores the marks of messages, and starts a run of each class. Returns the number that are about nothing known here.
 */
async function keep(deps: SyncDependencies, received: readonly Received[]): Promise<number> {
  const told = received.flatMap(({ told: one }) => one ?? []);
  if (told.length === 0) return received.length;
  return inTransaction(deps.db, async (tx) => {
    const classes = Map.groupBy(await listClassesOfMessages(tx, [...new Set(told.map(({ course }) => course))]), ({ course }) => course);
    const marks = told.flatMap((one): NewMark[] =>
      (classes.get(one.course) ?? []).flatMap(({ link_id: linkId, marks: before }) =>
        one.marks.map(({ what, externalId }) => ({ linkId, what, externalId: what === 'submissions' && before >= MOST_MARKS ? '-' : externalId })),
      ),
    );
    await saveMarks(tx, marks);
    for (const { source_id: sourceId, course_id: courseId } of [...classes.values()].flat().sort((a, b) => a.link_id - b.link_id))
      await startPushedRun(tx, deps, { sourceId, courseId }, 'first');
    return received.length - told.filter(({ course }) => classes.has(course)).length;
  });
}
