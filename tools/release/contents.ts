// Collects what a release consists of.
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { Delivered } from './packages.ts';
import type { Entry } from './tar.ts';
import { isDelivered, isNeeded } from './unneeded.ts';

interface ContentsOptions {
  /** The folder of the repository. */
  root: string;
  /** The folder of the built web app. */
  web: string;
  /** The file of the bundled server. */
  program: string;
  delivered: readonly Delivered[];
}

const ownFolders = ['apps/server/src', 'apps/server/migrations', 'packages/contract/src', 'packages/rules/src'];
const ownFiles = [
  'package.json',
  'apps/server/package.json',
  'packages/contract/package.json',
  'packages/rules/package.json',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'docs/operations.md',
];
/** A place as deep as that of a build, since the bundle names the sources from where it lies. */
const BUNDLE = 'apps/server/.builds/release';
/** Modules of ours find each other by a link in `node_modules` for each workspace. */
const workspaces = ['packages/contract', 'packages/rules'];

/** Returns the entries of a release, with folders; paths begin in its own folder. @throws Error when a package is not installed */
export function collectContents({ root, web, program, delivered }: ContentsOptions): Entry[] {
  const take = (path: string): Entry => readEntry(join(root, path), path);
  const own = ownFolders.flatMap((folder) =>
    listFiles(join(root, folder))
      .filter(isDelivered)
      .map((file) => take(`${folder}/${file}`)),
  );
  const built = listFiles(web)
    .filter((file) => !file.startsWith('.vite/')) // the build's own notes
    .map((file) => readEntry(join(web, file), `apps/web/dist/${file}`));
  const bundle = dirname(program);
  const bundled = listFiles(bundle)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readEntry(join(bundle, file), `${BUNDLE}/${file}`));
  const links: Entry[] = workspaces.map((folder) => {
    const path = `node_modules/@classwright/${posix.basename(folder)}`;
    return { path, mode: 0o777, is: 'link', target: `../../${folder}` };
  });
  const modules = delivered.filter(({ isModule }) => isModule).flatMap(({ path }) => collectPackage(root, path));
  return withFolders([
    ...own,
    ...ownFiles.map(take),
    ...built,
    ...bundled,
    ...links,
    ...modules,
    startScript(root),
    ...forContainers.map((name) => fixed(root, name)),
  ]);
}

const filesOfRelease = 'tools/release/files';
const forContainers = ['Containerfile', 'compose.yaml', '.dockerignore'];

const fixed = (root: string, name: string): Entry => ({ path: name, mode: 0o644, is: 'file', content: join(root, filesOfRelease, name) });

function startScript(root: string): Entry {
  const text = readFileSync(join(root, filesOfRelease, 'classwright.sh'), 'utf8')
    .replace('@NODE@', `node_modules/node-linux-${process.arch}/bin/node`)
    .replace('@FLAGS@', serverFlags.join(' '))
    .replace('@PROGRAM@', `${BUNDLE}/program.mjs`);
  return { path: 'classwright', mode: 0o755, is: 'file', content: Buffer.from(text) };
}

function collectPackage(root: string, path: string): Entry[] {
  const folder = join(root, path);
  if (!existsSync(join(folder, 'package.json'))) throw new Error(`The package ${path} is not installed.`);
  const files = listFiles(folder)
    .filter((file) => !file.startsWith('node_modules/') && isNeeded(file))
    .map((file) => readEntry(join(folder, file), `${path}/${file}`));
  const links = listLinks(folder, path);
  const linked = new Set(links.map((link) => link.path));
  return [...files.filter((file) => !linked.has(file.path)), ...links];
}

/** A package of the database lists links that it makes after installing. They are in the archive, so that nothing is written on a server. */
function listLinks(folder: string, path: string): Entry[] {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return [];
  return (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    .filter(({ source }) => isNeeded(source))
    .map(({ source, target }) => ({ path: `${path}/${target}`, mode: 0o777, is: 'link', target: posix.relative(posix.dirname(target), source) }));
}

/** Returns the files and links below a folder, as paths in it. */
export function listFiles(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(inside, entry.name);
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
}

/** The mode says only if a file can be run: the rest depends on who cloned and installed. */
function readEntry(file: string, path: string): Entry {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return { path, mode: 0o777, is: 'link', target: readlinkSync(file) };
  return { path, mode: stat.mode & 0o100 ? 0o755 : 0o644, is: 'file', content: file };
}

/** Adds the folders that contain the entries. */
export function withFolders(entries: readonly Entry[]): Entry[] {
  const folders = new Set<string>();
  for (const { path } of entries)
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(`${folder}/`); folder = posix.dirname(folder)) folders.add(`${folder}/`);
  return [...[...folders].map((path): Entry => ({ path, mode: 0o755, is: 'folder' })), ...entries];
}
