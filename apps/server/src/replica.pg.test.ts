import { createServer, connect as connectTo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@classwright/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createFileStorage } from './modules/school/files/index.ts';
import { approveApp } from './modules/connections/oneroster/testing/program.ts';
import { seedDemoSchool } from './demo/index.ts';
import { connect, type Db, Replica, type ReplicaReason } from './platform/database/index.ts';
import { isHeavyRead } from './platform/http/heavy-reads.ts';
import { buildAppOn, type TestApp } from './testing/build-app.ts';
import { findDemoReads } from './testing/demo-reads.ts';
import { type Replicated, startReplicated } from './testing/replicated.ts';
import { createScenario } from './testing/scenario.ts';
import { toDatabaseUrl } from './testing/product-process.ts';
import { withClient } from './testing/scratch-database.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import { migrate } from './platform/database/migrate.ts';

/** The reasons for which a busy machine's replica is left out for a while. */
const LATE: readonly string[] = ['behind', 'silent', 'resting'];

let servers: Replicated;
beforeAll(async () => {
  servers = await startReplicated();
  await withClient({ ...servers.main, database: 'postgres' }, (client) => client.query('CREATE DATABASE plain'));
  await withClient({ ...servers.main, database: 'plain' }, (client) => client.query('CREATE TABLE note (id integer PRIMARY KEY, word text)'));
}, 120_000);
afterAll(() => servers.stop());

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  while (undo.length > 0) await undo.pop()?.();
});

interface Opened {
  main: Db;
  replica: Replica;
  warnings: string[];
  /** Lets the rest of the replica end. */
  rest: () => void;
  where: () => Record<string, number>;
}

/** Opens the database `plain` on the main server, with a replica at this server. */
function open(at: { host: string; port: number; user: string }, database = 'plain'): Opened {
  const main = connect({ connection: { ...servers.main, database: 'plain' }, maxConnections: 3, onError: () => undefined });
  const other = connect({ connection: { ...at, database }, maxConnections: 3, connectWithinMs: 1_000, onError: () => undefined });
  const warnings: string[] = [];
  let nowMs = 0;
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence), info: (_: object, sentence: string) => void warnings.push(sentence) };
  const replica = new Replica({ main: main.db, replica: other.db, log: log as never, nowMs: () => nowMs });
  undo.push(
    () => main.db.destroy(),
    () => other.db.destroy(),
  );
  return { main: main.db, replica, warnings, rest: () => void (nowMs += 61_000), where: () => Object.fromEntries(replica.counts) };
}

const write = (db: Db, word: string): Promise<unknown> =>
  sql`INSERT INTO note VALUES (1, ${word}) ON CONFLICT (id) DO UPDATE SET word = excluded.word`.execute(db);
const read = async (db: Db): Promise<{ word: string; isReplica: boolean }> =>
  (await sql<{ word: string; isReplica: boolean }>`SELECT word, pg_is_in_recovery() AS "isReplica" FROM note WHERE id = 1`.execute(db)).rows[0]!;
const onReplica = <Row>(statement: string): Promise<Row[]> =>
  withClient({ ...servers.replica, database: 'plain' }, async (client) => (await client.query<Row & pg.QueryResultRow>(statement)).rows);

/** Listens in front of the replica, and lets nothing through while it is mute. */
async function openLine(): Promise<{ at: { host: string; port: number; user: string }; mute: (isMute: boolean) => void; close: () => void }> {
  let isMute = false;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connectTo(`${servers.replica.host}/.s.PGSQL.${servers.replica.port}`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => void (isMute || to.write(bytes)));
      from.on('close', () => to.destroy()).on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { close, at: { ...servers.replica, host: '127.0.0.1', port: (server.address() as { port: number }).port }, mute: (value) => void (isMute = value) };
}

