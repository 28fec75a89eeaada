import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { untilBuilt } from './web-root.ts';

/** Starts a process that takes the place of the builder and lives until `end` is called. */
function startBuilder(): { pid: number; end: () => Promise<void> } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(end);
  return { pid: child.pid as number, end };
}

test('it waits while the web app is being built, and goes on when that is complete', async () => {
  const folder = temporaryFolder();
  const { pid } = startBuilder();
  const isBuilt = untilBuilt(folder, pid).then(() => true);
  expect(await Promise.race([isBuilt, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits');
  writeFileSync(join(folder, '.complete'), '');
  expect(await isBuilt).toBe(true);
});

test('a builder that ends without a build is a refusal; one that has just finished is none', async () => {
  const folder = temporaryFolder();
  const { pid, end } = startBuilder();
  const built = untilBuilt(folder, pid);
  await Promise.all([end(), expect(built).rejects.toThrow('The web app could not be built.')]);
  writeFileSync(join(folder, '.complete'), '');
  await untilBuilt(folder, pid);
});
