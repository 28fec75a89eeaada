import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopGroup } from './stop-starts.ts';
import { isAlive, listRunningStarts, readUnitFrom, readVersionOf } from './running-starts.ts';

/** Runs something that looks like a start of a version, with a settings file, until the test ends. */
async function runVersion(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ pid: number; folder: string; end: () => Promise<unknown> }> {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-version-'));
  mkdirSync(join(folder, 'apps/server/src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"classwright","version":"0.9.0"}');
  writeFileSync(join(folder, 'classwright.conf'), 'PORT=4321\nOTHER=x\n');
  writeFileSync(join(folder, 'apps/server/src/main.ts'), "console.log('here'); setInterval(() => undefined, 1000);");
  const program = join(folder, 'apps/server/src/main.ts');
  const child = spawn(process.execPath, [`--env-file=${join(folder, 'classwright.conf')}`, program, ...args], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = () => {
    child.kill('SIGKILL');
    return ended;
  };
  onTestFinished(async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { pid: child.pid as number, folder, end };
}

test('[B2867] a start is found with its folder, version, arguments and settings, by its data folder or its database', async () => {
  const dataDir = join(tmpdir(), 'classwright-nowhere', String(process.pid));
  const one = await runVersion(['--role', 'web', '--web', '/built', '--phones'], { DATA_DIR: dataDir });
  const databaseUrl = `postgres://localhost/of_${process.pid}`;
  const other = await runVersion([], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
  await runVersion(['--launched'], { DATA_DIR: dataDir }); // its own start is the one to stop
  expect(listRunningStarts({ dataDir, databaseUrl: null })).toEqual([
    { pid: one.pid, folder: one.folder, version: '0.9.0', args: ['--role', 'web', '--phones'], settings: { PORT: '4321', DATA_DIR: dataDir }, unit: null },
  ]);
  expect(listRunningStarts({ dataDir: '/elsewhere', databaseUrl })).toEqual([
    expect.objectContaining({ pid: other.pid, args: [], settings: { PORT: '4321', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' } }),
  ]);
  expect(listRunningStarts({ dataDir: `${dataDir}-other`, databaseUrl: null })).toEqual([]);
  expect(isAlive(one.pid)).toBe(true);
  await one.end();
  expect(isAlive(one.pid)).toBe(false);
  expect(listRunningStarts({ dataDir, databaseUrl: null })).toEqual([]);
});

test('[B2867] the unit of a process is that of the product, not the session of a person', () => {
  expect(readUnitFrom('0::/system.slice/classwright-web.service\n')).toBe('classwright-web.service');
  expect(readUnitFrom('1:name=systemd:/system.slice/system-x.slice/classwright@a.service\n0::/\n')).toBe('classwright@a.service');
  expect(readUnitFrom('0::/user.slice/user-1000.slice/session-2.scope\n')).toBeNull();
  expect(readUnitFrom('0::/system.slice/ssh.service\n')).toBeNull();
});

test('[B2867] only a folder of the product has a version', () => {
  expect(readVersionOf(tmpdir())).toBeNull();
});

test('[B2867] a started version is ended with what it has started, and a process that has its number later is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-version-'));
  writeFileSync(join(folder, 'classwright'), 'sleep 60 & echo $!; wait');
  const child = spawn('/bin/sh', [`${folder}/classwright`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const build = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  await stopGroup(child.pid as number, '/another/folder');
  expect([isAlive(child.pid as number), isAlive(build)]).toEqual([true, true]);
  await stopGroup(child.pid as number, folder);
  expect(isAlive(child.pid as number)).toBe(false);
  await expect.poll(() => isAlive(build)).toBe(false);
});
