// The end of `.ci/run`: what `npm test` and `npm run proof` came to together.
import { addUp, inWords, readResult } from './lib/sum.mjs';

const { lines, counts } = addUp({ test: readResult('test'), proof: readResult('proof') });
console.log([...lines, inWords(counts)].join('\n'));
process.exitCode = counts.failed > 0 ? 1 : 0;
