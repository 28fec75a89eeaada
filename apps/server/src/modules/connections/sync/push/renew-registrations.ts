import { monotonicMs } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed, scheduledJob } from '../../../../platform/jobs/index.ts';
import { findConnection } from '../connections/queries.ts';
import { PUSH_SCOPE } from '../connections/scopes.ts';
import type { Classroom, Push, SyncDependencies } from '../dependencies.ts';
import { QuotaWait } from '../google/quota.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import {
  deleteRegistration,
  type Feed,
  deleteDeadRegistrations,
  listUnusedRegistrations,
  listWanted,
  postponeRegistration,
  refuseRegistration,
  saveRegistration,
  type UnusedRegistrationRow,
  type WantedRow,
} from './registration-queries.ts';

const EVERY_MINUTES = 5;
const AT_ONCE = 200;
/** The time after which it makes room for others, and continues later. */
const SLICE_MS = 10_000;
/** The number of calls in a row without a response, after which it pauses for a minute. */
const MOST_AWAY = 3;

type Outcome = { kind: 'done' } | { kind: 'away' } | { kind: 'refused'; words: string };

const FEEDS: Readonly<Record<Feed, (courseId: string) => object>> = {
  work: (courseId) => ({ feedType: 'COURSE_WORK_CHANGES', courseWorkChangesInfo: { courseId } }),
  people: (courseId) => ({ feedType: 'COURSE_ROSTER_CHANGES', courseRosterChangesInfo: { courseId } }),
};

/**
 * Registers every linked class for Google's change notifications: through a connection that sees it, again before its
 * week ends, and ends the registrations of classes that are no longer linked. No run waits for it, and none fails
 * because of it.
 */
export function registrationsJob(deps: SyncDependencies, classroom: Classroom, push: Push): JobKind<never> {
  const { db, log } = deps;
  const job = scheduledJob(
    'sync.push',
    EVERY_MINUTES,
    async () => {
      const until = monotonicMs() + SLICE_MS;
      const refused: string[] = [];
      let isAway = 0;
      const note = (outcome: Outcome): void => {
        isAway = outcome.kind === 'away' ? isAway + 1 : 0;
        if (outcome.kind === 'refused') refused.push(outcome.words);
        // classes without a registration are read on schedule
        if (isAway >= MOST_AWAY) throw new JobPostponed('Google does not answer', { inMs: 60_000 });
        if (monotonicMs() > until) throw new JobPostponed('the next slice', { inMs: 0 });
      };
      try {
        await deleteDeadRegistrations(db);
        for (const spare of await listUnusedRegistrations(db, AT_ONCE)) note(await giveUp(deps, classroom, spare));
        for (;;) {
          const wanted = await listWanted(db, { topic: push.topic, scope: PUSH_SCOPE, most: AT_ONCE });
          if (wanted.length === 0) return;
          for (const one of wanted) note(await register(deps, classroom, push, one));
        }
      } catch (error) {
        if (error instanceof QuotaWait) throw new JobPostponed('Google’s quota', { inMs: error.waitMs });
        throw error;
      } finally {
        if (refused.length > 0)
          log.warn({ count: refused.length, google: refused[0] }, 'Google does not tell of changes in some classes; they are looked at by the clock');
      }
    },
    'sync',
  );
  return job as JobKind<never>;
}

/** Registers a class. @throws QuotaWait if the quota is used up */
async function register({ db }: SyncDependencies, { client }: Classroom, { topic }: Push, wanted: WantedRow): Promise<Outcome> {
  let words = '';
  for (const id of wanted.connection_ids) {
    const connection = await findConnection(db, id);
    if (connection?.state !== 'ok') continue;
    const body = { feed: FEEDS[wanted.feed](wanted.course), cloudPubsubTopic: { topicName: topic } };
    try {
      const answer = await client.through(connection)({ method: 'POST', path: '/v1/registrations', body, isAside: true });
      const made = readRegistration(answer);
      await inTransaction(db, (tx) => saveRegistration(tx, wanted, topic, { connectionId: id, ...made }));
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof GoogleCallError)) throw error;
      if (error.kind === 'transient') {
        await inTransaction(db, (tx) => postponeRegistration(tx, wanted, topic, id));
        return { kind: 'away' };
      }
      words = error.message;
    }
  }
  await inTransaction(db, (tx) => refuseRegistration(tx, wanted, topic, wanted.connection_ids[0] as number, words.slice(0, 300)));
  return { kind: 'refused', words };
}

/** Parses a registration. @throws GoogleCallError */
function readRegistration(answer: unknown): { externalId: string; expiresAt: Date } {
  const { registrationId, expiryTime } = (answer ?? {}) as { registrationId?: unknown; expiryTime?: unknown };
  const expiresAt = new Date(typeof expiryTime === 'string' ? expiryTime : Number.NaN);
  if (typeof registrationId !== 'string' || registrationId === '' || registrationId.length > 500 || Number.isNaN(expiresAt.getTime()))
    throw new GoogleCallError('transient', 'an answer without a registration');
  return { externalId: registrationId, expiresAt };
}

/**
 * Ends a registration. If Google does not know it, or its owner, nothing is left to do. @throws QuotaWait if the quota
 * is used up
 */
async function giveUp({ db }: SyncDependencies, { client }: Classroom, { id, connection_id, external_id }: UnusedRegistrationRow): Promise<Outcome> {
  const connection = external_id === null ? null : await findConnection(db, connection_id);
  if (connection?.state === 'ok') {
    const path = `/v1/registrations/${encodeURIComponent(external_id as string)}`;
    const trouble = await client
      .through(connection)({ method: 'DELETE', path, isAside: true })
      .then(() => null)
      .catch((error: unknown) => {
        if (!(error instanceof GoogleCallError)) throw error;
        return error.kind;
      });
    if (trouble === 'transient') return { kind: 'away' };
  }
  await deleteRegistration(db, id);
  return { kind: 'done' };
}
