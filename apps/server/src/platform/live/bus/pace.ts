import { Pulse } from '../pulse.ts';
import type { RoomPosition } from './position.ts';

/** Calls of one process may end in another order than the numbers were given. */
const newerOf = (waiting: RoomPosition, came: RoomPosition): RoomPosition => (waiting.epoch !== came.epoch || waiting.at < came.at ? came : waiting);

/** Passes on at most one position of a room in `everyMs`: the first at once, then the newest of each such time. */
export const createRoomPace = (everyMs: number, pass: (position: RoomPosition) => void): Pulse<RoomPosition> =>
  new Pulse(everyMs, (_room, position) => pass(position), newerOf);
