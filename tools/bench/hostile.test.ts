import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Attack } from './hostile/attack.ts';

const folder = new URL('./hostile/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.attack.ts'));

test('[B121] a new attack is one file: each says what it does and how, and the bench takes what lies in the folder, beside its control', async () => {
  expect(files).toContain('control.attack.ts');
  expect(files.length).toBeGreaterThan(8);
  const titles: string[] = [];
  for (const file of files) {
    const attack = ((await import(new URL(file, folder).href)) as { default: Attack }).default;
    expect(typeof attack.run, file).toBe('function');
    titles.push(attack.title);
  }
  expect(new Set(titles).size).toBe(files.length);
  const bench = readFileSync(new URL('./hostile.bench.ts', import.meta.url), 'utf8');
  expect(files.filter((file) => file !== 'control.attack.ts' && bench.includes(file))).toEqual([]);
});
