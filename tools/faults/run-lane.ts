import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromLane, ToLane } from './lane.ts';

export interface LaneOptions {
  /** Returns the next storm, or the end. */
  next: () => ToLane;
  /** Called with the result of each storm. */
  take: (told: FromLane & { seed: number }) => void;
  /** The program of a lane. */
  file?: string;
}

/**
 * Runs one storm after the other in a process of its own, until there is nothing left. When that process ends early, the
 * storm that was under way has failed, everything that it started is ended, and another process goes on.
 */
export async function runLane({ next, take, file = fileURLToPath(new URL('./lane.ts', import.meta.url)) }: LaneOptions): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await runProcess(file, next, take);
}

/** Resolves with true when there is nothing left for another process. */
async function runProcess(file: string, next: () => ToLane, take: LaneOptions['take']): Promise<boolean> {
  // It leads a process group, so that brokers and databases that it leaves behind can be ended with it.
  const lane: ChildProcess = fork(file, { detached: true });
  let underWay: number | null = null;
  let tookAny = false;
  let isDone = false;
  lane.on('message', ({ isLast = false, ...told }: FromLane) => {
    if (told.seed !== null) {
      take({ ...told, seed: told.seed });
      tookAny = true;
    }
    underWay = null;
    if (isLast) return;
    const message = next();
    if (message === 'end') isDone = true;
    else underWay = message.seed;
    lane.send(message);
  });
  const [code, signal] = (await once(lane, 'exit')) as [number | null, string | null];
  endGroup(lane.pid);
  if (underWay !== null) {
    take({ seed: underWay, result: null, broke: `the lane ended with ${code ?? signal}` });
    tookAny = true;
  }
  return isDone || !tookAny; // one that ended before its first storm would do so again
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
