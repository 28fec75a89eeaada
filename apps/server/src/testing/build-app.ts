import { AsyncLocalStorage } from 'node:async_hooks';
import { addressOf, type CallResult, type Endpoint, type ErrorBody } from '@classwright/contract';
import type pg from 'pg';
import { sql } from 'kysely';
import { buildServer, type ClasswrightServer } from '../app.ts';
import { endTokens } from '../modules/people/accounts/queries.ts';
import { appNow } from '../platform/clock.ts';
import { connect, type Db, inTransaction, Replica } from '../platform/database/index.ts';
import type { BrokerSetting, ClassroomSettings, DriveSettings, S3Settings } from '../platform/config.ts';
import { createBus } from '../platform/live/index.ts';
import { createLog } from '../platform/log.ts';
import type { ServerRole } from '../platform/processes/index.ts';
import type { GoogleSetting, GuessClock } from '../modules/people/accounts/index.ts';
import { giveToken } from './give-token.ts';
import { movedClock, stoppedClock } from './movable-clock.ts';
import { findWrongPage } from './pages.ts';
import { findLongTransaction } from './turns.ts';
import type { Mailer } from '../platform/mail/index.ts';
import { BACKLOG } from '../startup/listen.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The name of test apps at a broker. */
export const TEST_INSTALLATION = 'tests';

/** A database that is thrown away. */
export interface TestDatabase {
  connection: { host: string; port: number; user: string; database: string };
  drop: () => Promise<void>;
}

/** The fields of the failure envelope, except those that the endpoint has itself. */
type Failure<Result> = Omit<Partial<Omit<ErrorBody, 'status'>>, keyof Result>;

/** The content of an endpoint's response, or the failure envelope. Unknown in tests that go through many endpoints. */
// biome-ignore lint/suspicious/noExplicitAny: of any endpoint nothing is known
export type TestBody<E extends Endpoint = Endpoint> = Endpoint extends E
  ? any
  : E extends { download: string }
    ? Buffer & Failure<Buffer>
    : CallResult<E> & Failure<CallResult<E>>;

export interface TestReply<E extends Endpoint = Endpoint> {
  status: number;
  body: TestBody<E>;
  /** Set when the call failed. */
  error: ErrorBody | null;
  headers: Record<string, unknown>;
}

/** Untyped on purpose: tests send arguments that no typed client would. */
export interface TestArguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent as a multipart form, together with the fields of `body`. */
  file?: { name: string; bytes: Buffer };
  /**
   * Sent to an endpoint that takes a form in place of JSON: files under `files[]`, values other than texts as JSON.
   */
  files?: { name: string; bytes: Buffer }[];
}

export interface TestApp {
  db: Db;
  server: ClasswrightServer;
  /** The replica for heavy reads, where the options name its server. */
  replica: Replica | null;
  /** One call through the HTTP server. `key` becomes the Idempotency-Key. */
  call: <E extends Endpoint>(
    endpoint: E,
    args?: TestArguments,
    as?: { token?: string | undefined; key?: string; headers?: Record<string, string> },
  ) => Promise<TestReply<E>>;
  /** Signs in as `giveToken` does. */
  signIn: (accountId: number) => Promise<string>;
  /** Ends the account's tokens as a sign-in on another device does. */
  endByNewDevice: (accountId: number) => Promise<void>;
  clock: {
    /** Returns the database's time. The machine's own clock is behind it once a test has moved this one. */
    now: () => Promise<Date>;
    advanceMs: (ms: number) => Promise<void>;
    /** Sets the clock to that instant, within a few milliseconds. */
    moveTo: (instant: Date | string) => Promise<void>;
    /** Stops the clock at exactly that instant during the work, which may ask for the edge of a deadline. */
    stopAt: <T>(instant: Date | string, work: () => Promise<T>) => Promise<T>;
  };
  /**
   * Returns the statements that calls within this work send to the database, in order, without those that begin and end
   * transactions, and without background work.
   */
  recordStatements: (work: () => Promise<unknown>) => Promise<RecordedStatement[]>;
  /** Starts listening on a free loopback port, once. Returns the base URL. */
  listen: () => Promise<string>;
  dataDir: string;
  /** Its database, for tests that start the product as a process. */
  connection: TestDatabase['connection'];
  /**
   * Starts a second process on the same database; with `sharesFolder` on the same data folder, and with `hasClassroom`
   * false without Google Classroom.
   */
  another: (options?: { sharesFolder?: boolean; role?: ServerRole; hasClassroom?: boolean }) => Promise<TestApp>;
  close: () => Promise<void>;
}

export interface RecordedStatement {
  text: string;
  values: readonly unknown[];
  /** The round trip: the same for statements that a connection sent before it received anything in between. */
  round: string;
}

/** Returns the connection, and how much it has received. */
function roundOf(client: pg.PoolClient): string {
  const { processID, connection } = client as unknown as { processID: number; connection: { stream: { bytesRead: number } } };
  return `${processID} ${connection.stream.bytesRead}`;
}

