import { createHash, randomUUID } from 'node:crypto';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { Gates } from '../../../../platform/waiting/index.ts';
import type { GuessClock, SharedLanes } from './lane.ts';
import { addFailure, computeCurrent, computeEndMs, decideBid, endTry, type LaneState, LONGEST_TRY_MS, nothing } from './lane-state.ts';
import { deleteLane, deleteLaneOfOneTry, deleteOldLanes, findLane, insertLane, lockLane, saveLane } from './queries.ts';

/** The number of lane changes at the same time, so that a thousand guesses leave the database free for a lesson. */
const AT_ONCE = 3;

/** Creates lanes that are stored in the database, for all processes. Times are the database's. */
export function createStoredLanes(db: Db, { aheadMs = () => 0 }: Pick<GuessClock, 'aheadMs'> = {}): SharedLanes {
  const process = randomUUID();
  const turns = new Gates<'database'>(AT_ONCE);
  const keyOf = (lane: string): Buffer => createHash('sha256').update(lane).digest();

  /** Runs the changes of a lane one after the other. */
  const change = <Result>(lane: string, work: (state: LaneState, nowMs: number) => { state: LaneState; result: Result }): Promise<Result> =>
    turns.run('database', () =>
      inTransaction(db, async (tx) => {
        const key = keyOf(lane);
        const { state: before, nowMs } = await lockLane(tx, key, nothing);
        const { state, result } = work(before, nowMs + aheadMs());
        const endMs = computeEndMs(state);
        await (endMs === null ? deleteLane(tx, key) : saveLane(tx, key, state, endMs));
        return result;
      }),
    );

  return {
    beginFirst: (lane) => turns.run('database', () => insertLane(db, keyOf(lane), process, LONGEST_TRY_MS + aheadMs())),
    ask: (lane, bid) =>
      change(lane, (before, nowMs) => {
        const { state, answer } = decideBid(before, { ...bid, process }, nowMs);
        return { state, result: answer };
      }),
    async end(lane, how) {
      const isForgotten = !how.isFailure && (await turns.run('database', () => deleteLaneOfOneTry(db, keyOf(lane), process, how.forgives)));
      if (isForgotten) return 0;
      return change(lane, (before, nowMs) => {
        const state = endTry(before, process, how, nowMs);
        return { state, result: state.failures };
      });
    },
    addFailure: (lane) =>
      change(lane, (before, nowMs) => {
        const state = addFailure(before, nowMs);
        return { state, result: state.failures };
      }),
    async countFailures(lane) {
      const found = await turns.run('database', () => findLane(db, keyOf(lane)));
      return found ? computeCurrent(found.state, found.nowMs + aheadMs()).failures : 0;
    },
  };
}

/** Deletes lanes in which nothing is remembered any more. */
export const cleanUpLanes = (db: Db): Promise<void> => deleteOldLanes(db);
