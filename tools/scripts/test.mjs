// `npm test`: what a change is checked with every day, with a database server and a browser of its own; `npm run proof` runs
// the rest. `npm test -- pg` runs one part: check, unit (with dom), pg or e2e. `npm test -- --changed` runs the tests that can
// tell of what is changed here, since the branch left main or, with `--changed=REVISION`, since then. Ends with the slowest
// files, the time of each part and the sum of all.
import { availableParallelism } from 'node:os';
import { runChecks } from './lib/checks.mjs';
import { isProof, runSuite } from './lib/suite.mjs';

await runSuite({
  command: 'test',
  parts: { check: runChecks, unit: ['unit', 'dom'], pg: ['pg'], e2e: ['e2e'] },
  // Journeys and the tests with a database wait half of their time, and need four processors between them: on two, side by
  // side, a journey took four times as long.
  steps: availableParallelism() < 4 ? [['check'], ['unit'], ['pg'], ['e2e']] : [['check'], ['unit'], ['pg', 'e2e']],
  holds: (file) => !isProof(file),
  about: 'The change also asks for these, which npm run proof -- --changed runs:',
});