describe('heavy reads', () => {
  test('[B2980] see what was saved just before them, on the replica', async () => {
    const { main, replica, rest, where } = open(servers.replica);
    for (let round = 0; round < 40; round++) {
      await write(main, `word ${round}`);
      expect((await replica.run(read)).word).toBe(`word ${round}`);
      rest();
    }
    // A busy machine's replica may be late, or does not answer in time, and then the main server reads.
    const { replica: onReplica = 0, behind = 0, away = 0, ...others } = where();
    expect([onReplica + behind + away, others]).toEqual([40, {}]);
    expect(onReplica).toBeGreaterThan(20);
  });

  test('[B2981] go to the main server while the replica is behind, without waiting again, and back when it has caught up', async () => {
    const { main, replica, warnings, rest, where } = open(servers.replica);
    await onReplica('SELECT pg_wal_replay_pause()');
    undo.push(() => onReplica('SELECT pg_wal_replay_resume()'));
    await write(main, 'newest');
    expect(await replica.run(read)).toEqual({ word: 'newest', isReplica: false });
    expect(await Promise.all([replica.run(read), replica.run(read)])).toEqual([
      { word: 'newest', isReplica: false },
      { word: 'newest', isReplica: false },
    ]);
    expect([replica.trouble, where()]).toEqual(['behind', { behind: 1, resting: 2 }]);
    await onReplica('SELECT pg_wal_replay_resume()');
    rest();
    expect(await replica.run(read)).toEqual({ word: 'newest', isReplica: true });
    expect([replica.trouble, warnings]).toEqual([
      null,
      ['The replica in DATABASE_READ_URL is behind. Heavy reads go to the main server until it has caught up.', 'Heavy reads go to the replica again.'],
    ]);
  });

  test('[B2982] lose nothing when the replica stops, also in mid-read, and use it again later', async () => {
    const { main, replica, rest, where } = open(servers.replica);
    await write(main, 'there');
    undo.push(servers.startReplica);
    let isFirst = true;
    const result = await replica.run(async (db) => {
      if (isFirst) await servers.stopReplica();
      isFirst = false;
      return read(db);
    });
    expect(result).toEqual({ word: 'there', isReplica: false });
    expect([replica.trouble, where()]).toEqual(['away', { away: 1 }]);
    rest();
    expect(await replica.run(read)).toEqual({ word: 'there', isReplica: false });
    expect(where()).toEqual({ away: 2 });
    await servers.startReplica();
    rest();
    expect(await replica.run(read)).toEqual({ word: 'there', isReplica: true });
  });

  test('[B2982] wait a second for a replica that does not respond, and one of them alone tries it again', async () => {
    const line = await openLine();
    const { main, replica, rest, where } = open(line.at);
    await write(main, 'heard');
    expect(await replica.run(read)).toEqual({ word: 'heard', isReplica: true });
    line.mute(true);
    expect(await replica.run(read)).toEqual({ word: 'heard', isReplica: false });
    rest();
    await Promise.all(Array.from({ length: 5 }, () => replica.run(read)));
    const { silent = 0, away = 0, ...others } = where();
    expect([silent + away, others]).toEqual([2, { replica: 1, resting: 4 }]); // a new connection that stays mute is away
    line.close();
  });

  test('[B2983] are made once more when the replica ends them to go on', async () => {
    const { main, replica, rest, where } = open(servers.replica);
    await write(main, 'before');
    const result = await replica.run((db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { isReplica } = await read(tx as Db);
          if (!isReplica) return read(tx as Db);
          for (let round = 0; round < 3; round++) await write(main, `after ${round}`);
          await sql`VACUUM note`.execute(main);
          for (let round = 0; round < 100; round++) await sql`SELECT 1 FROM note, pg_sleep(0.05)`.execute(tx);
          return read(tx as Db);
        }),
    );
    expect(result).toEqual({ word: 'after 2', isReplica: false });
    // Between two statements the replica cannot end one, and closes the connection.
    const { conflict = 0, away = 0, ...others } = where();
    expect([conflict + away, others]).toEqual([1, {}]);
    rest();
    expect(await replica.run(read)).toMatchObject({ isReplica: true });
  });

  test('[B2984] never go to a server with other data, nor to the main server as its own replica', async () => {
    const others = inject('testDatabase').connection;
    for (const [at, database, reason] of [
      [others, 'postgres', 'stranger'],
      [servers.main, 'plain', 'promoted'],
    ] as const) {
      const { main, replica, where } = open(at, database);
      await write(main, 'own');
      expect(await replica.run(read)).toEqual({ word: 'own', isReplica: false });
      expect(where()).toEqual({ [reason satisfies ReplicaReason]: 1 });
    }
  });

  test('[B2984] fail as they would on the main server where the fault is their own, and those that write are made there', async () => {
    const { main, replica, warnings, where } = open(servers.replica);
    await write(main, 'kept');
    await expect(replica.run((db) => sql`SELECT 1 / 0`.execute(db))).rejects.toThrow('division by zero');
    await replica.run((db) => write(db, 'written'));
    expect(await replica.run(read)).toEqual({ word: 'written', isReplica: true });
    expect(where()).toEqual({ refused: 1, replica: 1 });
    expect(warnings).toEqual(['A read was sent to the replica and writes something. It ran on the main server.']);
  });
});

