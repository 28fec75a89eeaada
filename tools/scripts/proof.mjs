// `npm run proof`: the files of tests named `*.proof.test.ts`, which take minutes each and which no small change breaks alone:
// storms, the scaffold, upgrades from old data, restores, trial data, long properties, faults over many processes. Run it before
// a change is taken. `npm run proof -- --changed` runs those that can tell of what is changed, as with `npm test`.
import { isProof, runSuite } from './lib/suite.mjs';

await runSuite({
  command: 'proof',
  parts: { proof: ['proof'] },
  steps: [['proof']],
  holds: isProof,
  about: 'The change also asks for these, which npm test -- --changed runs:',
});
