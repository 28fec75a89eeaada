// Places small faults by a seed, one at a time, and runs the tests that can notice each: `npm run mutants -- --seed 7`.
// Prints a line for each fault, and exits with 1 when one survived.
import { readSources } from '../house-rules/source.ts';
import { readOptions, USAGE } from './options.ts';
import { runMutants } from './run.ts';

if (process.argv.includes('--help')) console.log(USAGE);
else {
  try {
    process.exitCode = await runMutants(readOptions(process.argv.slice(2)), { sources: readSources(), print: (line) => console.log(line) });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 1;
  }
}