test('[B2987] the doctor says whether it is a replica of this database, and how far behind', async () => {
  const others = inject('testDatabase').connection;
  const replicaOf = async (at: { host: string; port: number; user: string }, database = 'plain'): Promise<Finding | undefined> => {
    const found: Finding[] = [];
    const url = (server: typeof at, name: string): string => toDatabaseUrl({ ...server, database: name });
    await examine((finding) => void found.push(finding), {
      DATABASE_URL: url(servers.main, 'plain'),
      DATABASE_READ_URL: url(at, database),
      DATA_DIR: temporaryFolder(),
      PORT: '0',
    });
    return found.find(({ what }) => what === 'Replica');
  };
  expect(await replicaOf(servers.replica)).toMatchObject({ state: 'good' });
  expect(await replicaOf(servers.main)).toMatchObject({ state: 'problem', says: expect.stringContaining('is no replica') });
  expect(await replicaOf(others, 'postgres')).toMatchObject({ state: 'problem', says: expect.stringContaining('has other data') });
}, 60_000);

describe('every heavy read of the product', () => {
  const heavy = contract.filter(isHeavyRead);
  let app: TestApp;
  beforeAll(async () => {
    await withClient({ ...servers.main, database: 'postgres' }, (client) => client.query('CREATE DATABASE school'));
    await withClient({ ...servers.main, database: 'school' }, (client) => migrate(client));
    app = await buildAppOn({ connection: { ...servers.main, database: 'school' }, drop: async () => undefined }, { replica: servers.replica });
    await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  }, 240_000);
  afterAll(() => app.close());

  test('[B2985] is a search, a large list, a file, or a dashboard, and none of a running lesson', () => {
    const names = heavy.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['dashboard.attendance.get', 'gradeBook.get', 'gradeBook.export', 'export.oneroster', 'suggest.works', 'audit.blocks']),
    );
    expect(names.filter((name) => name.startsWith('live.') || name === 'auth.me')).toEqual([]);
  });

  test('[B2985] writes nothing, so that a replica can make it', async () => {
    const found = await findDemoReads(app.db);
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM accounts WHERE email IN ('teacher@demo.school', 'admin@demo.school', 'student1@demo.school') ORDER BY id`.execute(app.db);
    expect(rows).toHaveLength(3);
    const refused: string[] = [];
    let answered = 0;
    for (const { id } of rows)
      for (const endpoint of heavy) {
        if (endpoint.method !== 'GET') continue;
        const token = await app.signIn(id);
        const ask = async () => {
          const before = new Map(app.replica?.counts);
          const { status } = await app.call(endpoint, found.argumentsFor(endpoint), { token });
          const wheres = [...(app.replica?.counts ?? [])].filter(([where, count]) => count > (before.get(where) ?? 0)).map(([where]) => where);
          return { status, wheres };
        };
        let asked = await ask();
        // A busy machine's replica may be late: then the main server reads for a while.
        for (let tries = 0; tries < 20 && asked.wheres.some((where) => LATE.includes(where)); tries += 1) {
          await sleep(1_000);
          asked = await ask();
        }
        const { status, wheres } = asked;
        if (status >= 500) refused.push(`${endpoint.name} answers ${status}`);
        if (status !== 200) continue;
        answered += 1;
        const onMain = wheres.filter((where) => where !== 'replica');
        if (onMain.length > 0) refused.push(`${endpoint.name}: ${onMain.join()}`);
      }
    expect(refused).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expect(app.replica?.counts.get('replica')).toBeGreaterThanOrEqual(answered);
  }, 120_000);

  test('[B2985] pages of OneRoster are read there too', async () => {
    const scenario = createScenario(app);
    const { schoolId, admin } = await scenario.class({ students: 2 });
    const program = await approveApp(app, admin, schoolId);
    const before = app.replica?.counts.get('replica') ?? 0;
    const { status, body } = await program.get('/students');
    expect([status, body.users.length, app.replica?.counts.get('replica')]).toEqual([200, 3, before + 1]);
  });

  test('[B2985] is made again on the main server when the replica is gone, and metrics say so', async () => {
    await servers.stopReplica();
    undo.push(servers.startReplica);
    const found = await findDemoReads(app.db);
    const { rows } = await sql<{ id: number }>`SELECT id FROM accounts WHERE email = 'admin@demo.school'`.execute(app.db);
    const endpoint = heavy.find(({ name }) => name === 'dashboard.attendance.get')!;
    const { status } = await app.call(endpoint, found.argumentsFor(endpoint), { token: await app.signIn(rows[0]!.id) });
    expect(status).toBe(200);
    const metrics = await app.server.metrics.registry.metrics();
    expect(metrics).toContain('classwright_replica_well 0');
    expect(metrics).toMatch(/classwright_heavy_reads_total\{where="away"\} 1/);
  });
});
