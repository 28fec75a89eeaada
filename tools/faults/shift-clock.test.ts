import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const preload = fileURLToPath(new URL('./shift-clock.mjs', import.meta.url));

test('[B1653] a process of a storm ends with the process that started it, also when that one is killed', async () => {
  const child = `setInterval(() => undefined, 1_000)`;
  const lane = `const child = require('node:child_process').spawn(process.execPath, ['--import=${preload}', '-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('spawn', () => console.log(child.pid)); setInterval(() => undefined, 1_000);`;
  const parent = spawn(process.execPath, ['-e', lane], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
  const pid = Number(line.toString().trim());
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});
