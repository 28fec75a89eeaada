import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Returns a folder that is deleted with the test. Every user can reach it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-folder-'));
  chmodSync(folder, 0o755);
  onTestFinished(async () => {
    // A database whose server was killed needs a moment to stop.
    for (let waitedMs = 0; existsSync(join(folder, 'postgres-18', 'postmaster.pid')) && waitedMs < 5000; waitedMs += 50) await sleep(50);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}
