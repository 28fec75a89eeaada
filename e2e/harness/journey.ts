import { randomBytes } from 'node:crypto';
import { type ScratchConnection, withClient } from '@classwright/server/testing/scratch-database';
import { type Browser, chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findChromium } from './chromium.ts';
import type {} from './global-setup.ts'; // declares the type of `inject`
import { bringPerson, type Person, type PersonOptions, slug } from './person.ts';
import { type ProductServer, startProduct } from './server.ts';

export interface Journey {
  browser: Browser;
  /** The product on a fresh copy of the demo school. */
  server: ProductServer;
  /** Queries the product's database, for what no screen can do. Returns the rows. */
  query(statement: string): Promise<unknown[]>;
  /** Adds a person with their own device. */
  bring(options: PersonOptions): Promise<Person>;
}

export interface JourneyOptions {
  /** Further settings of the product. Called when it starts. */
  env?: () => Record<string, string>;
  /** See `sharedJourney`. */
  shares?: boolean;
  /** True when phones of the local network may join, as with `--phones`. The product is one process then. */
  phones?: boolean;
  /** True when this machine cannot do what the journey needs; the title says what that is. */
  isSkipped?: boolean;
}

/** The product on a copy of the demo school. */
interface Product {
  server: ProductServer;
  connection: ScratchConnection;
  close: () => Promise<void>;
}

/**
 * Journeys in which several people's screens must agree use two processes in turns. A second one costs each journey
 * some seconds.
 */
const ON_TWO = /(?:extra-time|join|lesson|teach|week|stream|notifications|files|sign-in|work-products|colleagues)[\w-]*\.journey\.ts$/;

async function openProduct(env: Record<string, string> = {}, phones = false): Promise<Product> {
  const { webRoot, connection, template, data } = inject('journeys');
  const { testPath = '' } = expect.getState();
  const database = `${template}_${randomBytes(4).toString('hex')}`;
  const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
  const drop = () => asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${database} TEMPLATE ${template}`);
  const own = { ...connection, database };
  try {
    const processes = ON_TWO.test(testPath) && !phones ? 2 : 1;
    const server = await startProduct({ connection: own, webRoot, copyData: data, env, processes, phones });
    return {
      server,
      connection: own,
      async close() {
        await server.dispose();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

let sharedProduct: Promise<Product> | null = null;

/** Ends what the journeys of a file have shared; `each-file.ts` calls it after the last of them. */
export async function closeSharedProduct(): Promise<void> {
  const shared = sharedProduct;
  sharedProduct = null;
  await (await shared?.catch(() => null))?.close();
}

let openedBrowser: Promise<Browser> | null = null;

/** Opens the browser of this worker, which all its files share and which ends with it; everybody has a context of their own. */
export async function openBrowser(): Promise<Browser> {
  const opened = await openedBrowser;
  if (opened?.isConnected()) return opened;
  const { executablePath, env } = findChromium();
  // Only our own pages are opened, so there is no sandbox: it would need rights that a bare machine does not give.
  openedBrowser = chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
  });
  return openedBrowser;
}

/**
 * Runs a statement of a journey. The server's background work may lock the same rows in another order. PostgreSQL then
 * ends one of the two, and the statement begins again, as the server's own transactions do.
 */
async function runStatement(connection: ScratchConnection, statement: string, triesLeft = 3): Promise<unknown[]> {
  try {
    return await withClient(connection, async (client) => (await client.query(statement)).rows);
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || triesLeft === 1) throw error;
    return runStatement(connection, statement, triesLeft - 1);
  }
}

/**
 * A test in a real browser against the real product. At its end nobody may have seen content that the security policy
 * refuses, an uncaught error or a request to another server. When it fails, everyone's screen is saved in
 * e2e/artifacts.
 */
export function journey(
  title: string,
  walk: (journey: Journey) => Promise<void>,
  timeoutMs = 180_000,
  { env, shares = false, phones = false, isSkipped = false }: JourneyOptions = {},
): void {
  test.skipIf(isSkipped)(title, { timeout: timeoutMs }, async () => {
    const people: Person[] = [];
    const opened = shares ? (sharedProduct ??= openProduct()) : openProduct(env?.(), phones);
    const { server, connection, close } = await opened;
    try {
      const browser = await openBrowser();
      await walk({
        browser,
        server,
        query: (statement) => runStatement(connection, statement),
        async bring(options) {
          const person = await bringPerson(browser, server.port, slug(title), options);
          people.push(person);
          return person;
        },
      });
      for (const person of people) expect(person.faults(), person.name).toEqual([]);
    } catch (error) {
      await Promise.allSettled(people.map((person) => person.keepPicture('at the failure')));
      for (const person of people) console.error([`${person.name}, lately at ${new URL(person.page.url()).pathname}:`, ...person.recent()].join('\n  '));
      throw error;
    } finally {
      await Promise.allSettled(people.map((person) => person.leave()));
      if (!shares) await close();
    }
  });
}

/**
 * A journey that shares one product with the other such journeys of its file, since a start costs two seconds of
 * processor time. It must not stop processes, move the clock, or leave anything behind that affects the others.
 */
export const sharedJourney = (title: string, walk: (journey: Journey) => Promise<void>, timeoutMs?: number): void =>
  journey(title, walk, timeoutMs, { shares: true });
