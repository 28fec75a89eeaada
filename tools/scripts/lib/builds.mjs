// Builds from sources, in a folder for each state of them. One rename swaps in the result, so nobody reads half a build.
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
import { basename, dirname, join, relative } from 'node:path';
import { inRoot, root } from './paths.mjs';
import { isRunning } from './run.mjs';

const notSources = /^(node_modules|dist|\.builds)$|\.test\.tsx?$/;
const kept = 3;
/** Written last, so that a folder without it is not a build. */
const marker = '.complete';
const UNWRITABLE = ['EACCES', 'EROFS', 'EPERM'];

/**
 * Describes what is built in `folder`. `name`: for sentences. `sources`: the files and folders that affect it, by their paths in
 * the repository. `link`: what points to the current build, for those that start without asking for it. `make(target)`: writes it into a new
 * folder. @throws its error when it cannot be made
 */
export function createBuilds({ name, folder, link, sources, make }) {
  const hashSources = () => {
    const hash = createHash('sha256');
    for (const file of sources.flatMap((source) => listFiles(inRoot(source))).sort())
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    return hash.digest('hex').slice(0, 16);
  };

  /** Returns the folder of the build of the current sources, and if the build is complete. */
  const find = () => {
    const target = join(folder, hashSources());
    return { folder: target, isComplete: existsSync(join(target, marker)) };
  };

  async function makeWhole(target) {
    const part = `${target}.${process.pid}`;
    mkdirSync(folder, { recursive: true });
    for (const entry of readdirSync(folder))
      if (/\.\d+$/.test(entry) && !isRunning(Number(entry.split('.').at(-1)))) rmSync(join(folder, entry), { recursive: true, force: true });
    try {
      await make(part);
    } catch (error) {
      rmSync(part, { recursive: true, force: true });
      throw error;
    }
    writeFileSync(join(part, marker), '');
    if (existsSync(target) && !existsSync(join(target, marker))) rmSync(target, { recursive: true, force: true });
    try {
      renameSync(part, target);
    } catch {
      rmSync(part, { recursive: true, force: true }); // another start built the same in the meantime
    }
  }

  /** Keeps a few builds, since a running server may still read an older one. */
  function prune(current) {
    const now = new Date();
    utimesSync(join(folder, current), now, now);
    const byAge = readdirSync(folder)
      .filter((entry) => !/\.\d+$/.test(entry) && join(folder, entry) !== link)
      .map((entry) => ({ entry, at: statSync(join(folder, entry)).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    for (const { entry } of byAge.slice(kept)) rmSync(join(folder, entry), { recursive: true, force: true });
  }

  return {
    find,
    /** Resolves to the folder of the current build, made now unless there is one. @throws Error with a sentence when that fails */
    async build({ folder: target, isComplete } = find()) {
      try {
        if (!isComplete) await makeWhole(target);
      } catch (error) {
        const isUnwritable = [...UNWRITABLE, 'ENOSPC'].includes(error.code);
        throw new Error(
          isUnwritable
            ? `The ${name} has to be built, and ${folder} cannot be written to (${error.code}).`
            : `The ${name} could not be built; ${error.message}`,
          { cause: error },
        );
      }
      try {
        point(link, target);
        prune(basename(target));
      } catch (error) {
        if (!UNWRITABLE.includes(error.code)) throw error; // somebody else's clone, with a current build
      }
      return target;
    },
  };
}

function point(link, target) {
  const to = relative(dirname(link), target);
  const stat = lstatSync(link, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() && readlinkSync(link) === to) return;
  if (stat && !stat.isSymbolicLink()) rmSync(link, { recursive: true, force: true }); // a build made by hand
  const next = `${link}.${process.pid}`;
  rmSync(next, { force: true });
  symlinkSync(to, next);
  renameSync(next, link);
}

function listFiles(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((entry) => !notSources.test(entry))
    .flatMap((entry) => listFiles(join(path, entry)));
}
