import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../platform/clock.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { isAlive, listRunningStarts, type RunningStart } from './running-starts.ts';

const LOOKS_MS = 100;
/** More than a drain takes. */
const STOP_LIMIT_MS = 60_000;

/** Asks every start of an installation that is `chosen` to end, and waits. Returns those that ended. @throws StartRefusal when one does not */
export async function stopStarts(
  installation: Parameters<typeof listRunningStarts>[0],
  chosen: (start: RunningStart) => boolean = () => true,
): Promise<RunningStart[]> {
  const starts = listRunningStarts(installation).filter(chosen);
  for (const { pid } of starts) signal(pid, 'SIGTERM');
  const began = monotonicMs();
  for (;;) {
    const left = starts.filter(({ pid }) => isAlive(pid));
    if (left.length === 0) return starts;
    if (monotonicMs() - began > STOP_LIMIT_MS) throw new StartRefusal(`The process ${left[0]!.pid} of the version ${left[0]!.version} does not end.`);
    await sleep(LOOKS_MS);
  }
}

/**
 * Ends a process of the version in `folder` and everything that it started, such as a build that comes before the start. A
 * process that has got the id in between is left alone. After a minute the group is killed.
 */
export async function stopGroup(pid: number, folder: string): Promise<void> {
  if (!isOfFolder(pid, folder)) return;
  signal(-pid, 'SIGTERM');
  const began = monotonicMs();
  while (isOfFolder(pid, folder)) {
    if (monotonicMs() - began > STOP_LIMIT_MS) signal(-pid, 'SIGKILL');
    await sleep(LOOKS_MS);
  }
}

function isOfFolder(pid: number, folder: string): boolean {
  if (pid === process.pid || pid === process.ppid || !isAlive(pid)) return false; // not ourselves
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
  } catch {
    return false; // it has ended, or is another user's
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}
