import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type {} from '@classwright/server/testing/global-setup'; // what `inject` gives
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { repository } from '../house-rules/source.ts';

const run = promisify(execFile);
const PATIENCE_MS = 240_000;
let root: string;

/** A copy of the sources, with the packages that are installed, in which a scaffold may write. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'classwright-scaffold-'));
  for (const name of ['package.json', 'biome.json', 'vitest.config.ts', 'tsconfig.json', 'tsconfig.base.json', 'packages', 'apps/server', 'tools']) {
    cpSync(join(repository, name), join(root, name), { recursive: true, filter: (path) => !['node_modules', 'dist'].includes(basename(path)) });
  }
  const installed = join(repository, 'node_modules');
  mkdirSync(join(root, 'node_modules', '@classwright'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@classwright' && name !== '.cache') symlinkSync(join(installed, name), join(root, 'node_modules', name));
  for (const [name, folder] of [
    ['rules', 'packages/rules'],
    ['contract', 'packages/contract'],
    ['server', 'apps/server'],
    ['tools', 'tools'],
  ] as const)
    symlinkSync(join(root, folder), join(root, 'node_modules', '@classwright', name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function inCopy(...args: string[]): Promise<string> {
  const { host, port, user, password } = inject('testDatabase').connection;
  const url = new URL(`postgres://${host}:${port}/postgres`);
  url.username = user;
  url.password = password ?? '';
  const env = { ...process.env, TEST_DATABASE_URL: url.href, NO_COLOR: '1', PATH: `${join(repository, 'node_modules', '.bin')}:${process.env.PATH}` };
  for (const name of Object.keys(env).filter((key) => key.startsWith('VITEST'))) delete env[name as never];
  const { stdout } = await run(process.execPath, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout: string; stderr: string; message: string }) => {
      throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr || error.message}`);
    },
  );
  return stdout;
}
const scaffold = (...args: string[]) => inCopy(join(root, 'tools/scaffold/main.ts'), ...args, '--root', root);

test('a new list and a new module compile, keep the rules of the house and pass the tests that come with them', { timeout: PATIENCE_MS }, async () => {
  expect(await scaffold('list', 'houseTeam')).toContain('packages/contract/src/lists/house-team.ts');
  expect(await scaffold('module', 'Seating Plan')).toContain('apps/server/src/modules/seating-plans/index.ts');
  await inCopy(join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages/contract', 'apps/server');
  const problems = await inCopy(join(root, 'tools/house-rules/main.ts')).catch((error: Error) => error.message);
  expect(problems.split('\n').filter((line) => /seating-plan|house-team/.test(line))).toEqual([]);
  const outcome = await inCopy(
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'pg',
    'apps/server/src/modules/reference',
    'apps/server/src/modules/seating-plans',
    'apps/server/src/access-walk.pg.test.ts',
    '-t',
    'houseTeam|seatingPlan|what somebody makes|a title is required|students neither|words for it|rights that the seeds know|asks for one that the seeds know',
  );
  expect(outcome).toMatch(/Tests {2}(?:[5-9]\d|\d{3,}) passed/);
  await expect(scaffold('list', 'houseTeam')).rejects.toThrow('is there already');
});

test('a name that is none is refused before anything is written', async () => {
  await expect(scaffold('list', '../../etc')).rejects.toThrow('is not a name');
  await expect(scaffold('school', 'x')).rejects.toThrow('Say what to make');
});
