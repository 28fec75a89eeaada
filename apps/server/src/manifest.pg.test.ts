import { readdirSync } from 'node:fs';
import { channels, contract } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldManifests, type Listener } from './manifest.ts';

import type { JobKind } from './platform/jobs/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const kind = (name: string): JobKind<never> => ({ kind: name, tries: 1, run: async () => undefined });
const task = (name: string) => ({ name, everyMinutes: 1, run: async () => undefined });
const rule = (prefix: string, ids: number[] = []) => ({ prefix, authorise: async (_: Listener, id: number) => (ids.includes(id) ? {} : null) });

test('every module hands over a manifest, and every call of the contract is implemented once', () => {
  const wings = new URL('./modules/', import.meta.url);
  const folders = readdirSync(wings).flatMap((wing) => readdirSync(new URL(wing, wings)));
  const called = Object.keys(app.server.modules);
  for (const folder of folders) expect(called).toContain(folder);
  const implemented = app.server.folded.implementations.map(({ endpoint }) => endpoint.name);
  expect(implemented.toSorted()).toEqual(contract.map(({ name }) => name).toSorted());
});

test('every channel that the contract names has one rule', async () => {
  const prefixes = Object.values<{ channels?: readonly { prefix: string }[] }>(app.server.modules).flatMap((module) => module.channels ?? []);
  expect(prefixes.map(({ prefix }) => `${prefix}-7`).toSorted()).toEqual(
    Object.values(channels)
      .map((of) => of(7))
      .toSorted(),
  );
});

test('what two modules hand over under one name is refused at the start', () => {
  expect(() => foldManifests([{ jobs: [kind('a')] }, { jobs: [kind('b'), kind('a')] }])).toThrow('job kind a');
  expect(() => foldManifests([{ housekeeping: [task('x')] }, { housekeeping: [task('x')] }])).toThrow('housekeeping task x');
  expect(() => foldManifests([{ channels: [rule('private-x')] }, { channels: [rule('private-x')] }])).toThrow('channel prefix private-x');
});

test('a channel is asked of the rule of its prefix; of any other name the answer is no', async () => {
  const { authoriseChannel } = foldManifests([{ channels: [rule('private-x', [7])] }, { channels: [rule('private-x-y', [8])] }]);
  const ask = (channel: string) => authoriseChannel({} as Listener, channel);
  expect([await ask('private-x-7'), await ask('private-x-y-8')]).toEqual([{}, {}]);
  for (const channel of [
    'private-x-8',
    'private-x-07',
    'private-x-0',
    'private-x-',
    'private-x',
    'private-x-y-7',
    'private-z-7',
    `private-x-${'7'.repeat(17)}`,
    '',
  ])
    expect(await ask(channel)).toBe(null);
});
