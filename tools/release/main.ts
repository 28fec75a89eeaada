// `npm run release` makes the files of a release. It is called with the folder of the built web app and the file of the bundled
// server, and with --to and a folder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { writeChanges } from './changes.ts';
import { collectContents, withFolders } from './contents.ts';
import { debArchitecture, writeDeb } from './deb.ts';
import { writeLicenses } from './licenses.ts';
import { type Lock, listDelivered } from './packages.ts';
import { writeSbom } from './sbom.ts';
import { type Entry, writeTar } from './tar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { web, program, to } = parseArgs({
  options: { web: { type: 'string' }, program: { type: 'string' }, to: { type: 'string', default: 'release' } },
}).values;
if (web === undefined || program === undefined) throw new Error('It is called by npm run release.');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const name = `classwright-${version}-linux-${process.arch}`;
const delivered = listDelivered(JSON.parse(read('package-lock.json')) as Lock);
const seconds = findTime();
const licenses = writeLicenses(root, delivered);
const sbom = writeSbom({ version, delivered, seconds });
const contents = withTexts(collectContents({ root, web: resolve(web), program: resolve(program), delivered }));

const folder = resolve(root, to);
mkdirSync(folder, { recursive: true });
const made: string[] = [];
const write = (file: string, content: string | Buffer): void => {
  writeFileSync(join(folder, file), content);
  made.push(file);
};

write(`classwright-${version}-changes.md`, writeChanges(read('CHANGELOG.md'), version));
write(`classwright-${version}-licenses.txt`, licenses);
write(`${name}.cdx.json`, sbom);
await writeArchive(`${name}.tar.gz`);
write(`classwright_${version}_${debArchitecture}.deb`, await writeDeb({ root, version, contents, seconds }));
const sums = made.toSorted().map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')}  ${file}\n`,
);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
console.log(`${folder}: ${[...made, 'SHA256SUMS'].join(', ')}`);
console.log(`Unpacked, the release takes up ${megabytes(contents.reduce((sum, entry) => sum + measure(entry), 0))} of a disk with blocks of 4 KB.`);

/** The licenses and the bill of materials are in the archive as well. */
function withTexts(entries: readonly Entry[]): Entry[] {
  const text = (path: string, content: string): Entry => ({ path, mode: 0o644, is: 'file', content: Buffer.from(content) });
  return [...entries, text('LICENSES.txt', licenses), text('sbom.cdx.json', sbom)];
}

async function writeArchive(file: string): Promise<void> {
  const inFolder = withFolders(contents.filter(({ is }) => is !== 'folder').map((entry): Entry => ({ ...entry, path: `${name}/${entry.path}` })));
  const path = join(folder, file);
  rmSync(path, { force: true });
  await pipeline(Readable.from(writeTar(inFolder, seconds)), createGzip({ level: 6 }), createWriteStream(path));
  made.push(file);
}

/** Returns the time of all files, in seconds since 1970: that of the commit, or SOURCE_DATE_EPOCH. Browsers compare it, so it must rise. */
function findTime(): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH || 0);
  if (given > 0) return Math.floor(given);
  try {
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim());
  } catch {
    console.error('This folder is no clone with its history, so the time of the release is not known. Set SOURCE_DATE_EPOCH to it, in seconds since 1970.');
    process.exit(1);
  }
}

function measure(entry: Entry): number {
  if (entry.is !== 'file') return entry.is === 'folder' ? 4096 : 0;
  const { length } = typeof entry.content === 'string' ? readFileSync(entry.content) : entry.content;
  return Math.ceil(length / 4096) * 4096;
}
