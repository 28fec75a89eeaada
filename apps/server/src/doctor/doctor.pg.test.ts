import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { runCommand } from '../testing/command.ts';
import { startTestApp, type TestApp } from '../testing/index.ts';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { examine } from './examine.ts';
import { type Finding, toLine } from './finding.ts';

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  env = { DATABASE_URL: toDatabaseUrl({ ...app.connection, password: '' }), DATA_DIR: app.dataDir, PORT: '0' };
});
afterAll(() => app.close());

async function examineWith(more: Record<string, string> = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  await examine((finding) => found.push(finding), { ...env, ...more });
  return found;
}
const of = (found: readonly Finding[], what: string): Finding | undefined => found.find((finding) => finding.what === what);

/** A server that answers everything with this status and body. */
async function startServer(status: number, body: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('doctor', () => {
  test('[B2910] finds no problem where a start would find none, and says so in one line each', async () => {
    const found = await examineWith();
    expect(found.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(found.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'Settings',
        'User',
        'Texts',
        'Data folder',
        'Port',
        'Database',
        'Version',
        'Connections',
        'Clock',
        'Sizes',
        'Backup',
        'Files',
        'Broker',
        'Address',
        'File descriptors',
      ]),
    );
    for (const line of found.map(toLine)) expect(line).toMatch(/^(ok|look) +[A-Z][\w ]+: \S.*[.!?]$/);
  });

  test('[B2911] says what is wrong with the settings, and ends there', async () => {
    const found = await examineWith({ PORT: 'many', S3_BUKET: 'x' });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ what: 'Settings', state: 'problem' });
    expect(found[0]!.says).toContain('PORT');
    expect(found[0]!.says).toContain('S3_BUKET');
  });

  test('[B2911] says why a database cannot be used: away, foreign, newer', async () => {
    const away = of(await examineWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }), 'Database')!;
    expect(away).toMatchObject({ state: 'problem', says: expect.stringContaining('cannot be reached') });
    const { host, port, user } = app.connection;
    const postgres = { connection: { host, port, user } } as Parameters<typeof withScratchDatabase>[0];
    await withScratchDatabase(postgres, async (client, connection) => {
      const more = { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }) };
      expect(of(await examineWith(more), 'Version')!.says).toContain('the first start fills it');
      await migrate(client, readMigrations().slice(0, -1));
      expect(of(await examineWith(more), 'Version')).toMatchObject({
        state: 'warning',
        says: expect.stringContaining('in one step, while processes of before go on'),
      });
      await migrate(client);
      expect(of(await examineWith(more), 'Version')).toMatchObject({ state: 'good' });
      await client.query("INSERT INTO schema_migrations (version, name, checksum) SELECT max(version) + 1, 'of_tomorrow', '' FROM schema_migrations");
      expect(of(await examineWith(more), 'Database')).toMatchObject({ state: 'problem', says: expect.stringContaining('newer version') });
    });
    await withScratchDatabase(postgres, async (client, connection) => {
      await client.query('CREATE TABLE shop (id integer)');
      expect(of(await examineWith({ DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }) }), 'Database')!.says).toContain("not Classwright's (shop");
    });
  });

  test('[B2922] says whether the place of the archive takes something, and how the archive is', async () => {
    const own = { DATABASE_URL: '' };
    expect(of(await examineWith(), 'Archive')).toMatchObject({ state: 'good', says: expect.stringContaining('its own tools') });
    expect(of(await examineWith({ ...own, NODE_ENV: 'production', DATA_DIR: join(temporaryFolder(), 'none') }), 'Archive')).toMatchObject({ state: 'warning' });
    const folder = temporaryFolder();
    const dataDir = join(temporaryFolder(), 'none');
    expect(of(await examineWith({ ...own, ARCHIVE_TO: folder, DATA_DIR: dataDir }), 'Archive')).toMatchObject({
      state: 'good',
      says: expect.stringContaining('nothing was stored yet'),
    });
    expect(of(await examineWith({ ...own, ARCHIVE_TO: join(folder, 'not-mounted'), DATA_DIR: dataDir }), 'Archive')).toMatchObject({ state: 'problem' });
  });

  test('[B2911] says which port is taken by another program', async () => {
    const other = createTcpServer((line) => line.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const found = of(await examineWith({ PORT: String((other.address() as AddressInfo).port) }), 'Port');
    other.close();
    expect(found).toMatchObject({ state: 'problem', says: expect.stringContaining('is in use') });
  });

  test('[B2912] looks at the mail server, the bucket, the broker and the address, whether they answer or not', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bucket'));
    const bucket = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(folder, 'bucket'),
      configureBuckets: [{ name: 'school-files', configs: [] }],
    });
    const { port } = await bucket.run();
    const s3 = {
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PATH_STYLE: 'on',
    };
    try {
      expect(of(await examineWith({ ...s3, S3_BUCKET: 'school-files' }), 'Files')).toMatchObject({
        state: 'good',
        says: expect.stringContaining('takes a file, gives it back and removes it'),
      });
      expect(of(await examineWith({ ...s3, S3_BUCKET: 'another' }), 'Files')).toMatchObject({ state: 'problem' });
    } finally {
      await bucket.close();
    }
    const nowhere = await examineWith({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' });
    expect(of(nowhere, 'Mail')).toMatchObject({ state: 'problem', says: expect.stringContaining('127.0.0.1') });
    expect(of(nowhere, 'Address')).toMatchObject({ state: 'warning', says: expect.stringContaining('cannot be reached from this machine') });
    expect(of(nowhere, 'Broker')).toMatchObject({ state: 'warning', says: expect.stringContaining('does not answer') });
  });

  test('[B2912] tells Classwright from another program behind the address', async () => {
    const ours = await app.listen();
    expect(of(await examineWith({ PUBLIC_URL: ours }), 'Address')).toMatchObject({ state: 'good' });
    const { url, server } = await startServer(200, '{"status":"success"}');
    expect(of(await examineWith({ PUBLIC_URL: url }), 'Address')).toMatchObject({ state: 'problem', says: expect.stringContaining('not as Classwright does') });
    server.close();
  });

  test('[B2913] ends with 1 when there is a problem, else with 0, and changes nothing', async () => {
    const files = () =>
      readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
        .toSorted();
    const before = files();
    // for connections from now on
    await withClient(app.connection, (client) => client.query(`ALTER DATABASE ${app.connection.database} SET default_transaction_read_only = on`));
    const well = await runCommand('doctor', [], env);
    await withClient({ ...app.connection, options: '-c default_transaction_read_only=off' }, (client) =>
      client.query(`ALTER DATABASE ${app.connection.database} RESET default_transaction_read_only`),
    );
    expect([well.code, well.output]).toEqual([0, expect.stringContaining('No problem was found')]);
    const bad = await runCommand('doctor', [], { ...env, PORT: 'many' });
    expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('One problem to solve')]);
    expect(files()).toEqual(before);
  });
});

describe('the test email', () => {
  test('[B2914] needs an address and a mail server, and says which is missing', async () => {
    const nobody = await runCommand('send-test-mail', [], env);
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('Name the address')]);
    const nowhere = await runCommand('send-test-mail', ['ada@school.example'], env);
    expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringContaining('No mail server is set')]);
    const away = await runCommand('send-test-mail', ['ada@school.example'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://school.example' });
    expect([away.code, away.output]).toEqual([1, expect.stringContaining('did not take it')]);
  });
});
