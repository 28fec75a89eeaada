import { expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { findPort } from '../testing/free-port.ts';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { startProductProcess } from '../testing/product-process.ts';
import { readVersion } from '../startup/version.ts';

test('[B2865] status says what runs, where and how it is, and stop ends it', { timeout: 180_000 }, async ({ onTestFinished }) => {
  const DATA_DIR = preparedFolder();
  const PORT = String(await findPort());
  const still = await runCommand('status', [], { DATA_DIR });
  expect(still).toMatchObject({ code: 3, output: expect.stringContaining('Classwright is not running.') });
  expect(await runCommand('stop', [], { DATA_DIR })).toMatchObject({ code: 0, output: 'Classwright is not running, or belongs to another user.\n' });

  const product = startProductProcess({ env: { DATA_DIR, PORT, ROLES: 'web,jobs' } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  const address = await product.running;
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  const running = await runCommand('status', [], { DATA_DIR });
  expect(running.code, running.output).toBe(0);
  expect(running.output).toContain(`${readVersion()}, process ${product.child.pid} (web,jobs), in `);
  expect(running.output).toContain(`Address:     http://127.0.0.1:${PORT}\nReady:       yes\n`);
  expect(running.output).toContain('the embedded one of the data folder');
  expect(running.output).toContain(`Data folder: ${DATA_DIR}\n`);
  expect(running.output).toContain('Last backup: none is known of');
  expect(await runCommand('status', [], { DATA_DIR: preparedFolder() })).toMatchObject({ code: 3 }); // another installation

  const stopped = await runCommand('stop', [], { DATA_DIR });
  expect(stopped).toMatchObject({ code: 0, output: expect.stringMatching(/^Stopping the version .*\nIt has finished and ended, after \d+\.\d s\.\n$/) });
  expect(await product.ended).toBe(0);
  expect(await runCommand('status', [], { DATA_DIR })).toMatchObject({ code: 3 });
});

test.each(['status', 'stop', 'upgrade'] as const)(
  '[B2866] %s says with --help how it is called, and refuses an option that it does not have',
  async (command) => {
    expect(await runCommand(command, ['--help'], {})).toMatchObject({ code: 0, output: expect.stringMatching(/^npm run [a-z]+[ :].+\.\n$/) });
    expect(await runCommand(command, ['--no-such'], {})).toMatchObject({ code: 1, output: expect.stringContaining('It has no such option.') });
  },
);
