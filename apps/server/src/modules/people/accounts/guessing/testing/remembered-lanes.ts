import type { GuessClock, SharedLanes } from '../lane.ts';
import { addFailure, computeCurrent, decideBid, endTry, type LaneState, nothing } from '../lane-state.ts';

/**
 * Creates lanes in memory instead of the database, on the test's clock, that several throttles share as processes do.
 */
export function createRememberedLanes({ nowMs }: Pick<GuessClock, 'nowMs'>): () => SharedLanes {
  const states = new Map<string, LaneState>();
  let processes = 0;
  const stateOf = (lane: string): LaneState => states.get(lane) ?? nothing;
  const keep = (lane: string, state: LaneState): number => {
    states.set(lane, state);
    return state.failures;
  };
  return () => {
    const process = String((processes += 1));
    const lanes: SharedLanes = {
      beginFirst: async (lane) => {
        const { failures, holds } = computeCurrent(stateOf(lane), nowMs());
        if (failures > 0 || holds.length > 0) return false;
        return (await lanes.ask(lane, { free: 1, rank: 0, waitedMs: 0, newTries: 1 })).isAdmitted;
      },
      async ask(lane, bid) {
        const { state, answer } = decideBid(stateOf(lane), { ...bid, process }, nowMs());
        keep(lane, state);
        return answer;
      },
      end: async (lane, how) => keep(lane, endTry(stateOf(lane), process, how, nowMs())),
      addFailure: async (lane) => keep(lane, addFailure(stateOf(lane), nowMs())),
      countFailures: async (lane) => computeCurrent(stateOf(lane), nowMs()).failures,
    };
    return lanes;
  };
}