export interface TestAppOptions {
  logLevel?: string;
  /** Receives the log's lines in place of standard output. */
  logTo?: { write: (line: string) => void };
  publicUrl?: URL;
  mailer?: Mailer;
  google?: GoogleSetting;
  classroom?: ClassroomSettings;
  drive?: DriveSettings;
  bookStoreUrl?: string;
  /** True when it offers the demo school on its sign-in page. */
  isDemo?: boolean;
  /** True when addresses that people type may lead to this machine. */
  asksLoopback?: boolean;
  pusher?: { id: string; secret: string };
  webRoot?: string;
  watchDeadlines?: boolean;
  accountLimit?: { perMinute: number; burst: number };
  fileSpaceMegabytes?: number;
  s3?: S3Settings;
  /** The broker between its processes, in place of the database. */
  broker?: BrokerSetting;
  /** The size of the pool that calls share. */
  maxConnections?: number;
  /** The server of a replica of its database, for heavy reads. */
  replica?: { host: string; port: number; user: string };
  /**
   * True to use the product's own limits, real delays for slowed sign-ins, and no check of each cell in large
   * responses.
   */
  isAsInSchools?: boolean;
  /** False: no check of each cell in large responses, as in schools. */
  checksCells?: boolean;
  /** True when administrators need a second factor, as in production. */
  adminsNeedFactor?: boolean;
  /** The file of the hashes of leaked passwords. */
  leakedPasswordsFile?: string;
  /** True to stay one process when it listens. By default two serve requests in turns. */
  isAlone?: boolean;
}

/** Builds a multipart form as browsers write it, with one file under `file`. */
export function toForm(file: { name: string; bytes: Buffer }, fields: Record<string, unknown> = {}): TestForm {
  return writeForm([{ ...file, field: 'file' }], fields);
}

/** Builds a multipart form in place of JSON: files under `files[]`, values other than texts as JSON. */
export function toFilesForm(files: readonly { name: string; bytes: Buffer }[], fields: Record<string, unknown> = {}): TestForm {
  const texts = Object.entries(fields).map(([field, value]) => [field, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]);
  return writeForm(
    files.map((file) => ({ ...file, field: 'files[]' })),
    Object.fromEntries(texts) as Record<string, unknown>,
  );
}

interface TestForm {
  payload: Buffer;
  headers: Record<string, string>;
}

