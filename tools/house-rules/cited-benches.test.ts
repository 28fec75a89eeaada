import { expect, test } from 'vitest';
import { checkBenches } from './cited-benches.ts';

test('a bench that no page cites is refused; the table of speed.md and a command in any page cite one', () => {
  const pages = new Map([
    ['docs/speed.md', 'See `finish`.\n\n| what | goal | measured | bench |\n|---|---|---|---|\n| a join | 1 s | `0.05` s | `join`, `cycle` |\n'],
    ['docs/censorship.md', 'Measured by `npm run bench -- censorship`.'],
    ['docs/house.md', '| a `finish` | `finish` |\n'],
  ]);
  const paths = ['join', 'cycle', 'censorship', 'finish'].map((name) => `tools/bench/${name}.bench.ts`);
  expect(checkBenches([...paths, 'tools/bench/lib.ts'], pages)).toEqual([
    { where: 'tools/bench/finish.bench.ts', problem: 'no page cites this bench: show its figure in docs/speed.md, or remove it' },
  ]);
});
