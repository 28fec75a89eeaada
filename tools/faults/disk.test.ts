import { setTimeout as pause } from 'node:timers/promises';
import { createDatabaseStore } from '../../apps/web/src/base/keeping/device-store.ts';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { type DeviceDatabases, type DiskFault, spoilDatabases } from './disk.ts';

/** Returns the databases of a browser with this fault. */
const faulty = (kind: DiskFault) =>
  spoilDatabases(new IDBFactory() as unknown as DeviceDatabases, kind) as unknown as Parameters<typeof createDatabaseStore>[1];
const item = (key: string) => ({ key, account_id: 1, order: 1 });
const write = (key: string) => () => ({ put: [item(key)], remove: [], result: undefined });

test('[B3083] a full disk takes as many records as it has room for, keeps them, and says why it takes no more', async () => {
  const store = createDatabaseStore<ReturnType<typeof item>>('phone', faulty({ kind: 'full', afterWrites: 2 }));
  await store.apply(1, write('a'));
  await store.apply(1, write('b'));
  await expect(store.apply(1, write('c'))).rejects.toThrow('the disk is full');
  expect((await store.list(1)).map(({ key }) => key)).toEqual(['a', 'b']);
});

test('[B3083] a database that opens late has what was stored in the meantime, and opens at once the next time', async () => {
  const factory = faulty({ kind: 'slow', opensAfterMs: 60 });
  const [late, soon] = [createDatabaseStore<ReturnType<typeof item>>('phone', factory), createDatabaseStore<ReturnType<typeof item>>('phone', factory)];
  const order: string[] = [];
  const read = late.list(1).then((items) => [order.push('late'), items]);
  await soon.apply(1, write('a'));
  order.push('soon');
  expect(await read).toEqual([2, [item('a')]]);
  expect(order).toEqual(['soon', 'late']);
});

test('[B3083] a database that the browser closes is opened again by the page, and has what was stored', async () => {
  const store = createDatabaseStore('phone', faulty({ kind: 'lost', closesAfterMs: 5 }));
  for (const key of ['a', 'b', 'c']) {
    await store.apply(1, write(key));
    await pause(12);
  }
  expect(await store.list(1)).toHaveLength(3);
});

test('[B3083] a connection that responds no more ends nothing after its last transaction, and one that is opened then has what was stored', async () => {
  const factory = faulty({ kind: 'stuck', afterTransactions: 1 });
  const stuck = createDatabaseStore<ReturnType<typeof item>>('phone', factory);
  await stuck.apply(1, write('a'));
  const ended = stuck.list(1).then(
    () => 'ended',
    () => 'ended',
  );
  expect(await Promise.race([ended, pause(100, 'nothing')])).toBe('nothing');
  expect(await createDatabaseStore<ReturnType<typeof item>>('phone', factory).list(1)).toEqual([item('a')]);
});