function writeForm(files: readonly { field: string; name: string; bytes: Buffer }[], fields: Record<string, unknown>): TestForm {
  const boundary = '----classwright-test-form';
  const head = (disposition: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const texts = Object.entries(fields).map(([field, value]) => Buffer.from(`${head(`name="${field}"`)}\r\n${String(value)}\r\n`));
  const parts = files.flatMap(({ field, name, bytes }) => [
    Buffer.from(`${head(`name="${field}"; filename="${name}"`)}content-type: application/octet-stream\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...texts, ...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Returns a clock on which waits of slowed sign-ins pass immediately. */
function hurried(): GuessClock {
  let skippedMs = 0;
  return {
    nowMs: () => performance.now() + skippedMs,
    async sleep(ms) {
      skippedMs += ms;
    },
    aheadMs: () => skippedMs,
  };
}

function omit<Of extends object, Name extends keyof Of>(from: Of, name: Name): Omit<Of, Name> {
  const { [name]: _, ...rest } = from;
  return rest;
}

/** Builds one process of the product on a database. It needs no test runner: benches use it too. */
export async function buildAppOn(
  database: TestDatabase,
  options: TestAppOptions = {},
  afterClosing: () => Promise<void> = async () => undefined,
  { sharedFolder, role = 'all' }: { sharedFolder?: string | undefined; role?: ServerRole } = {},
): Promise<TestApp> {
  const dataDir = sharedFolder ?? (await mkdtemp(path.join(tmpdir(), 'cw-test-')));
  const { db, pool } = connect({ connection: database.connection, maxConnections: options.maxConnections ?? 10, onError: () => undefined });
  const recording = new AsyncLocalStorage<RecordedStatement[]>();
  const counting = new AsyncLocalStorage<{ longest: number }>(); // the most turns that a transaction of a call took
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    let turns: Set<string> | null = null;
    client.query = ((...parts: unknown[]) => {
      const [first, given] = parts;
      const { text, values } = typeof first === 'string' ? { text: first, values: given } : (first as { text?: string; values?: unknown });
      const call = counting.getStore();
      if (text !== undefined && /^\s*(begin|start transaction)/i.test(text)) turns = new Set();
      else if (turns && call) call.longest = Math.max(call.longest, turns.add(roundOf(client)).size);
      if (text !== undefined && /^\s*(commit|rollback)/i.test(text)) turns = null;
      if (text !== undefined && !/^\s*(begin|commit|start transaction|rollback|set |discard)/i.test(text))
        recording.getStore()?.push({ text, values: Array.isArray(values) ? values : [], round: roundOf(client) });
      return query(...parts);
    }) as typeof client.query;
  });
  const background = connect({ connection: database.connection, maxConnections: 3, onError: () => undefined });
  const log = createLog(options.logLevel ?? 'silent', options.logTo);
  const heavy =
    options.replica && connect({ connection: { ...options.replica, database: database.connection.database }, maxConnections: 3, onError: () => undefined });
  const replica = heavy ? new Replica({ main: db, replica: heavy.db, log }) : null;
  const server = await buildServer({
    bus: createBus({ broker: options.broker ?? null, installation: TEST_INSTALLATION, connection: database.connection, log }),
    db,
    pool,
    backgroundDb: background.db,
    replica,
    log,
    role,
    version: '0.0.0-test',
    webRoot: options.webRoot ?? null,
    dataDir,
    publicUrl: options.publicUrl ?? null,
    backup: { connection: database.connection, folder: path.join(dataDir, 'backups'), isOwnFolder: true, keep: 7 },
    mailer: options.mailer ?? null,
    google: options.google ?? null,
    classroom: options.classroom ?? null,
    drive: options.drive ?? null,
    bookStoreUrl: options.bookStoreUrl ?? null,
    asksLoopback: options.asksLoopback ?? false,
    adminsNeedFactor: options.adminsNeedFactor ?? false,
    leakedPasswordsFile: options.leakedPasswordsFile ?? null,
    pusher: options.pusher ?? null,
    trustedProxies: [],
    metricsToken: 'test-metrics-token',
    demoSignIns: options.isDemo ? [{ label: 'Teacher', email: 'teacher@demo.school', password: 'classwright-demo' }] : [],
    checksCells: options.checksCells ?? !options.isAsInSchools,
    ...(options.isAsInSchools ? {} : { guessClock: hurried() }),
    watchDeadlines: options.watchDeadlines ?? false,
    ...(options.isAsInSchools ? {} : { accountLimit: options.accountLimit ?? { perMinute: 600_000, burst: 100_000 } }),
    ...(options.fileSpaceMegabytes === undefined ? {} : { fileSpaceMegabytes: options.fileSpaceMegabytes }),
    s3: options.s3 ?? null,
  });
  let url: string | null = null;
  return {
    db,
    server,
    replica,
    dataDir,
    connection: database.connection,
    async call(endpoint, args = {}, { token, key, headers = {} } = {}) {
      const { params = {}, query = {}, file, files } = args;
      const body = file || files ? undefined : args.body;
      const fields = args.body as Record<string, unknown> | undefined;
      const form = file ? toForm(file, fields) : files ? toFilesForm(files, fields) : null;
      const counted = { longest: 0 };
      const send = async () =>
        server.app.inject({
          method: endpoint.method,
          url: `${addressOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}`,
          query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)])),
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...form?.headers,
            ...headers,
          },
          ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
          ...(form ? { payload: form.payload } : {}),
        });
      const reply = await counting.run(counted, send);
      const isJson = String(reply.headers['content-type']).includes('json');
      const json: TestBody = isJson ? (reply.body === '' ? null : reply.json()) : reply.rawPayload;
      const wrong = isJson ? findWrongPage(json) : null;
      if (wrong) throw new Error(`${endpoint.name}: ${wrong}`);
      const long = findLongTransaction(endpoint.name, counted.longest);
      if (long) throw new Error(long);
      return { status: reply.statusCode, body: json, error: json?.status === 'error' ? json : null, headers: reply.headers };
    },
    signIn: (accountId) => inTransaction(db, (tx) => giveToken(tx, accountId)),
    async endByNewDevice(accountId) {
      await inTransaction(db, (tx) => endTokens(tx, accountId, 'new_device'));
    },
    clock: {
      now: () => appNow(db),
      async moveTo(instant) {
        // Rounded up: rounded down, the instant would still be in the future for a call within half a millisecond.
        await sql`UPDATE test_clock SET offset_ms = offset_ms + ceil(extract(epoch FROM ${new Date(instant)}::timestamptz - app_now()) * 1000)::bigint`.execute(
          db,
        );
      },
      async advanceMs(ms) {
        await sql`UPDATE test_clock SET offset_ms = offset_ms + ${ms}`.execute(db);
      },
      async stopAt(instant, work) {
        await sql.raw(stoppedClock(new Date(instant))).execute(db);
        try {
          return await work();
        } finally {
          await sql.raw(movedClock).execute(db);
        }
      },
    },
    async recordStatements(work) {
      const sent: RecordedStatement[] = [];
      await recording.run(sent, work);
      return sent;
    },
    async listen() {
      url ??= await server.app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG });
      return url;
    },
    another: ({ sharesFolder = false, role: otherRole = 'all', hasClassroom = true } = {}) =>
      buildAppOn(database, hasClassroom ? options : omit(options, 'classroom'), undefined, {
        sharedFolder: sharesFolder ? dataDir : undefined,
        role: otherRole,
      }),
    async close() {
      await server.close();
      await db.destroy();
      await background.db.destroy();
      await heavy?.db.destroy();
      await afterClosing();
      if (sharedFolder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
