import { expect, test } from 'vitest';
import { computePicked } from './picked.ts';

test.each([
  ['nothing', [], { all: false, ids: [] }],
  ['single ones, each once', [3, 1, 3], { all: false, ids: [3, 1] }],
  ['all, picked last, replaces what was picked before', [3, 1, 'ALL'], { all: true, ids: [] }],
  ['one that is picked after all counts, and all does not', ['ALL', 3], { all: false, ids: [3] }],
  ['all alone', ['ALL'], { all: true, ids: [] }],
] as const)('%s', (_, picks, picked) => expect(computePicked<'ALL'>(picks, 'ALL')).toEqual(picked));
