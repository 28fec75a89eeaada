import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildServer } from './build-server.mjs';

let folder: string;
let files: { name: string; text: string }[];

beforeAll(async () => {
  const program = await buildServer();
  if (program === null) throw new Error('The server could not be bundled.');
  folder = dirname(program);
  files = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}, 60_000);

test('[B2999] each module in the bundle of the server names the place of its source, where it finds its workers and files', () => {
  const places = files.flatMap(({ text }) => [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, place]) => place!));
  expect(places.length).toBeGreaterThan(20);
  expect(places.filter((place) => !existsSync(resolve(folder, place)))).toEqual([]);
  const others = files.filter(({ text }) => text.replaceAll(/new URL\("[^"]+", import\.meta\.url\)/g, '').includes('import.meta.url'));
  expect(others.map(({ name }) => name.replace(/-.*/, ''))).toEqual(['rolldown']); // it loads packages from where it lies
});

test('[B2999] it is ASCII, so that V8 keeps a letter in one byte, and packages stay outside, where they are kept up', () => {
  expect(files.filter(({ text }) => /[^\0-\x7f]/.test(text)).map(({ name }) => name)).toEqual([]);
  const imported = new Set(files.flatMap(({ text }) => [...text.matchAll(/^(?:import|export)\b[^'"\n]*? from "([^"]+)";$/gm)].map(([, name]) => name!)));
  expect(imported).toContain('fastify');
  expect([...imported].filter((name) => name.startsWith('@classwright/'))).toEqual([]);
});
