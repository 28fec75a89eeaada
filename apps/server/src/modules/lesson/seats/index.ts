/**
 * Seats: students who come to a running lesson with its code, on any phone, without signing in.
 *
 * Invariants: a code leads to one running lesson, and shows of it only the class, the teacher, and names that somebody
 * already knows; forty wrong codes end asking from a place; what a phone gets is a token for one student and one lesson,
 * which every other call refuses; a student has at most one seat in a lesson; a PIN opens nothing else, and five wrong
 * ones make the seat wait; a seat ends a day after its run, and nothing that a student wrote ends with it.
 */
import type { Manifest } from '../../../manifest.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob } from '../../../platform/jobs/index.ts';
import { endLimitedToken } from '../../people/accounts/index.ts';
import { sessionStarted } from '../live/index.ts';
import { createOpenCode, giveCode, implementCodes } from './codes.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { implementSeats } from './desk.ts';
import { implementPins } from './pins.ts';
import { deleteOldCodes, freeSeat, listOverdueSeats } from './queries.ts';
import { implementTakeSeat } from './take-seat.ts';
import { personalData } from './personal-data.ts';

/** The hours after a run for which its seats still read the summary. */
const HOURS_AFTER = 24;
/** The days for which the code of an ended run is recognized as an old one. */
const KEEP_CODES_DAYS = 7;

export function seatsModule(dependencies: SeatsDependencies): Manifest {
  const openCode = createOpenCode(dependencies.db);
  return {
    personalData,
    implementations: [
      ...implementCodes(dependencies, openCode),
      ...implementTakeSeat(dependencies, openCode),
      ...implementSeats(dependencies),
      ...implementPins(dependencies),
    ],
    listens: [sessionStarted.listen((tx, { sessionId }) => giveCode(tx, sessionId))],
    channels: [
      {
        prefix: 'private-seat',
        authorise: async (listener, accountId) => (accountId === listener.accountId ? {} : null),
        allows: ({ kind }) => kind === 'seat',
      },
    ],
    pages: { '/j': { file: 'join.html' }, '/j/*': { file: 'join.html' } },
    jobs: [endOldSeats(dependencies)],
  };
}

/** Ends the seats of runs that ended a day ago, and deletes what codes no longer need. */
function endOldSeats({ db, realtime }: Pick<SeatsDependencies, 'db' | 'realtime'>): JobKind<Scheduled> {
  return scheduledJob('seats.end', 10, async () => {
    for (const { session_id, account_id, token_id } of await listOverdueSeats(db, HOURS_AFTER)) {
      await inTransaction(db, async (tx) => {
        await endLimitedToken(tx, { accountId: account_id, tokenId: token_id, purpose: 'seat', reason: 'sent_out' });
        await freeSeat(tx, session_id, account_id);
      });
      realtime.endToken(token_id);
    }
    await deleteOldCodes(db, KEEP_CODES_DAYS);
  });
}
