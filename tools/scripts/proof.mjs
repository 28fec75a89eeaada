// `npm run proof` runs the test files named `*.proof.test.ts` and `*.proof.journey.ts`. They take minutes each, and a small
// change seldom breaks one of them alone: storms, the scaffold, upgrades from old data, restores, trial data, long properties,
// faults over many processes, long walks in the browser. Run it before a change is taken. `npm run proof -- --changed` runs
// those that the change can affect, as with `npm test`.
import { isProof, runSuite } from './lib/suite.mjs';

await runSuite({
  command: 'proof',
  parts: { proof: ['proof'], journeys: ['proof-journeys'] },
  steps: [['proof'], ['journeys']],
  holds: isProof,
  about: 'The change also asks for these, which npm test -- --changed runs:',
});
