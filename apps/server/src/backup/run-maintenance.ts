import { parseArgs } from 'node:util';
import { StartRefusal } from '../platform/start-refusal.ts';

interface Command {
  /** The sentence that says what was not done. */
  inVain: string;
  /** The line that `--help` prints: how to call the command, and what it does. */
  help: string;
  /** Options next to `--help`. */
  options?: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Runs the command with its arguments and options. Returns true when all is well. */
  work: (named: string[], options: Readonly<Record<string, string | boolean | undefined>>) => Promise<boolean>;
}

/**
 * Runs one of the maintenance commands next to `npm start`. Exits with 0 when `work` returns true, otherwise with 1 and
 * one sentence that says why.
 */
export async function runMaintenance({ inVain, help, options = {}, work }: Command): Promise<void> {
  process.umask(0o077); // nobody else may read its files
  try {
    const { values, positionals } = parseNamed(help, options);
    if (values.help) console.log(help);
    else if (!(await work(positionals, values))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartRefusal) console.error(`\n${inVain} ${error.message}\n`);
    else console.error(`\n${inVain} The reason:\n`, error);
  }
}

function parseNamed(
  help: string,
  options: NonNullable<Command['options']>,
): {
  values: Readonly<Record<string, string | boolean | undefined>>;
  positionals: string[];
} {
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean', short: 'h', default: false } } });
  } catch {
    throw new StartRefusal(`It has no such option.\n\n${help}`);
  }
}
