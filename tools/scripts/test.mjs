// `npm test`: everything, with a database server and a browser of its own. `npm test -- pg` runs one part:
// check, unit (with dom), pg or e2e. Ends with the sum of all.
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildWeb } from './lib/build-web.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { runVitest } from './lib/vitest.mjs';

const parts = {
  check: runChecks,
  unit: () => runVitest(['unit', 'dom'], 8),
  pg: () => runVitest(['pg'], 14),
  e2e: () => runVitest(['e2e'], 14),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(', ')}. The parts are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

await ensureInstalled();
buildWeb();
const sum = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}\n`);
  const counts = await run();
  for (const key of Object.keys(sum)) sum[key] += counts[key];
  lines.push(`${name}: ${inWords(counts)}`);
}
console.log(`\n${lines.join('\n')}\n${inWords(sum)}`);
mkdirSync(inRoot('node_modules', '.cache'), { recursive: true });
writeFileSync(inRoot('node_modules', '.cache', 'test-sum.txt'), `${inWords(sum)}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
