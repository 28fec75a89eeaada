import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The style sheets that strike something through, each with its reason. */
const STRUCK = {
  'features/class/gradebook/sheet/Sheet.module.css': 'a grade that a newer one replaced',
  'features/lesson/live/desk/PhaseStepper.module.css': 'a form that a lesson ended without, which its hidden words say too',
};

test('[B1561] nothing is struck through but what was replaced or left out: what is finished would read as canceled', () => {
  const striking = globSync('**/*.css', { cwd: root }).filter((path) => readFileSync(root + path, 'utf8').includes('line-through'));
  expect(striking.toSorted()).toEqual(Object.keys(STRUCK));
});
