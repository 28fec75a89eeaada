import { parseArgs } from 'node:util';
import { StartRefusal } from '../platform/start-refusal.ts';

interface Command {
  /** The sentence that says what was not done. */
  inVain: string;
  /** The line that `--help` prints: how the command is called and what it does. */
  help: string;
  /** Does it, with what was named behind the command; returns whether all is well. */
  work: (named: string[]) => Promise<boolean>;
}

/** Runs one of the commands beside `npm start`: 0 when `work` says that all is well, else 1, with one sentence why. */
export async function runMaintenance({ inVain, help, work }: Command): Promise<void> {
  process.umask(0o077); // what it writes is nobody else's to read
  try {
    const { values, positionals } = parseNamed(help);
    if (values.help) console.log(help);
    else if (!(await work(positionals))) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartRefusal) console.error(`\n${inVain} ${error.message}\n`);
    else console.error(`\n${inVain} The reason:\n`, error);
  }
}

function parseNamed(help: string) {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h', default: false } } });
  } catch {
    throw new StartRefusal(`It has no such option.\n\n${help}`);
  }
}
