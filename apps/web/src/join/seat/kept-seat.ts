import type { UserView } from '@classwright/contract/people/sign-in/calls';
import type { SeatView } from '@classwright/contract/lesson/seats/calls';
import { fullName } from '../../base/full-name.ts';
import { keep, playedSeat, readKeptJson } from '../../base/storage.ts';

export type Seat = Extract<SeatView, { state: 'seated' }>;

/** The device's seat in a lesson, so that a phone that reloads the page need not ask again. */
const KEY = 'cw.seat';

export const keepSeat = (code: string, seat: Seat): void => void keep('device', KEY, JSON.stringify({ code, seat }));
export const forgetSeat = (): void => void keep('device', KEY, null);

/** Returns the device's seat in the lesson of this code; null when it has none. */
export function readKeptSeat(code: string): Seat | null {
  const kept = readKeptJson<{ code: string; seat: Seat }>('device', KEY);
  return kept?.code === code && kept.seat?.api_token ? kept.seat : null;
}

/** Returns the seat of the simulated student whom this window plays; null in every other window. */
export function readPlayedSeat(): Seat | null {
  try {
    return JSON.parse(decodeURIComponent(playedSeat() ?? 'null')) as Seat | null;
  } catch {
    return null;
  }
}

/** Returns the student of a seat as the lesson's page knows people. The server decides about every call. */
export function toUser({ student: { account_id, first_name, last_name, time_zone } }: Seat): UserView {
  const name = fullName({ first_name, last_name });
  return {
    ...{ id: account_id, user_id: account_id, account_id, name, user_name: name, first_name, last_name, time_zone },
    ...{ email: '', mobile: '', user_type: 'Student', picture: null, photoUrl: null, profile_picture: null, school: null },
    menus: {} as UserView['menus'],
    rights: ['live-participation:view', 'live-participation:answer', 'live:view', 'live:comment', 'live:react'],
    has_active_assessment: true,
  };
}
