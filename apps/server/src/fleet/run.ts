import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { environmentOf } from '../platform/config.ts';
import { ownFolder } from '../upgrade/record.ts';
import type { Ready } from './shared.ts';

/** The programs that one may run for every district, by the names of their commands. */
export const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['backup', 'make-backup'],
  ['doctor', 'doctor'],
  ['mail-test', 'send-test-mail'],
  ['schools', 'manage-schools'],
  ['status', 'status'],
  ['stop', 'stop'],
  ['verify', 'verify-backup'],
]);

/** The districts by how a program ended for them. */
export interface Outcome {
  done: string[];
  failed: string[];
  notBegun: string[];
}

export interface Work {
  /** The file of the program, without its ending. */
  program: string;
  /** Its arguments, in which {name} and {host} are those of the district. */
  args: readonly string[];
  /** True to leave the other districts alone after the first failure. */
  stopsAtFirst: boolean;
  say: (sentence: string) => void;
}

/**
 * Runs a program of this version for one district after the other, each with its own settings and no other ones. A signal goes to the
 * program that runs, and no other one begins.
 */
export async function runForEach(districts: readonly Ready[], { program, args, stopsAtFirst, say }: Work): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], notBegun: [] };
  let running: ChildProcess | null = null;
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isStopped = true;
      if (signal !== 'SIGINT') running?.kill(signal); // a terminal sends Ctrl-C to both
    });
  for (const district of districts) {
    if (isStopped || (stopsAtFirst && outcome.failed.length > 0)) {
      outcome.notBegun.push(district.name);
      continue;
    }
    say(`== ${district.name} (${district.host})`);
    const given = args.map((arg) => arg.replaceAll('{name}', district.name).replaceAll('{host}', district.host));
    running = spawn(process.execPath, [join(ownFolder, `apps/server/src/${program}.ts`), ...given], {
      env: environmentOf(district.settings),
      stdio: 'inherit',
    });
    const code = await untilEnded(running);
    (code === 0 ? outcome.done : outcome.failed).push(district.name);
  }
  return outcome;
}

const untilEnded = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });

/** Returns the outcome as one line for each kind that there is. */
export function describeOutcome({ done, failed, notBegun }: Outcome, doneAs: string): string {
  const kinds: [string, string[]][] = [
    [doneAs, done],
    ['Failed', failed],
    ['Not begun', notBegun],
  ];
  return kinds.flatMap(([kind, names]) => (names.length === 0 ? [] : [`${kind}: ${names.join(', ')}.`])).join('\n');
}
