import { Pulse } from '../pulse.ts';
import type { RoomPosition } from './position.ts';

/** Returns the newer position. Calls of one process may end in another order than their numbers. */
const newerOf = (waiting: RoomPosition, came: RoomPosition): RoomPosition => (waiting.epoch !== came.epoch || waiting.at < came.at ? came : waiting);

/** Passes on at most one position of a room per `everyMs`: the first immediately, then the newest of each interval. */
export const createRoomPace = (everyMs: number, pass: (position: RoomPosition) => void): Pulse<RoomPosition> =>
  new Pulse(everyMs, (_room, position) => pass(position), newerOf);
