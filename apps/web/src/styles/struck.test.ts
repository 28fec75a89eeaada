import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

test('[B1561] nothing is struck through but a grade that a newer one replaced: what is finished would read as canceled', () => {
  const striking = globSync('**/*.css', { cwd: root }).filter((path) => readFileSync(root + path, 'utf8').includes('line-through'));
  expect(striking).toEqual(['features/class/gradebook/sheet/Sheet.module.css']);
});
