// `npm run bench` runs every file in tools/bench, one after the other, since they measure. `npm run bench -- name` runs
// those whose names begin so; `--help` prints what they measure, and runs none. Words that match no bench are passed to
// those that run: `npm run bench -- hostile-calls search zip`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';
import { serverFlags } from './lib/server-flags.mjs';

await ensureInstalled();
const folder = inRoot('tools', 'bench');
const all = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith('.bench.ts')).sort();
const isHelp = process.argv.includes('--help');
const words = process.argv.slice(2).filter((argument) => argument !== '--help');
const wanted = words.filter((word) => all.some((file) => file.startsWith(word)));
const rest = words.filter((word) => !wanted.includes(word));
const chosen = all.filter((file) => words.length === 0 || wanted.some((name) => file.startsWith(name)));
if (chosen.length === 0) {
  console.error(`There is no such bench. There are: ${all.map((file) => file.replace('.bench.ts', '')).join(', ') || 'none'}.`);
  process.exit(1);
}
for (const file of chosen) {
  console.log(`\n${file.replace('.bench.ts', '')}`);
  if (isHelp) {
    console.log(describe(file));
    continue;
  }
  const code = await runNode([...serverFlags, `tools/bench/${file}`, ...rest]);
  if (code !== 0) process.exitCode = code;
}

/** Returns a bench's description from the first comment of its file. */
function describe(file) {
  const comment = /\/\*\*(.*?)\*\//su.exec(readFileSync(inRoot('tools', 'bench', file), 'utf8'))?.[1] ?? '';
  return comment.replace(/^ *\* ?/gmu, '').trim();
}
