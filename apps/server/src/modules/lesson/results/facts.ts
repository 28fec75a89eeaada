import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { forEachOf, type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import type { LessonFacts } from '../live/index.ts';
import { insertFacts, listFactRoster, listStudentFacts, listWithoutFacts } from './facts-queries.ts';

/** Lessons that are listed at a time. */
const AT_ONCE = 50;

/** Keeps what is true of a lesson at the moment it finishes; part of the transaction that finishes it. */
export const writeFacts = (tx: Tx, sessionId: number): Promise<void> => insertFacts(tx, sessionId, 'now');

/** The facts, for those who show a lesson. */
export const lessonFacts: LessonFacts = { roster: listFactRoster, students: listStudentFacts };

/**
 * Fills in lessons that finished without facts: those from before facts were kept, and those that an older process
 * finished while versions changed. Each is a transaction of its own; one that cannot be filled in keeps no
 * other from its turn, and a run that is broken off goes on with the next.
 */
export const factsJob = (db: Db): JobKind<never> =>
  scheduledJob(
    'results.fill-in',
    5,
    (_scheduled, { standBack }) =>
      forEachOf(
        (after) => listWithoutFacts(db, after, AT_ONCE),
        (id) => id,
        async (id) => {
          await standBack();
          await inTransaction(db, (tx) => insertFacts(tx, id, 'past'));
        },
      ),
    'heavy',
  ) as JobKind<never>;
