import type { seatGuest, seatTake, SeatView, seatWithdraw } from '@classwright/contract/lesson/seats/calls';
import { ask } from '../../lesson/ask.ts';

/**
 * Takes a seat, or asks for it. `phone_secret`: from `randomId`, the same for each try, since a lost response may have given
 * the seat. @throws ApiError with what the server says
 */
export async function takeSeat(body: { code: string; student_id: number; phone_secret: string; secret?: string; request?: string }): Promise<SeatView> {
  return (await ask<typeof seatTake>('POST', '/lesson-code/seat', { token: null, body })).seat;
}

/** Stops asking for a seat. A request that could not be withdrawn ends after five minutes. */
export function withdrawRequest(body: { code: string; student_id: number; request: string }): void {
  ask<typeof seatWithdraw>('POST', '/lesson-code/seat/withdraw', { token: null, body }).catch(() => undefined);
}

/** Takes a seat in a rehearsal, without a name. @throws ApiError with what the server says */
export async function takeGuestSeat(code: string): Promise<SeatView> {
  return (await ask<typeof seatGuest>('POST', '/lesson-code/guest', { token: null, body: { code } })).seat;
}
