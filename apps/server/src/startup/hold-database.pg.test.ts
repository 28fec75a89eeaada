import { expect, inject, test } from 'vitest';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { holdDatabase } from './hold-database.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const quiet = { onWait: () => undefined, onTrouble: () => undefined };

test('[B323] a database is served by one process at a time: a second one waits a while, then is refused in a sentence', async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const told: string[] = [];
    const first = await holdDatabase({ connection, ...quiet });
    await expect(holdDatabase({ connection, ...quiet, onWait: (message) => told.push(message), patienceMs: 600 })).rejects.toThrow(
      'Another Classwright is already serving this database. Stop it first: one process at a time serves a school.',
    );
    expect(told).toEqual(['Another Classwright is serving this database. Waiting for it to end.']);
    await first.release();
    await (await holdDatabase({ connection, ...quiet })).release();
  });
});

test('when the connection of the lock breaks it is taken again, and nobody else gets in for good unnoticed', { timeout: 60_000 }, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const trouble: string[] = [];
    const first = await holdDatabase({ connection, onWait: () => undefined, onTrouble: (message) => trouble.push(message) });
    const cut = () =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'classwright lock' AND datname = current_database()`);
    await cut();
    const other = await holdDatabase({ connection, ...quiet }); // in the seconds in which nobody holds it
    await expect.poll(() => trouble, { timeout: 20_000 }).toEqual([expect.stringContaining('Another Classwright serves this database as well')]);
    await other.release();
    const held = async () =>
      (await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${4_202_411_708 % 2 ** 32} AND granted`)).rowCount;
    await expect.poll(held, { timeout: 20_000 }).toBe(1);
    await first.release();
    await expect.poll(held, { timeout: 10_000 }).toBe(0);
  });
});
