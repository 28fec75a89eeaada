import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findPort } from '../../testing/free-port.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { listRunningStarts } from '../../startup/running-starts.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

interface VersionOptions {
  version: string;
  /** Migrations after those of this version, as SQL by name. */
  migrations?: Readonly<Record<string, string>>;
  /** The program in place of the product's own, for a version that does not start. */
  main?: string;
}

/** Makes a folder like that of a release: this version's program with another number, and with further migrations. */
export function makeVersion({ version, migrations = {}, main }: VersionOptions): string {
  const folder = join(temporaryFolder(), version);
  mkdirSync(join(folder, 'apps/server'), { recursive: true });
  for (const name of ['src', 'migrations', 'package.json']) cpSync(join(root, 'apps/server', name), join(folder, 'apps/server', name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const said = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...said, version }));
  const last = readdirSync(join(root, 'apps/server/migrations')).filter((name) => name.endsWith('.sql')).length;
  for (const [index, [name, sql]] of Object.entries(migrations).entries())
    writeFileSync(join(folder, 'apps/server/migrations', `${String(last + index + 1).padStart(4, '0')}_${name}.sql`), sql);
  if (main !== undefined) writeFileSync(join(folder, 'apps/server/src/main.ts'), main);
  writeStartScript(folder);
  return folder;
}

/**
 * Makes a folder with the program of an older commit, on today's packages: the one that brought the migration with this number.
 * Returns null without the history that has it.
 */
export function makeOlderVersion(migration: number): string | null {
  const git = (...args: string[]): Buffer => execFileSync('git', ['-C', root, ...args], { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
  const file = readdirSync(join(root, 'apps/server/migrations')).find((name) => name.startsWith(String(migration).padStart(4, '0')));
  const folder = join(temporaryFolder(), `at-${migration}`);
  try {
    const commit = git('log', '--diff-filter=A', '--format=%H', '--', `apps/server/migrations/${file}`).toString().trim().split('\n').at(-1);
    if (!commit) return null;
    mkdirSync(join(folder, 'node_modules/@classwright'), { recursive: true });
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, 'package.json', 'apps/server', 'packages') });
  } catch {
    return null;
  }
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@classwright') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(folder, 'packages'))) symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@classwright', name));
  writeStartScript(folder);
  return folder;
}

function writeStartScript(folder: string): void {
  writeFileSync(join(folder, 'classwright'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${folder}/apps/server/src/main.ts" "$@"\n`, { mode: 0o755 });
}

export interface Installation {
  env: Record<string, string>;
  address: string;
  config: { dataDir: string; databaseUrl: string | null };
}

/** Names the settings of an installation in a data folder. All processes that run on it end with the test. */
export async function makeInstallation(dataDir: string, databaseUrl: string | null = null): Promise<Installation> {
  const port = await findPort();
  const config = { dataDir, databaseUrl };
  onTestFinished(async () => {
    for (const { pid } of listRunningStarts(config)) process.kill(pid, 'SIGKILL');
    await untilEnded(config);
  });
  return {
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      ROLES: 'all',
      WARM_UP: 'off',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    address: `http://127.0.0.1:${port}`,
    config,
  };
}

async function untilEnded(config: Installation['config']): Promise<void> {
  while (listRunningStarts(config).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

export interface Run {
  child: ChildProcess;
  output(): string;
  /** Resolves to the exit code, or null after a signal. */
  ended: Promise<number | null>;
  /** Resolves once the output contains a text, or the program has ended. */
  until(text: string): Promise<void>;
}

/** Runs a program of a version with only these settings. */
export function runProgram(folder: string, program: string, args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const surrounding = { NODE_NO_WARNINGS: '1', PATH: process.env.PATH ?? '', ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}) };
  const child = spawn(process.execPath, [join(folder, `apps/server/src/${program}.ts`), ...args], {
    env: { ...surrounding, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const look of waiting) look();
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    child,
    output: () => output,
    ended,
    until: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!output.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => resolve());
      }),
  };
}

/** Returns the status of `/readyz`, or null when nobody answers. */
export const askReady = (address: string): Promise<number | null> =>
  fetch(`${address}/readyz`, { redirect: 'error' }).then(
    (reply) => reply.status,
    () => null,
  );
