import { StartRefusal } from '../platform/start-refusal.ts';

/** Runs one of the commands beside `npm start`: 0 when `work` says that all is well, else 1, with one sentence why. */
export async function runMaintenance(inVain: string, work: () => Promise<boolean>): Promise<void> {
  process.umask(0o077); // what it writes is nobody else's to read
  try {
    if (!(await work())) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartRefusal) console.error(`\n${inVain} ${error.message}\n`);
    else console.error(`\n${inVain} The reason:\n`, error);
  }
}
