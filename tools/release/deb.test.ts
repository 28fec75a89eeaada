import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { debArchitecture, listControl, listInstalled, writeDeb } from './deb.ts';
import type { Entry } from './tar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const contents: readonly Entry[] = [{ path: 'classwright', mode: 0o755, is: 'file', content: Buffer.from('#!/bin/sh\n') }];

test('[B2851] the package installs the release in /opt, three units, and a settings file that is kept and others cannot read', () => {
  const installed = listInstalled({ root, contents });
  const files = installed.filter(({ is }) => is !== 'folder').map(({ path, mode }) => `${path} ${mode.toString(8)}`);
  expect(files.toSorted()).toEqual([
    './etc/classwright/classwright.conf 640',
    './opt/classwright/classwright 755',
    './usr/bin/classwright 777',
    './usr/lib/systemd/system/classwright-jobs.service 644',
    './usr/lib/systemd/system/classwright-web.service 644',
    './usr/lib/systemd/system/classwright.service 644',
    './usr/share/doc/classwright/copyright 644',
  ]);
  const conffiles = listControl({ root, version: '1.0.0' }, 1).find(({ path }) => path === './conffiles');
  expect(conffiles).toMatchObject({ content: Buffer.from('/etc/classwright/classwright.conf\n') });
});

test('every unit restarts without end, and has no more rights than the documented ones', () => {
  for (const name of ['classwright', 'classwright-web', 'classwright-jobs']) {
    const unit = readFileSync(join(root, `tools/release/files/deb/${name}.service`), 'utf8');
    for (const line of ['User=classwright', 'Restart=always', 'RestartSec=2', 'StartLimitIntervalSec=0', 'NoNewPrivileges=true', 'ProtectSystem=strict'])
      expect(unit.split('\n'), name).toContain(line);
  }
});

test('the scripts of the package are valid for a plain shell', () => {
  for (const name of ['deb/preinst', 'deb/postinst', 'deb/prerm', 'deb/postrm', 'classwright.sh'])
    expect(spawnSync('sh', ['-n', join(root, 'tools/release/files', name)]).status, name).toBe(0);
});

test("Debian's own tool reads the package", async (context) => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return context.skip('dpkg-deb is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'classwright-deb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'x.deb');
  const options = { root, version: '1.2.3', contents, seconds: 1_700_000_000 };
  writeFileSync(file, await writeDeb(options));
  expect(execFileSync('dpkg-deb', ['--show', '--showformat', '${Package} ${Version} ${Architecture}', file], { encoding: 'utf8' })).toBe(
    `classwright 1.2.3 ${debArchitecture}`,
  );
  expect(execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8' })).toMatch(/-rw-r----- root\/root .* \.\/etc\/classwright\/classwright\.conf/);
  expect(readFileSync(file).equals(await writeDeb(options))).toBe(true);
});
