import { createHash, randomBytes } from 'node:crypto';
import { channels, seatTake, type SeatView } from '@classwright/contract';
import { decideSeat } from '@classwright/rules/live/seats';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getSettingsOfClass } from '../../class/settings/index.ts';
import { endLimitedToken, issueLimitedToken, nameDevice } from '../../people/accounts/index.ts';
import { openCode } from './codes.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { requireProof } from './pins.ts';
import { type CodedRow, findSeat, findStudentSeat, giveSeat, type HeldSeat, holdSeat, saveRequest, type StudentSeatRow } from './queries.ts';

/** Longer than a lesson and the day after it; the seats of a run end with it (`index.ts`). */
const LIFETIME_DAYS = 2;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Returns what a phone is called on screens, such as "Chrome · Android", from its own description. */
function toDevice(userAgent: string): string {
  const { browser, system } = nameDevice(userAgent);
  return [browser, system].filter((part) => part !== null).join(' · ');
}

/** Checks that a request is this phone's own, and has not expired. */
const isOwn = ({ request_hash, request_state }: HeldSeat, hash: Buffer | null): boolean =>
  request_state !== null && hash !== null && request_hash?.equals(hash) === true;

/** Implements the call with which a phone takes a seat, or asks for one that another phone has (LIVE-88). */
export function implementTakeSeat(dependencies: SeatsDependencies): Implementation {
  const { db, realtime } = dependencies;

  /** Notifies the phone at the seat and the staff that something about the seat has changed. */
  function announce(tx: Tx, { assessment_id }: CodedRow, studentId: number): void {
    afterCommit(tx, () => {
      realtime.publish(channels.seat(studentId), 'own-seat.asked', { assessment_id });
      realtime.publish(channels.staff(assessment_id), 'assessment.seats.changed', { assessment_id });
    });
  }

  async function sit(tx: Tx, run: CodedRow, student: StudentSeatRow, seat: HeldSeat, device: { label: string; name: string }): Promise<SeatView> {
    const { token_id } = seat;
    if (token_id !== null) {
      await endLimitedToken(tx, { accountId: student.id, tokenId: token_id, purpose: 'seat', reason: 'new_device' });
      afterCommit(tx, () => realtime.endToken(token_id));
    }
    const { token, tokenId } = await issueLimitedToken(tx, {
      accountId: student.id,
      purpose: 'seat',
      assessmentId: run.assessment_id,
      deviceLabel: device.label,
      lifetimeDays: LIFETIME_DAYS,
    });
    await giveSeat(tx, run.session_id, student.id, { tokenId, device: device.name });
    announce(tx, run, student.id);
    const { time_zone } = await getSettingsOfClass(tx, run.course_id);
    const { id: account_id, first_name, last_name } = student;
    return { state: 'seated', assessment_id: run.assessment_id, api_token: token, student: { account_id, first_name, last_name, time_zone } };
  }

  return implement(seatTake, async ({ input, address, userAgent }) => {
    const run = await openCode(db, input.code, address);
    const student = await findStudentSeat(db, run, input.student_id);
    if (!student) throw appError('STUDENT_NOT_FOUND');
    const hash = input.request === '' ? null : hashOf(input.request);
    // a phone that waits has shown who it is when it asked
    const asked = hash === null ? null : await findSeat(db, run.session_id, student.id);
    if (hash !== null && !(asked && isOwn(asked, hash))) throw appError('SEAT_REQUEST_REFUSED'); // expired, or a newer phone asks
    if (hash === null) await requireProof(dependencies, await checkOf(db, run), student.id, input.secret);
    const device = { label: userAgent, name: toDevice(userAgent) };
    return inTransaction(db, async (tx) => {
      const seat = await holdSeat(tx, run.session_id, student.id);
      const request = isOwn(seat, hash) ? seat.request_state : null;
      switch (decideSeat({ isTaken: seat.token_id !== null, request })) {
        case 'sit':
          return { seat: await sit(tx, run, student, seat, device) };
        case 'wait':
          return { seat: { state: 'waiting' as const, request: input.request } };
        case 'refused':
          throw appError('SEAT_REQUEST_REFUSED');
        case 'ask': {
          const secret = randomBytes(24).toString('base64url');
          await saveRequest(tx, run.session_id, student.id, { hash: hashOf(secret), device: device.name });
          announce(tx, run, student.id);
          return { seat: { state: 'waiting' as const, request: secret } };
        }
      }
    });
  });
}

const checkOf = async (db: Db, run: CodedRow) => (await getSettingsOfClass(db, run.course_id)).seat_check;
