import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findPort } from '../testing/free-port.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { type ScratchConnection, withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** The oldest version. Before it, named statements do not outlive a transaction. */
const OLDEST = [1, 21];
const NOBODY = 65_534;
/** The settings of PgBouncer in docs/operations.md, from the line `[pgbouncer]` on. */
const ofPage =
  /```ini\n\[databases\]\n[^`]*?(\[pgbouncer\][^`]*)```/.exec(readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8'))?.[1] ?? '';
const passedBy = /^ignore_startup_parameters = .*$/m.exec(ofPage)?.[0] ?? 'the page has no such setting';

/** Starts PgBouncer with these settings in front of a database. Null when there is no suitable version. */
async function startPooler({ host, port, user, database }: ScratchConnection, settings: string): Promise<string | null> {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  if (major === undefined || Number(major) * 1000 + Number(minor) < OLDEST[0]! * 1000 + OLDEST[1]!) return null;
  const folder = join(temporaryFolder(), 'pooler');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const listens = await findPort();
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${database} = host=${host} port=${port} user=${user}`,
      settings,
      'listen_addr = 127.0.0.1',
      `listen_port = ${listens}`,
      'unix_socket_dir =',
      'auth_type = any',
      'default_pool_size = 4',
    ].join('\n'),
  );
  // It refuses to run as root, and has to reach the socket.
  const uid = host.startsWith('/') ? statSync(host).uid : NOBODY;
  const as = process.getuid?.() === 0 ? { uid, gid: uid } : {};
  const pooler: ChildProcess = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...as });
  onTestFinished(() => void pooler.kill('SIGKILL'));
  for (let tries = 0; tries < 100 && !(await isOpen(listens)); tries += 1) await sleep(50);
  return toDatabaseUrl({ host: '127.0.0.1', port: listens, user, database });
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const line = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    line.once('connect', () => line.destroy());
  });

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const why = 'no pgbouncer of version 1.21 or newer is installed';

function start(env: Record<string, string>) {
  const product = startProductProcess({ env: { DATA_DIR: temporaryFolder(), ...env }, role: 'all' });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

test('[B2997] behind a PgBouncer with the settings of docs/operations.md it starts, says which limits are missing until they are set, and saves', {
  timeout: 150_000,
}, async (context) => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const pooled = await startPooler(connection, ofPage);
    if (pooled === null) return context.skip(why);
    const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
    const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: toDatabaseUrl(connection), DEMO: 'on' };
    const first = start(env);
    const address = await first.running;
    const [, command] = /have the pooler open its connections anew: (.*);/.exec(first.output()) ?? [];
    expect(command?.split('; ')).toHaveLength(3);
    const signIns = Array.from({ length: 12 }, (_, index) =>
      fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `student${index + 1}@demo.school`, password: 'classwright-demo' }),
      }),
    );
    const signedIn = await Promise.all(signIns);
    expect(signedIn.map(({ status }) => status)).toEqual(signIns.map(() => 200));
    // Statements that nobody waits for leave in one packet with others, twelve transactions over four connections.
    const tokens = await Promise.all(signedIn.map(async (reply) => ((await reply.json()) as { api_token: string }).api_token));
    const save = async (token: string, key: string, city: string) => {
      const reply = await fetch(`${address}/api/profile`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: JSON.stringify({ city, state: 'Oregon', zip: '97477', phone: '+1 555 0100', dob: '2009-02-28', address: '12 Evergreen Terrace' }),
      });
      const body = (await reply.json()) as { profile?: { city: string }; errors?: object };
      return [reply.status, body.profile?.city ?? body.errors];
    };
    await Promise.all(
      tokens.map(async (token, at) => {
        const key = randomUUID();
        const saved = [200, `Town ${at}`];
        expect(await Promise.all([save(token, key, `Town ${at}`), save(token, key, `Town ${at}`)])).toEqual([saved, saved]);
      }),
    );
    expect(await first.end()).toBe(0);

    await asAdmin(command as string);
    const again = await startPooler(connection, ofPage);
    const second = start({ ...env, DATABASE_URL: again as string });
    await second.running;
    expect(second.output()).not.toContain('limits of time');
    expect(await second.end()).toBe(0);
  });
});

test('a pooler without a way past it, and one that refuses the limits, are refused with what to set', { timeout: 300_000 }, async (context) => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const pooled = await startPooler(connection, ofPage);
    if (pooled === null) return context.skip(why);
    const alone = start({ DATABASE_URL: pooled });
    expect(await alone.ended).toBe(1);
    expect(alone.output()).toContain('Name the same database past the pooler in DATABASE_DIRECT_URL');
    const strict = start({ DATABASE_URL: (await startPooler(connection, ofPage.replace(passedBy, ''))) as string });
    expect(await strict.ended).toBe(1);
    expect(strict.output()).toContain(passedBy);
  });
});
