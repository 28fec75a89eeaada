import { createHash, randomBytes } from 'node:crypto';
import { channels, type SeatedView, seatGuest, seatTake, type SeatView, seatWithdraw } from '@classwright/contract';
import { decideSeat, MAX_GUESTS } from '@classwright/rules/live/seats';
import { afterCommit, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { enrolSimulated } from '../../class/classes/index.ts';
import { createGuest, deriveToken, endLimitedToken, issueLimitedToken, type MadeToken, nameDevice } from '../../people/accounts/index.ts';
import type { CodedLesson, OpenCode } from './codes.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { requireProof } from './pins.ts';
import { type CodedRow, deleteRequest, findSeat, findStudents, giveSeat, type HeldSeat, holdSeat, saveRequest, type StudentSeatRow } from './queries.ts';

/** Longer than a lesson and the day after it; the seats of a run end with it (`index.ts`). */
const LIFETIME_DAYS = 2;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

type Seated = Pick<StudentSeatRow, 'id' | 'first_name' | 'last_name'>;

/**
 * A phone by its own description, and by the name that screens show, such as "Chrome · Android". `own`: the token that
 * follows from its secret; null for one that has none.
 */
interface Device {
  label: string;
  name: string;
  own: MadeToken | null;
}

function toDevice(userAgent: string, own: MadeToken | null = null): Device {
  const { browser, system } = nameDevice(userAgent);
  return { label: userAgent, name: [browser, system].filter((part) => part !== null).join(' · '), own };
}

/** Returns the token that follows from a phone's secret, for one student in one run. Null without a secret. */
const ownTokenOf = (run: CodedRow, studentId: number, secret: string): MadeToken | null =>
  secret === '' ? null : deriveToken(`seat ${run.session_id} ${studentId} ${secret}`);

/** Checks that a phone has the seat: the response that gave it was lost, or its request came twice. */
const hasSeat = ({ token_hash }: HeldSeat, { own }: Device): boolean => token_hash !== null && own !== null && token_hash.equals(own.tokenHash);

/** Checks that a request is this phone's own, and has not expired. */
const isOwn = ({ request_hash, request_state }: HeldSeat, hash: Buffer | null): boolean =>
  request_state !== null && hash !== null && request_hash?.equals(hash) === true;

/**
 * Implements the calls with which a phone takes a seat, asks for one that another phone has (LIVE-88) or stops asking, and
 * joins a rehearsal as a guest (LIVE-127).
 */
export function implementTakeSeat(dependencies: SeatsDependencies, openCode: OpenCode): Implementation[] {
  const { db, realtime, t } = dependencies;
  const students = new Batcher((_sessionId: number, asked: readonly { run: CodedRow; id: number }[]) => findAsked(asked));

  /** Finds the students of a lesson whose seats are asked for at a moment. */
  async function findAsked(asked: readonly { run: CodedRow; id: number }[]): Promise<(StudentSeatRow | null)[]> {
    const { run } = asked[0] as { run: CodedRow };
    const found = await findStudents(
      db,
      run,
      asked.map(({ id }) => id),
    );
    return asked.map(({ id }) => found.get(id) ?? null);
  }

  /** Notifies the phone at the seat and the staff that something about the seat has changed. */
  function announce(tx: Tx, { assessment_id }: CodedRow, studentId: number): void {
    afterCommit(tx, () => {
      realtime.publish(channels.seat(studentId), 'own-seat.asked', { assessment_id });
      realtime.publish(channels.staff(assessment_id), 'assessment.seats.changed', { assessment_id });
    });
  }

  const toSeated = ({ run, settings }: CodedLesson, { id, first_name, last_name }: Seated, api_token: string): SeatedView => ({
    state: 'seated',
    assessment_id: run.assessment_id,
    api_token,
    student: { account_id: id, first_name, last_name, time_zone: settings.time_zone },
  });

  /** Gives a seat that nobody has to a phone. @throws SEAT_REQUEST_REFUSED for a request that comes again after its seat has ended */
  async function seatPhone(tx: Tx, coded: CodedLesson, student: Seated, device: Device): Promise<SeatedView> {
    const { run } = coded;
    const limited = {
      accountId: student.id,
      purpose: 'seat',
      assessmentId: run.assessment_id,
      deviceLabel: device.label,
      lifetimeDays: LIFETIME_DAYS,
    } as const;
    const issued = await issueLimitedToken(tx, limited, device.own);
    if (!issued) throw appError('SEAT_REQUEST_REFUSED');
    await giveSeat(tx, run.session_id, student.id, { tokenId: issued.tokenId, device: device.name });
    announce(tx, run, student.id);
    return toSeated(coded, student, issued.token);
  }

  async function sit(tx: Tx, coded: CodedLesson, student: Seated, { token_id }: HeldSeat, device: Device): Promise<SeatView> {
    if (token_id !== null) {
      await endLimitedToken(tx, { accountId: student.id, tokenId: token_id, purpose: 'seat', reason: 'new_device' });
      afterCommit(tx, () => realtime.endToken(token_id));
    }
    return seatPhone(tx, coded, student, device);
  }

  const takeAsGuest = implement(seatGuest, async ({ input, address, userAgent }) => {
    const coded = await openCode(input.code, address);
    const { run } = coded;
    if (!run.is_rehearsal) throw appError('NOT_A_REHEARSAL');
    return inTransaction(db, async (tx) => {
      const guest = await createGuest(tx, { courseId: run.course_id, schoolId: run.school_id, name: t('seats.guest'), max: MAX_GUESTS });
      if (!guest) throw appError('SEAT_GUESTS_FULL', { max: MAX_GUESTS });
      const { id, firstName, lastName } = guest;
      await enrolSimulated(tx, run.course_id, [id]);
      await holdSeat(tx, run.session_id, id);
      return { seat: await seatPhone(tx, coded, { id, first_name: firstName, last_name: lastName }, toDevice(userAgent)) };
    });
  });

  const take = implement(seatTake, async ({ input, address, userAgent }) => {
    const coded = await openCode(input.code, address);
    const { run, settings } = coded;
    const student = run.is_rehearsal ? null : await students.ask(run.session_id, { run, id: input.student_id });
    if (!student) throw appError('STUDENT_NOT_FOUND');
    const hash = input.request === '' ? null : hashOf(input.request);
    const device = toDevice(userAgent, ownTokenOf(run, student.id, input.phone_secret));
    // a phone that waits has shown who it is when it asked
    const asked = hash === null ? null : await findSeat(db, run.session_id, student.id);
    if (hash !== null && !(asked && (isOwn(asked, hash) || hasSeat(asked, device)))) throw appError('SEAT_REQUEST_REFUSED'); // expired, or a newer phone asks
    if (hash === null) await requireProof(dependencies, settings.seat_check, student.id, input.secret);
    return inTransaction(db, async (tx) => {
      const seat = await holdSeat(tx, run.session_id, student.id);
      const request = isOwn(seat, hash) ? seat.request_state : null;
      switch (decideSeat({ isTaken: seat.token_id !== null, isOwn: hasSeat(seat, device), request })) {
        case 'stay':
          return { seat: toSeated(coded, student, device.own!.token) };
        case 'sit':
          return { seat: await sit(tx, coded, student, seat, device) };
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
  const withdraw = implement(seatWithdraw, async ({ input, address }) => {
    const { run } = await openCode(input.code, address);
    return inTransaction(db, async (tx) => {
      const withdrawn = await deleteRequest(tx, run.session_id, input.student_id, hashOf(input.request));
      if (withdrawn) announce(tx, run, input.student_id);
      return { withdrawn };
    });
  });
  return [take, takeAsGuest, withdraw];
}
