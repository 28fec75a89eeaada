import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { runCommand } from './testing/command.ts';
import { startProductProcess, toDatabaseUrl } from './testing/product-process.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const codeIn = (output: string): string => /\/choose-password#code=(\S+)/.exec(output)?.[1] ?? '';
const PASSWORD = 'four kettles and a moss';

test('[B153] an administrator who forgot the password gets in by a link from the machine, made while the product runs and while it is stopped', {
  timeout: 180_000,
}, async () => {
  const folder = join(temporaryFolder(), 'data');
  const product = startProductProcess({ env: { DATA_DIR: folder } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  const post = async (address: string, path: string, body: object) =>
    (await fetch(`${address}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).status;

  const address = await product.running;
  const running = await runCommand('make-admin-link', [], { DATA_DIR: folder });
  expect(running).toMatchObject({ code: 0, output: expect.stringContaining('(admin@demo.school) chooses a new password') });
  expect(await post(address, '/auth/link', { code: codeIn(running.output), password: PASSWORD })).toBe(200);
  expect(await post(address, '/auth/login', { email: 'admin@demo.school', password: PASSWORD })).toBe(200);
  expect(await product.end()).toBe(0);

  const stopped = await runCommand('make-admin-link', ['Admin@Demo.School'], { DATA_DIR: folder, PUBLIC_URL: 'https://school.example' });
  expect(stopped.output).toContain('https://school.example/choose-password#code=');
  const again = startProductProcess({ env: { DATA_DIR: folder } });
  onTestFinished(async () => void (await again.end('SIGKILL')));
  expect(await post(await again.running, '/auth/link', { code: codeIn(stopped.output), password: `${PASSWORD} more` })).toBe(200);
  expect(await again.end()).toBe(0);

  const stranger = await runCommand('make-admin-link', ['teacher@demo.school'], { DATA_DIR: folder });
  expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining('The active administrators are admin@demo.school.') });
});

test('with a database of one’s own it is the same; without an administrator it says what to do', { timeout: 60_000 }, async () => {
  const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    const nobody = await runCommand('make-admin-link', [], { DATABASE_URL: toDatabaseUrl(connection) });
    expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining('No active account has the role Admin. The next start prints a link') });
  });
});

test('without an installation it says so', async () => {
  const none = await runCommand('make-admin-link', [], { DATA_DIR: join(temporaryFolder(), 'nothing') });
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no installation in') });
});
