// Runs npm on the Node that the lockfile names. On an older one npm silently leaves out those packages of a platform
// that ask for a newer Node, and the installation then does not work.
import { spawn } from 'node:child_process';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inRoot, node, root } from './paths.mjs';
import { follow } from './run.mjs';

const bootstrap = inRoot('.node-bootstrap');
const ownCache = inRoot('.npm-cache');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the lockfile's packages. `onStart` receives the process of every npm that is started. Returns its exit code;
 * 128 and more when a signal ended it.
 */
export async function installLocked(nodeVersion, onStart) {
  try {
    const newer = isOlder(process.versions.node, nodeVersion) ? await fetchNode(nodeVersion, onStart) : null;
    const code = await npm(['ci', '--include=dev', '--include=optional', ...quiet], { cwd: root, on: newer, onStart });
    if (code === 0 && !existsSync(node)) placeNode(newer ?? (await fetchNode(nodeVersion, onStart))); // its install script was not allowed to run
    return code;
  } finally {
    for (const folder of [bootstrap, ownCache]) rmSync(folder, { recursive: true, force: true });
  }
}

function isOlder(version, wanted) {
  return Number(version.split('.')[0]) < Number(wanted.split('.')[0]);
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

function placeNode(program) {
  if (program === null) return;
  mkdirSync(dirname(node), { recursive: true });
  copyFileSync(program, node);
}

/**
 * Checks whether the home folder is writable. A service's user often has none, and npm would fail to store its cache.
 */
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
  const isKnown = cli !== undefined && basename(cli) === 'npm-cli.js';
  const child = isKnown ? spawn(on ?? process.execPath, [cli, ...args], { cwd, stdio: 'inherit', env }) : spawn('npm', args, { cwd, stdio: 'inherit', env });
  onStart(child);
  return follow(child);
}
