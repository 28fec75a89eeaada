import { readdirSync } from 'node:fs';
import { channels, configGet, contract, homeGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldManifests, type Listener } from './manifest.ts';
import { type Db, inTransaction } from './platform/database/index.ts';
import { implement } from './platform/http/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import { bindListeners, defineCommittedEvent, defineTransactionEvent } from './platform/module-events.ts';
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
  expect(() => foldManifests([{ pages: { '/a': { file: 'a.html' } } }, { pages: { '/a': { file: 'b.html' } } }])).toThrow('page /a');
  const isTokenLive = async () => true;
  expect(() => foldManifests([{ services: { isTokenLive } }, { services: { isTokenLive } }])).toThrow('service isTokenLive');
});

test('a service that no module provides is refused, and one that is provided is found', () => {
  const isTokenLive = async () => true;
  const { service } = foldManifests([{}, { services: { isTokenLive } }]);
  expect(service('isTokenLive')).toBe(isTokenLive);
  expect(() => service('authenticate')).toThrow('no module provides the service authenticate');
});

test('what is left over is implemented by the module that asked for it', () => {
  const [config, home] = [implement(configGet, async () => ({}) as never), implement(homeGet, async () => ({}) as never)];
  const { implementations } = foldManifests([
    { implementsRest: (known) => (known.has(configGet) && !known.has(homeGet) ? [home] : []) },
    { implementations: [config] },
  ]);
  expect(implementations).toEqual([config, home]);
});

test('what modules know about a person is put together; a mirror is found by its channel and by its room', async () => {
  const { describePerson, mirrors } = foldManifests([
    { personContext: async () => ({ pictureUrl: '/files/7' }) },
    { personContext: async (_, { id }) => ({ courses: [{ id, name: 'Algebra', section: '1' }] }) },
    {
      mirrors: [
        { roomOf: (channel) => (channel === 'wall' ? 'room' : null), mirrorOf: (room) => (room === 'room' ? { channel: 'wall', name: 'value' } : null) },
      ],
    },
  ]);
  expect(await describePerson({} as Db, { id: 3, pictureFileId: 7 })).toEqual({
    courses: [{ id: 3, name: 'Algebra', section: '1' }],
    activeAssessment: null,
    hasActiveAssessment: false,
    hasOneRoster: false,
    hasStore: false,
    pictureUrl: '/files/7',
    unseenNotice: null,
  });
  expect([mirrors.roomOf('wall'), mirrors.roomOf('room'), mirrors.mirrorOf('room'), mirrors.mirrorOf('wall')]).toEqual([
    'room',
    null,
    { channel: 'wall', name: 'value' },
    null,
  ]);
});

test('two servers of one process do not hear each other; a listener hears within the transaction or after its commit', async () => {
  const other = await app.another();
  const [within, after] = [defineTransactionEvent<number>(), defineCommittedEvent<number>()];
  const heard: string[] = [];
  const listenAt = (db: Db, name: string) =>
    bindListeners(db, [
      within.listen(async (_tx, value) => void heard.push(`${name} within ${value}`)),
      after.listen((value) => void heard.push(`${name} after ${value}`)),
    ]);
  const stop = listenAt(app.db, 'one');
  listenAt(other.db, 'two');
  const announce = (db: Db, value: number) =>
    inTransaction(db, async (tx) => {
      after.announce(tx, value);
      await within.announce(tx, value);
    });
  await announce(app.db, 1);
  await announce(other.db, 2);
  stop();
  await announce(app.db, 3);
  await other.close();
  expect(heard).toEqual(['one within 1', 'one after 1', 'two within 2', 'two after 2']);
});

test('a listener that fails within the transaction undoes it', async () => {
  const within = defineTransactionEvent<null>();
  const stop = bindListeners(app.db, [within.listen(() => Promise.reject(new Error('not now')))]);
  await expect(inTransaction(app.db, (tx) => within.announce(tx, null))).rejects.toThrow('not now');
  stop();
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
