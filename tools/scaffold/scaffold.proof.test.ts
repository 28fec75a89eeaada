import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type {} from '@classwright/server/testing/global-setup'; // declares the type of `inject`
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { repository } from '../house-rules/source.ts';

const run = promisify(execFile);
const PATIENCE_MS = 480_000;
let root: string;

/** Folders that are left out of a copy: packages, build output, and git's data. */
const left = new Set(['node_modules', 'dist', '.builds', 'artifacts', '.git']);

/**
 * Creates a copy of the sources in which a scaffold may write, with the installed packages and the compiler's cache.
 */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'classwright-scaffold-'));
  cpSync(repository, root, { recursive: true, preserveTimestamps: true, filter: (path) => !left.has(basename(path)) });
  const installed = join(repository, 'node_modules');
  mkdirSync(join(root, 'node_modules', '@classwright'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@classwright' && name !== '.cache') symlinkSync(join(installed, name), join(root, 'node_modules', name));
  for (const name of readdirSync(join(installed, '@classwright')))
    symlinkSync(join(root, relative(repository, realpathSync(join(installed, '@classwright', name)))), join(root, 'node_modules', '@classwright', name));
  for (const { parentPath, name } of readdirSync(repository, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !left.has(entry.name)))
    if (existsSync(join(parentPath, name, 'node_modules'))) symlinkSync(join(parentPath, name, 'node_modules'), join(root, name, 'node_modules'));
  const remembered = join(installed, '.cache', 'tsc');
  if (existsSync(remembered)) cpSync(remembered, join(root, 'node_modules', '.cache', 'tsc'), { recursive: true, preserveTimestamps: true });
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

/** Returns vitest's output for these files and titles. */
const runTests = (projects: readonly string[], files: readonly string[], titles: string) =>
  inCopy(join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects.flatMap((name) => ['--project', name]), ...files, '-t', titles);

test('a new list and a new module pass every check and the tests that concern them, without a hand’s work', { timeout: PATIENCE_MS }, async () => {
  expect(await scaffold('list', 'houseTeam')).toContain('packages/contract/src/lists/house-team.ts');
  const made = await scaffold('module', 'Seating Plan');
  for (const path of ['apps/server/src/modules/class/seating-plans/index.ts', 'apps/web/src/features/class/seating-plans/index.ts'])
    expect(made).toContain(path);
  const checks = await inCopy('--input-type=module', '-e', "await (await import('./tools/scripts/lib/checks.mjs')).runChecks()");
  expect(checks.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))).toEqual([]);
  const ofScreens = runTests(
    ['dom', 'unit'],
    [
      'apps/web/src/features/class/seating-plans',
      'apps/web/src/features/school/lists/lists.dom.test.tsx',
      'apps/web/src/ui/page-menu',
      'packages/contract',
      'tools/wire',
      'e2e/harness',
    ],
    'House Team|house|lists one’s own|a new one is said|icon of its own|every list|route|words|message|contract|wire|every page that is declared|a page that a journey',
  );
  const ofServer = runTests(
    ['pg'],
    [
      'apps/server/src/modules/school/reference',
      'apps/server/src/modules/class/seating-plans',
      'apps/server/src/access-walk.pg.test.ts',
      'apps/server/src/forged-ids.pg.test.ts',
    ],
    'houseTeam|seatingPlan|what somebody makes|a title is required|students neither|words for it|rights that the seeds know|asks for one that the seeds know|the walk finds them',
  );
  expect(await ofScreens).toMatch(/Tests {2}(?:[2-9]\d|\d{3,}) passed/);
  expect(await ofServer).toMatch(/Tests {2}(?:[5-9]\d|\d{3,}) passed/);
  await expect(scaffold('list', 'houseTeam')).rejects.toThrow('is there already');
});

test('a name that is none is refused before anything is written', async () => {
  await expect(scaffold('list', '../../etc')).rejects.toThrow('is not a name');
  await expect(scaffold('module', 'x', '--wing', 'tower')).rejects.toThrow('There is no wing tower');
  await expect(scaffold('school', 'x')).rejects.toThrow('Say what to make');
});
