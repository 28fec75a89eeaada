import { randomInt, timingSafeEqual } from 'node:crypto';
import { type SeatCheck, type SeatPinView, seatPinList, seatPinOwn, seatPinRenew, seatPinRenewAll } from '@classwright/contract';
import { countWrong, isGuessablePin, minutesLocked, PIN_GUESSES, PIN_LENGTH, readPin } from '@classwright/rules/live/seats';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { getClassName, listMembers, standingIn } from '../../class/classes/index.ts';
import { isOpenCardOf } from '../../people/accounts/index.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { insertPins, listPins, lockPin, type PinRow, replacePins, setWrongPins } from './queries.ts';

type Means = Pick<SeatsDependencies, 'db' | 'sealer'>;

function makePin(): string {
  for (;;) {
    const pin = String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0');
    if (!isGuessablePin(pin)) return pin;
  }
}

const guessesOf = ({ wrong, wrong_ms_ago }: PinRow) => ({ wrong, lastMsAgo: wrong_ms_ago ?? Number.POSITIVE_INFINITY });

/** Returns the PINs of students; those who have none, or one that can no longer be read, get a new one. */
async function ensurePins(db: Db, { sealer }: Pick<Means, 'sealer'>, accountIds: readonly number[]): Promise<Map<number, PinRow & { pin: string }>> {
  const known = new Set((await listPins(db, accountIds)).map(({ account_id }) => account_id));
  const missing = accountIds.filter((accountId) => !known.has(accountId));
  if (missing.length > 0)
    await insertPins(
      db,
      missing.map((accountId) => ({ accountId, sealed: sealer.seal(makePin()) })),
    );
  const rows = new Map<number, PinRow & { pin: string }>();
  for (const row of await listPins(db, accountIds)) rows.set(row.account_id, { ...row, pin: sealer.open(row.sealed) ?? '' });
  return rows;
}

/** Gives a student a first PIN, and locks it until commit. */
async function makeLocked(tx: Tx, { sealer }: Pick<Means, 'sealer'>, accountId: number): Promise<PinRow | null> {
  await insertPins(tx, [{ accountId, sealed: sealer.seal(makePin()) }]);
  return lockPin(tx, accountId);
}

/**
 * Checks that a phone may have a student's seat, by what the school asks for. A wrong PIN counts, and the count is saved
 * before the refusal. @throws SEAT_SIGN_IN, SEAT_PIN_REFUSED, SEAT_PIN_PAUSE
 */
export async function requireProof({ db, sealer }: Means, check: SeatCheck, studentId: number, typed: string): Promise<void> {
  if (check === 'nothing') return;
  if (check === 'sign-in') throw appError('SEAT_SIGN_IN');
  const pin = readPin(typed);
  if (pin === null) {
    if (typed !== '' && (await isOpenCardOf(db, sealer, typed, studentId))) return; // too long to be guessed
    throw appError('SEAT_PIN_REFUSED');
  }
  const minutes = await inTransaction(db, async (tx) => {
    // a student who has none gets one, so that wrong ones count also before a teacher has seen the first
    const row = (await lockPin(tx, studentId)) ?? (await makeLocked(tx, { sealer }, studentId));
    const own = row && sealer.open(row.sealed);
    if (!row || own === null) return null;
    const guesses = guessesOf(row);
    if (minutesLocked(guesses) > 0) return minutesLocked(guesses);
    const isRight = own.length === pin.length && timingSafeEqual(Buffer.from(own), Buffer.from(pin));
    if (isRight && row.wrong === 0) return 0;
    const wrong = isRight ? 0 : countWrong(guesses) + 1;
    await setWrongPins(tx, studentId, wrong);
    if (isRight) return 0;
    return wrong >= PIN_GUESSES.max ? PIN_GUESSES.minutes : null;
  });
  if (minutes === null) throw appError('SEAT_PIN_REFUSED');
  if (minutes > 0) throw appError('SEAT_PIN_PAUSE', { minutes });
}

/** Implements the PINs: teachers see and renew those of their classes, students see their own. */
export function implementPins({ t, sealer }: Pick<SeatsDependencies, 't' | 'sealer'>): Implementation[] {
  /** Returns the students of a class. @throws NOT_FOUND for a class that this person does not teach */
  async function listTaught(db: Db, actor: Actor, classId: number) {
    if ((await standingIn(db, actor, classId)) !== 'staff') throw appError('NOT_FOUND');
    return listMembers(db, classId, { role: 'STUDENT' });
  }
  const toView = (
    { account_id, first_name, last_name }: { account_id: number; first_name: string; last_name: string },
    row: (PinRow & { pin: string }) | undefined,
  ): SeatPinView => ({ student_id: account_id, first_name, last_name, pin: row?.pin ?? '', locked_minutes: row ? minutesLocked(guessesOf(row)) : 0 });

  return [
    implement(seatPinList, async ({ tx, actor, input }) => {
      const students = await listTaught(tx, actor, input.class_id);
      const pins = await ensurePins(
        tx,
        { sealer },
        students.map(({ account_id }) => account_id),
      );
      return { class_name: await getClassName(tx, input.class_id), pins: students.map((student) => toView(student, pins.get(student.account_id))) };
    }),
    implement(seatPinRenew, async ({ tx, actor, input, requestId }) => {
      const student = (await listTaught(tx, actor, input.class_id)).find(({ account_id }) => account_id === input.student_id);
      if (!student) throw appError('STUDENT_NOT_FOUND');
      await replacePins(tx, [{ accountId: student.account_id, sealed: sealer.seal(makePin()) }]);
      const pins = await ensurePins(tx, { sealer }, [student.account_id]);
      const name = `${student.first_name} ${student.last_name}`.trim();
      await audit(tx, actor, { action: seatPinRenew.name, subjectType: 'account', subjectId: student.account_id, after: { name }, requestId });
      return { pin: toView(student, pins.get(student.account_id)), message: t('seats.pins.renewed', { name }) };
    }),
    implement(seatPinRenewAll, async ({ tx, actor, input, requestId }) => {
      const students = await listTaught(tx, actor, input.class_id);
      const ids = students.map(({ account_id }) => account_id);
      await replacePins(
        tx,
        ids.map((accountId) => ({ accountId, sealed: sealer.seal(makePin()) })),
      );
      const pins = await ensurePins(tx, { sealer }, ids);
      const name = await getClassName(tx, input.class_id);
      if (ids.length > 0)
        await audit(tx, actor, { action: seatPinRenewAll.name, subjectType: 'course', subjectId: input.class_id, after: { name }, requestId });
      return {
        pins: students.map((student) => toView(student, pins.get(student.account_id))),
        message: t('seats.pins.renewedAll', { count: ids.length }),
      };
    }),
    implement(seatPinOwn, async ({ tx, actor }) => ({ pin: (await ensurePins(tx, { sealer }, [actor.accountId])).get(actor.accountId)?.pin ?? '' })),
  ];
}
