import { connect as dial, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { withClient, withScratchDatabase } from '../../testing/scratch-database.ts';
import { toAppError, toErrorBody } from '../http/errors.ts';
import { connect } from './connect.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/**
 * Starts a proxy between a pool and its server. It can stop responding on its current connections, as a firewall does.
 */
async function startProxy({ host, port }: { host: string; port: number }) {
  let lines: { inside: Socket; outside: Socket }[] = [];
  const server = createServer((inside) => {
    const outside = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    for (const socket of [inside, outside]) socket.on('error', () => undefined);
    inside.pipe(outside).pipe(inside);
    lines.push({ inside, outside });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const { inside, outside } of lines) for (const socket of [inside, outside]) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    fallSilent() {
      for (const { inside, outside } of lines) {
        inside.unpipe(outside);
        outside.unpipe(inside);
        inside.resume();
        outside.resume();
      }
      const silenced = lines.length;
      lines = [...lines];
      return silenced;
    },
  };
}

test('[B324] connections that fall silent are ended, so that calls fail as if the server were away and the next ones succeed', {
  timeout: 60_000,
}, async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const proxy = await startProxy(connection);
    const { db } = connect({
      connection: { ...connection, host: '127.0.0.1', port: proxy.port },
      maxConnections: 4,
      longestSilenceMs: 1500,
      onError: () => undefined,
    });
    onTestFinished(() => db.destroy().catch(() => undefined));
    const ask = () => sql`SELECT 1 AS one, pg_sleep(0.05)`.execute(db);
    await Promise.all([1, 2, 3, 4].map(ask));
    expect(proxy.fallSilent()).toBe(4);
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() =>
        ask().then(
          () => null,
          (error: unknown) => toAppError(error)?.code,
        ),
      ),
    );
    expect(outcomes).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    await Promise.all([1, 2, 3, 4].map(ask));
  });
});

test('a statement that takes its time, and connections nobody uses, are left alone', { timeout: 60_000 }, async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const errors: Error[] = [];
    const { db } = connect({ connection, maxConnections: 2, longestSilenceMs: 2000, onError: (error) => errors.push(error) });
    onTestFinished(() => db.destroy());
    const pid = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid;
    const first = await pid();
    await sleep(3500);
    expect(await pid()).toBe(first);
    await sql`SELECT pg_sleep(1)`.execute(db);
    expect(errors).toEqual([]);
  });
});

test('a connection that breaks is told without what it holds: its keys would stand in the log', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const errors: Error[] = [];
    const { db } = connect({ connection, maxConnections: 1, onError: (error) => errors.push(error) });
    onTestFinished(() => db.destroy());
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
    await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(errors.flatMap((error) => Object.keys(error))).not.toContain('client');
  });
});

test('[B2070] a server that stops while the pool is being closed is no trouble of ours: a start that was refused says its sentence alone', async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const errors: Error[] = [];
    const { db, pool } = connect({ connection, maxConnections: 1, onError: (error) => errors.push(error) });
    const opened = new Promise<pg.PoolClient>((resolve) => void pool.once('connect', resolve));
    await sql`SELECT 1`.execute(db);
    const client = await opened;
    const closed = db.destroy();
    await expect.poll(() => pool.ending).toBe(true);
    client.emit('error', new Error('terminating connection due to administrator command'));
    await closed;
    expect(errors).toEqual([]);
  });
});

test('[B325] a server that has given out all its connections is waited for', { timeout: 60_000 }, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const role = `${connection.database}_few`;
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 2`);
    try {
      const { db } = connect({ connection: { ...connection, user: role, password: 'few' }, maxConnections: 8, onError: () => undefined });
      await Promise.all(Array.from({ length: 24 }, () => sql`SELECT pg_sleep(0.03)`.execute(db)));
      await db.destroy();
    } finally {
      await withClient(connection, (admin) => admin.query(`DROP ROLE ${role}`));
    }
  });
});

test('whoever waits too long for what somebody else has locked is told so in words of its own, worth another try', async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const { db } = connect({ connection, maxConnections: 2, onError: () => undefined });
    onTestFinished(() => db.destroy());
    await sql`CREATE TABLE held (id integer)`.execute(db);
    const failure = await db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE held`.execute(tx);
      const second = db.transaction().execute(async (other) => {
        await sql`SET LOCAL lock_timeout = '50ms'`.execute(other);
        await sql`INSERT INTO held VALUES (1)`.execute(other);
      });
      return second.then(() => null, toAppError);
    });
    expect([failure?.code, failure?.status, failure?.params.seconds]).toEqual(['UNAVAILABLE', 503, 5]);
    expect(toErrorBody(failure!, (key) => key, 'x').message).toBe('error.UNAVAILABLE.locked');
    expect((await sql`SELECT FROM held`.execute(db)).rows).toEqual([]);
  });
});

test('[B1496] a statement that runs too long is worth another try, in words of its own, and nothing of it stays', async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const { db } = connect({ connection, maxConnections: 1, onError: () => undefined });
    onTestFinished(() => db.destroy());
    await sql`CREATE TABLE filled (id integer)`.execute(db);
    const slow = db.transaction().execute(async (tx) => {
      await sql`INSERT INTO filled VALUES (1)`.execute(tx);
      await sql`SET LOCAL statement_timeout = '50ms'`.execute(tx);
      await sql`SELECT pg_sleep(5)`.execute(tx);
    });
    const failure = await slow.then(() => null, toAppError);
    expect([failure?.code, failure?.status, failure?.params.seconds]).toEqual(['UNAVAILABLE', 503, 30]);
    expect(toErrorBody(failure!, (key) => key, 'x').message).toBe('error.UNAVAILABLE.long');
    expect((await sql`SELECT FROM filled`.execute(db)).rows).toEqual([]);
  });
});
