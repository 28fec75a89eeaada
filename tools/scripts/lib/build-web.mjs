// Builds the web app if its sources changed. One rename swaps in the result, so nobody serves half a build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { inRoot, node, root } from './paths.mjs';
import { environment, isRunning } from './run.mjs';

/** The files that affect the build. */
const sources = ['apps/web', 'packages/contract/src', 'packages/rules/src', 'package-lock.json', 'tsconfig.base.json', 'tools/scripts/lib/build-web.mjs'];
const notSources = /^(node_modules|dist|\.builds)$|\.test\.tsx?$/;
const builds = inRoot('apps', 'web', '.builds');
/** A symbolic link to the current build. */
const dist = inRoot('apps', 'web', 'dist');
const kept = 3;
/**
 * Written last, so that a folder without it is not a build (`vite build` by hand writes through the link and removes
 * it).
 */
const marker = '.complete';

/** Returns the folder of the build of the current sources, and whether the build is complete. */
export function findBuild() {
  const folder = join(builds, hashSources());
  return { folder, isComplete: existsSync(join(folder, marker)) };
}

/** Returns the folder of the current build; ends the process with a sentence when building fails. */
export function buildWeb({ folder: target, isComplete } = findBuild()) {
  try {
    if (!isComplete) build(target);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes(error.code)) throw error;
    fail(`The web app has to be built, and ${builds} cannot be written to (${error.code}).`);
  }
  try {
    point(target);
    prune(basename(target));
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error; // somebody else's clone, with a current build
  }
  return target;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(inRoot(source))).sort())
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((entry) => !notSources.test(entry))
    .flatMap((entry) => listFiles(join(path, entry)));
}

function build(target) {
  console.log('Building the web app.');
  const part = `${target}.${process.pid}`;
  mkdirSync(builds, { recursive: true });
  for (const entry of readdirSync(builds))
    if (/\.\d+$/.test(entry) && !isRunning(Number(entry.split('.').at(-1)))) rmSync(join(builds, entry), { recursive: true, force: true });
  const args = [
    inRoot('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    'apps/web',
    '--outDir',
    part,
    '--emptyOutDir',
    '--logLevel',
    'warn',
    '--configLoader',
    'native',
  ];
  // A test runner sets NODE_ENV to test, which would include React's own checks in the build.
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment({ NODE_ENV: 'production' }) });
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true });
    fail('The web app could not be built; the reason is above.');
  }
  writeFileSync(join(part, marker), '');
  if (existsSync(target) && !existsSync(join(target, marker))) rmSync(target, { recursive: true, force: true });
  try {
    renameSync(part, target);
  } catch {
    rmSync(part, { recursive: true, force: true }); // another start built the same in the meantime
  }
}

function point(target) {
  const link = relative(join(dist, '..'), target);
  const stat = lstatSync(dist, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() && readlinkSync(dist) === link) return;
  if (stat && !stat.isSymbolicLink()) rmSync(dist, { recursive: true, force: true }); // a build made by hand
  const next = `${dist}.${process.pid}`;
  rmSync(next, { force: true });
  symlinkSync(link, next);
  renameSync(next, dist);
}

/** Keeps a few builds, since a running server may still serve an older one. */
function prune(current) {
  const now = new Date();
  utimesSync(join(builds, current), now, now);
  const byAge = readdirSync(builds)
    .filter((entry) => !/\.\d+$/.test(entry))
    .map((entry) => ({ entry, at: statSync(join(builds, entry)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { entry } of byAge.slice(kept)) rmSync(join(builds, entry), { recursive: true, force: true });
}

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
