// `npm run wire` writes the wire's description: packages/contract/calls.gen.json and events.gen.json, with a
// line for each call and event, and docs/figures.md. With --check it writes nothing and exits with 1 when they are not current, or when the effect of the
// change on open pages is not decided yet. With --pin it decides that open pages continue to work, as they do after new
// calls.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { describeWire, hashWire, wireFiles, writeWire } from './describe.ts';
import { describeFigures, figuresFile } from './figures.ts';
import { judgeWire } from './judge.ts';
import { pinned } from './pinned.ts';

const wire = describeWire();
const wanted = writeWire(wire);
const problems: string[] = [];
const files = [
  ...Object.entries(wireFiles).map(([kind, path]) => [path, wanted[kind as keyof typeof wireFiles]] as const),
  [figuresFile, describeFigures()] as const,
];
for (const [path, text] of files) {
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) problems.push(`${path.slice(path.search(/packages.contract|docs.figures/))} is not current. Run: npm run wire`);
}
const now = { protocol: PROTOCOL_VERSION, wire: hashWire(wire) };
const pins = process.argv.includes('--pin') && now.protocol === pinned.protocol;
if (pins) {
  const file = fileURLToPath(new URL('pinned.ts', import.meta.url));
  writeFileSync(file, readFileSync(file, 'utf8').replace(pinned.wire, now.wire));
}
const judged = pins ? null : judgeWire(now, pinned);
if (judged) problems.push(judged);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log('The wire is as it was pinned.');
