import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from '../platform/config.ts';
import { settingNames } from '../platform/settings/read.ts';

/** A process of the product that a person or a service started. Those that it launched itself are not listed. */
export interface RunningStart {
  pid: number;
  /** The folder of its version: a release, or a clone. */
  folder: string;
  version: string;
  /** Its arguments that a later start needs again, such as `--role web`. */
  args: string[];
  /** The settings of its environment and of its settings file. */
  settings: Record<string, string>;
  /** The systemd unit that keeps it, or null. */
  unit: string | null;
}

const PROGRAM = 'apps/server/src/main.ts';

/**
 * Lists the other starts of any version that run on this machine for one installation, by what the system says of its processes.
 * Processes of other users are not seen, unless root asks.
 */
export function listRunningStarts(config: Pick<Config, 'dataDir' | 'databaseUrl'>): RunningStart[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => readStart(Number(pid)) ?? [])
    .filter((start) => isOf(start, config));
}

/** Returns what is known of a process, or null for another program, and for one that has ended. */
function readStart(pid: number): RunningStart | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const at = command.findIndex((part) => part === PROGRAM || part.endsWith(`/${PROGRAM}`));
    if (at < 1 || command.includes('--launched')) return null;
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    const folder = resolve(cwd, command[at]!.slice(0, -PROGRAM.length));
    const files = command.slice(0, at).flatMap((part) => (part.startsWith('--env-file=') ? [part.slice('--env-file='.length)] : []));
    const environment = Object.fromEntries(
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const said: Record<string, string | undefined> = {
      ...files.reduce((all, file) => ({ ...all, ...parseEnv(readFileSync(resolve(cwd, file), 'utf8')) }), {}),
      ...environment,
    };
    const settings = Object.fromEntries(
      Object.entries(said).filter((entry): entry is [string, string] => settingNames.has(entry[0]) && entry[1] !== undefined),
    );
    settings.DATA_DIR = resolve(cwd, settings.DATA_DIR?.trim() || './data');
    return {
      pid,
      folder,
      version: readVersionOf(folder) ?? 'unknown',
      args: keepArguments(command.slice(at + 1)),
      settings,
      unit: readUnitFrom(readFileSync(`/proc/${pid}/cgroup`, 'utf8')),
    };
  } catch {
    return null; // it has ended, or is another user's
  }
}

/** Returns the arguments without those that the next start finds out again. */
function keepArguments(given: readonly string[]): string[] {
  const dropped = new Set(['--program', '--web', '--built-by']);
  return given.filter((part, at) => !dropped.has(part) && !dropped.has(given[at - 1] ?? ''));
}

function isOf({ settings }: RunningStart, { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  try {
    const own = readConfig(settings);
    return databaseUrl === null ? own.databaseUrl === null && own.dataDir === dataDir : own.databaseUrl === databaseUrl;
  } catch {
    return false; // with settings that this version refuses it belongs to nothing that we know
  }
}

/** Returns the version in a folder of a release or a clone, or null where there is none. */
export function readVersionOf(folder: string): string | null {
  try {
    const said = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown; version?: unknown };
    return said.name === 'classwright' && typeof said.version === 'string' ? said.version : null;
  } catch {
    return null;
  }
}

/** Returns the unit of the product that a process's `cgroup` file names, or null. */
export function readUnitFrom(cgroup: string): string | null {
  return /\/system\.slice\/(?:[^\n]*\/)?(classwright[^/\n]*\.service)(?:\/|$)/m.exec(cgroup)?.[1] ?? null;
}

/** Returns true while a process exists that has not ended, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return /^State:\s+[^ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
