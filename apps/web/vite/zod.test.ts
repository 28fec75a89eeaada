import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import config from '../vite.config.ts';

const DEFINITIONS = fileURLToPath(new URL('../../../packages/contract/src/lists/index.ts', import.meta.url));

/** How often code was written from text while the definitions of the lists, and nothing else of ours, were loaded. */
async function countEvals(alias: Rolldown.InputOptions['resolve'] | undefined): Promise<number> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    resolve: alias as never,
    build: { write: false, minify: false, lib: { entry: DEFINITIONS, formats: ['iife'], name: 'lists' } },
  })) as Rolldown.RolldownOutput[];
  let count = 0;
  const scope = createContext({ URL, TextEncoder, Intl, crypto, console, structuredClone });
  scope['Function'] = new Proxy(Function, { construct: () => ((count += 1), () => {}) });
  runInContext(`${built[0]?.output[0].code ?? ''}\nglobalThis.count = Object.keys(lists.referenceLists).length`, scope);
  expect(scope['count']).toBeGreaterThan(0);
  return count;
}

test('definitions of lists make their schemas without writing code, whichever screen brings them', async () => {
  expect(await countEvals(undefined)).toBeGreaterThan(0);
  expect(await countEvals(config.resolve as never)).toBe(0);
});
