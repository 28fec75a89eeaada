// Writes a package for Debian and its relatives without their tools, so that it is the same bytes on every machine and needs no root.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeConf } from './conf.ts';
import { withFolders } from './contents.ts';
import { type Entry, writeTar } from './tar.ts';

interface DebOptions {
  root: string;
  version: string;
  /** The release, as `collectContents` returns it. */
  contents: readonly Entry[];
  /** The time of every file, in seconds since 1970. */
  seconds: number;
}

const filesOfPackage = 'tools/release/files/deb';
const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];
const units = ['classwright-web.service', 'classwright-jobs.service', 'classwright.service'];
const CONF = 'etc/classwright/classwright.conf';

/** Debian's names of processors. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
export const debArchitecture = architectures[process.arch] ?? process.arch;

/** Returns the entries of the package's files: the release in /opt, the units, the settings file and a link to the start script. */
export function listInstalled({ root, contents }: Pick<DebOptions, 'root' | 'contents'>): Entry[] {
  const installed = contents.map((entry): Entry => ({ ...entry, path: `opt/classwright/${entry.path}` }));
  const more: Entry[] = [
    ...units.map((name): Entry => ({ path: `usr/lib/systemd/system/${name}`, mode: 0o644, is: 'file', content: join(root, filesOfPackage, name) })),
    { path: CONF, mode: 0o640, is: 'file', content: Buffer.from(writeConf()) },
    { path: 'usr/bin/classwright', mode: 0o777, is: 'link', target: '../../opt/classwright/classwright' },
    { path: 'usr/share/doc/classwright/copyright', mode: 0o644, is: 'file', content: join(root, 'NOTICE') },
  ];
  const all = withFolders([...installed.filter(({ is }) => is !== 'folder'), ...more]);
  return [{ path: './', mode: 0o755, is: 'folder' }, ...all.map((entry): Entry => ({ ...entry, path: `./${entry.path}` }))];
}

/** Returns the entries of the package's description: the control file, the conffiles and the scripts. `kilobytes`: what it takes up. */
export function listControl({ root, version }: Pick<DebOptions, 'root' | 'version'>, kilobytes: number): Entry[] {
  const control = `Package: classwright
Version: ${version}
Architecture: ${debArchitecture}
Maintainer: The Classwright maintainers <maintainers@classwright.invalid>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, passwd
Recommends: postgresql
Section: education
Priority: optional
Description: a school learning platform around live peer-instruction lessons
 It brings its own Node.js and web app. Its database is a PostgreSQL of yours, or
 the packaged one.
`;
  const file = (path: string, mode: number, text: string): Entry => ({ path: `./${path}`, mode, is: 'file', content: Buffer.from(text) });
  return [
    { path: './', mode: 0o755, is: 'folder' },
    file('control', 0o644, control),
    file('conffiles', 0o644, `/${CONF}\n`),
    ...scripts.map((name) => file(name, 0o755, readFileSync(join(root, filesOfPackage, name), 'utf8'))),
  ];
}

/** Returns the bytes of the package. */
export async function writeDeb(options: DebOptions): Promise<Buffer> {
  const installed = listInstalled(options);
  const data = await collect(writeTar(installed, options.seconds));
  const control = await collect(writeTar(listControl(options, Math.ceil(data.length / 1024)), options.seconds));
  return writeAr(
    [
      { name: 'debian-binary', content: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', content: gzipSync(control) },
      { name: 'data.tar.gz', content: gzipSync(data) },
    ],
    options.seconds,
  );
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Returns an archive of `ar` with these members. */
export function writeAr(members: readonly { name: string; content: Buffer }[], seconds: number): Buffer {
  const pieces = members.flatMap(({ name, content }) => [
    Buffer.from(`${name.padEnd(16)}${String(seconds).padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.alloc(content.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...pieces]);
}
