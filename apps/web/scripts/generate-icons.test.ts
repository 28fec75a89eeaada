import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawIcons, ICONS_FILE, readIconFiles } from './generate-icons.ts';

const source = new URL('../src/', import.meta.url);
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/(?:^|[/\\])icons\.ts$/.test(path))
  .map((path) => readFileSync(fileURLToPath(new URL(path, source)), 'utf8'))
  .join('\n');

test('the picture file of the icons is what every icons.ts names: npm run icons -w @classwright/web writes it', () => {
  expect(readFileSync(ICONS_FILE, 'utf8')).toBe(drawIcons());
});

test('every icon is drawn somewhere', () => {
  const named = [...readIconFiles().matchAll(/export const (Icon\w+)/g)].map(([, name]) => String(name));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
