import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import config from '../vite.config.ts';
import { zodPlugin } from './zod-plugin.ts';

const DEFINITIONS = fileURLToPath(new URL('../../../packages/contract/src/lists/index.ts', import.meta.url));

/** Builds only the definitions of the lists as one script. */
async function buildLists(alias: Rolldown.InputOptions['resolve'] | undefined, plugins: Plugin[] = []): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    resolve: alias as never,
    plugins,
    build: { write: false, minify: false, lib: { entry: DEFINITIONS, formats: ['iife'], name: 'lists' } },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

const globals = () => ({ URL, TextEncoder, Intl, crypto, console, structuredClone });

/** Counts how often code was generated from text while the definitions were loaded. */
async function countEvals(alias: Rolldown.InputOptions['resolve'] | undefined): Promise<number> {
  let count = 0;
  const scope = createContext(globals());
  scope['Function'] = new Proxy(Function, { construct: () => ((count += 1), () => {}) });
  runInContext(`${await buildLists(alias)}\nglobalThis.count = Object.keys(lists.referenceLists).length`, scope);
  expect(scope['count']).toBeGreaterThan(0);
  return count;
}

test('definitions of lists make their schemas without writing code, whichever screen brings them', async () => {
  expect(await countEvals(undefined)).toBeGreaterThan(0);
  expect(await countEvals(config.resolve as never)).toBe(0);
});

test('a browser checks schemas as before and carries nothing that describes them', async () => {
  const described = 'json-schema.org';
  expect(await buildLists(undefined)).toContain(described);
  const code = await buildLists(config.resolve as never, [zodPlugin()]);
  expect(code).not.toContain(described);

  const scope = createContext(globals());
  runInContext(
    `${code}
    const { row } = lists.referenceLists[0];
    globalThis.refused = row.safeParse({}).error.issues.length;
    try { row.toJSONSchema() } catch (error) { globalThis.said = error.message }`,
    scope,
  );
  expect(scope['refused']).toBeGreaterThan(0);
  expect(scope['said']).toBe('Schemas are described on the server only');
});
