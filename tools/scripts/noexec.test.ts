import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('[B331] a start from a disk that may not run programs says so in a sentence', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-noexec-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec,size=20m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return context.skip('a disk can be mounted by root only');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(folder, 'tools/scripts'), { recursive: true });
  cpSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), join(folder, 'package-lock.json'));
  const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '#!/bin/sh\n', { mode: 0o755 });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/scripts/start.mjs')], { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    `The folder ${folder}/ may not run programs: its disk is mounted with noexec. Put Classwright on another disk, or mount this one without noexec.`,
  ]);
});
