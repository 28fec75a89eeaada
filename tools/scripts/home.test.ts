import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'classwright-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(folder, 'tools/scripts'), { recursive: true });
  cpSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), join(folder, 'package-lock.json'));
  mkdirSync(join(folder, 'npm'));
  // A fake npm that records its cache folder and installs nothing.
  const note = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'noted'))}, process.env.npm_config_cache ?? 'its own'); process.exit(1);\n`;
  writeFileSync(join(folder, 'npm/npm-cli.js'), note);
});

/** Returns the folder of npm's cache when a person with that home starts on a fresh clone. */
function cacheWithHome(home: string): string {
  const env = { PATH: process.env.PATH, HOME: home, npm_execpath: join(folder, 'npm/npm-cli.js') };
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/scripts/start.mjs')], { encoding: 'utf8', env });
  expect([status, stderr.trim()]).toEqual([1, 'Installing failed; what npm said is above. Check the network and the free space, then start again.']);
  return readFileSync(join(folder, 'noted'), 'utf8');
}

test('[B331] who has a home that is not there, as a service’s user, installs with a cache in the clone, of which nothing is left', () => {
  expect(cacheWithHome('/nonexistent')).toBe(join(folder, '.npm-cache'));
  expect(existsSync(join(folder, '.npm-cache'))).toBe(false);
});

test('a home that cannot be written to counts as none; one that can is npm’s', (context) => {
  expect(cacheWithHome(folder)).toBe('its own');
  if (process.getuid?.() === 0) return context.skip('root writes everywhere');
  mkdirSync(join(folder, 'home'));
  chmodSync(join(folder, 'home'), 0o555);
  expect(cacheWithHome(join(folder, 'home'))).toBe(join(folder, '.npm-cache'));
});
