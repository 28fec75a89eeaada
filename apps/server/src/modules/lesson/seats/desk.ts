import { channels, lessonCodeShown, seatAnswer, seatEnd, seatLetIn, seatList, seatRequest } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { hostNameOf } from '../../../platform/hosts.ts';
import { isLoopback } from '../../../platform/network.ts';
import type { Site } from '../../../platform/sites.ts';
import { endLimitedToken, listFullNames } from '../../people/accounts/index.ts';
import { getStaffLesson, getStudentLesson, requireWallLesson } from '../live/index.ts';
import { findWhatIsAsked } from './codes.ts';
import type { SeatsDependencies } from './dependencies.ts';
import { findRunning, findSeat, freeSeat, type HeldSeat, listTakenSeats, lockSeat, setRequestState } from './queries.ts';

/** Implements what the staff of a lesson and the student at a seat do with seats. */
export function implementSeats({ t, realtime, phonesUrl }: SeatsDependencies): Implementation[] {
  /** Locks a seat of the running lesson. @throws SEAT_NOT_FOUND when nobody sits there */
  async function lockTaken(tx: Tx, assessmentId: number, studentId: number): Promise<{ sessionId: number; seat: HeldSeat & { token_id: number } }> {
    const running = await findRunning(tx, assessmentId);
    const seat = running && (await lockSeat(tx, running.session_id, studentId));
    if (!running || !seat || seat.token_id === null) throw appError('SEAT_NOT_FOUND');
    return { sessionId: running.session_id, seat: { ...seat, token_id: seat.token_id } };
  }
  const announce = (tx: Tx, assessment_id: number, studentId: number): void =>
    afterCommit(tx, () => {
      realtime.publish(channels.staff(assessment_id), 'assessment.seats.changed', { assessment_id });
      realtime.publish(channels.seat(studentId), 'own-seat.asked', { assessment_id });
    });
  const nameOf = async (tx: Tx, studentId: number): Promise<string> => (await listFullNames(tx, [studentId])).get(studentId) ?? '';

  /** Returns the address that phones open; null when only this machine reaches it. */
  function addressOf(site: Site): string | null {
    const origin = phonesUrl?.origin ?? site.origin;
    return isLoopback(hostNameOf(new URL(origin).host) ?? '') ? null : `${origin}/j/`;
  }

  return [
    implement(lessonCodeShown, async ({ tx, input, actor, site }) => {
      await requireWallLesson(tx, actor, input.assessment_id);
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      return { code: (await findRunning(tx, assessmentId))?.code ?? null, address: addressOf(site) };
    }),
    implement(seatList, async ({ tx, input, actor, site }) => {
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      const running = await findRunning(tx, assessmentId);
      return {
        ...{ code: running?.code ?? null, address: addressOf(site) },
        asks: running ? await findWhatIsAsked(tx, running) : 'pin',
        seats: (running ? await listTakenSeats(tx, running.session_id) : []).map(({ account_id, first_name, last_name, came_at, device, asked_by }) => ({
          ...{ student_id: account_id, name: `${first_name} ${last_name}`.trim(), device, asked_by },
          came_at: came_at.toISOString(),
        })),
      };
    }),
    implement(seatEnd, async ({ tx, input, actor, requestId }) => {
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      const { sessionId, seat } = await lockTaken(tx, assessmentId, input.student_id);
      await endLimitedToken(tx, { accountId: input.student_id, tokenId: seat.token_id, purpose: 'seat', reason: 'sent_out' });
      await freeSeat(tx, sessionId, input.student_id);
      afterCommit(tx, () => realtime.endToken(seat.token_id));
      announce(tx, assessmentId, input.student_id);
      const name = await nameOf(tx, input.student_id);
      await audit(tx, actor, { action: seatEnd.name, subjectType: 'account', subjectId: input.student_id, after: { name }, requestId });
      return { message: t('seats.ended', { name }) };
    }),
    implement(seatLetIn, async ({ tx, input, actor }) => {
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      const { sessionId, seat } = await lockTaken(tx, assessmentId, input.student_id);
      if (seat.request_state !== 'open') throw appError('SEAT_NOT_FOUND');
      await setRequestState(tx, sessionId, input.student_id, 'allowed');
      announce(tx, assessmentId, input.student_id);
      return { message: t('seats.letIn', { name: await nameOf(tx, input.student_id) }) };
    }),
    implement(seatRequest, async ({ tx, input, actor }) => {
      const { assessmentId } = await getStudentLesson(tx, actor, input.assessment_id);
      const running = await findRunning(tx, assessmentId);
      const seat = running && (await findSeat(tx, running.session_id, actor.accountId));
      return { asks: seat?.request_state === 'open' && seat.token_id !== null ? { device: seat.request_device ?? '' } : null };
    }),
    implement(seatAnswer, async ({ tx, input, actor }) => {
      const { assessmentId } = await getStudentLesson(tx, actor, input.assessment_id);
      const { sessionId, seat } = await lockTaken(tx, assessmentId, actor.accountId);
      if (seat.request_state !== 'open') throw appError('SEAT_NOT_FOUND');
      await setRequestState(tx, sessionId, actor.accountId, input.lets_in ? 'allowed' : 'refused');
      announce(tx, assessmentId, actor.accountId);
      return { let_in: input.lets_in };
    }),
  ];
}
