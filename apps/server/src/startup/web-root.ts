import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StartRefusal } from '../platform/start-refusal.ts';

/** The builder writes this file last. */
const COMPLETE = '.complete';
const LOOKS_MS = 100;

/** Returns the build that `npm run build` made. Null when there is none, and only the API is served. */
export function findWebRoot(): string | null {
  const link = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(join(link, 'index.html')) ? realpathSync(link) : null; // not the link: the next build must not change under us
}

/** Waits until the process `builder` has built the web app in a folder. @throws StartRefusal when it has ended without */
export async function untilBuilt(folder: string, builder: number): Promise<void> {
  for (let isEnded = false; !existsSync(join(folder, COMPLETE)); isEnded = !isRunning(builder)) {
    if (isEnded) throw new StartRefusal('The web app could not be built.');
    await sleep(LOOKS_MS);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
