import { parseArgs } from 'node:util';
import { StartRefusal } from '../platform/start-refusal.ts';

interface Command {
  /** The sentence that says what was not done. */
  inVain: string;
  /** The line that `--help` prints: how to call the command, and what it does. */
  help: string;
  /** The options with a value that it knows, besides `--help`. */
  options?: readonly string[];
  /** Runs the command with its arguments and the values of its options. Returns true when all is well. */
  work: (named: string[], values: Readonly<Record<string, string | undefined>>) => Promise<boolean>;
}

/**
 * Runs one of the maintenance commands next to `npm start`. Exits with 0 when `work` returns true, otherwise with 1 and
 * one sentence that says why.
 */
export async function runMaintenance({ inVain, help, options = [], work }: Command): Promise<void> {
  process.umask(0o077); // nobody else may read its files
  try {
    const { values, positionals } = parseNamed(help, options);
    const { help: isHelp, ...given } = values;
    if (isHelp) console.log(help);
    else if (!(await work(positionals, given as Record<string, string>))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartRefusal) console.error(`\n${inVain} ${error.message}\n`);
    else console.error(`\n${inVain} The reason:\n`, error);
  }
}

function parseNamed(help: string, options: readonly string[]) {
  const valued = Object.fromEntries(options.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ allowPositionals: true, options: { ...valued, help: { type: 'boolean' as const, short: 'h', default: false } } });
  } catch {
    throw new StartRefusal(`It has no such option.\n\n${help}`);
  }
}
