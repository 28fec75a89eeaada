// Runs npm on the Node that the lockfile names. On an older one npm silently leaves out those packages of a platform
// that ask for a newer Node, and the installation then does not work.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { suitsNode } from './locked-packages.mjs';
import { inRoot, root } from './paths.mjs';
import { follow } from './run.mjs';

const bootstrap = inRoot('.node-bootstrap');
const ownCache = inRoot('.npm-cache');
const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];

/**
 * Installs `packages`, which `listPackages` returned for the same `withTools`. `isAddition` means that the packages of the
 * product are installed and stay in place, since a server may be using them. `onStart` is called with the process of every npm
 * that is started. Returns the exit code of npm; 128 and more means that a signal ended it.
 */
export async function installLocked({ packages, withTools, isAddition, nodeVersion }, onStart) {
  try {
    const newer = suitsNode(packages, process.versions.node) ? null : await fetchNode(nodeVersion, onStart);
    const command = isAddition ? ['install', '--no-save'] : ['ci'];
    const code = await npm([...command, withTools ? '--include=dev' : '--omit=dev', '--include=optional', ...quiet], { cwd: root, on: newer, onStart });
    if (code === 0) dropUnread(packages);
    return code;
  } finally {
    for (const folder of [bootstrap, ownCache]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Nothing here reads these files of packages: the headers of Node, source maps, and fonts of variable width. */
const UNREAD = /node-\w+-\w+\/include$|\.map$|@fontsource-variable\/.*-(standard|full|wdth)-\w+\.woff2$/;

/** Removes a fifth of what npm has unpacked. */
function dropUnread(packages) {
  const paths = packages.flatMap(([folder]) => readdirSync(inRoot(folder), { recursive: true }).map((name) => inRoot(folder, name)));
  for (const path of paths) if (UNREAD.test(path)) rmSync(path, { recursive: true, force: true });
}

/**
 * Downloads the bare program, which needs no install script. Null when the registry does not have it for this machine.
 */
async function fetchNode(version, onStart) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  mkdirSync(bootstrap, { recursive: true });
  writeFileSync(join(bootstrap, 'package.json'), '{ "private": true }\n');
  await npm(['install', '--no-save', '--ignore-scripts', ...quiet, `${name}@${version}`], { cwd: bootstrap, on: null, onStart });
  const program = join(bootstrap, 'node_modules', name, 'bin', 'node');
  return existsSync(program) ? program : null;
}

/** A service's user often has a home that is not there; npm would fail to keep its cache in it. */
function isHomeWritable() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function npm(args, { cwd, on, onStart }) {
  const env = { ...process.env };
  const cli = env.npm_execpath;
  // The inner npm would read the outer npm's variables for scripts as settings.
  for (const name of Object.keys(env)) {
    if (/^npm_(config_|package_|lifecycle_|command)/i.test(name) && !/registry|cache|userconfig|proxy|cafile|strict_ssl/i.test(name)) delete env[name];
  }
  if (!env.npm_config_cache && !isHomeWritable()) env.npm_config_cache = ownCache;
  if (on) env.PATH = `${dirname(on)}:${env.PATH}`;
  const stdio = ['inherit', 'ignore', 'inherit']; // the caller shows the progress
  const isKnown = cli !== undefined && basename(cli) === 'npm-cli.js';
  const child = isKnown ? spawn(on ?? process.execPath, [cli, ...args], { cwd, stdio, env }) : spawn('npm', args, { cwd, stdio, env });
  onStart(child);
  return follow(child);
}
