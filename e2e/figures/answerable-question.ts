/**
 * Measures how long a student waits on a slow phone: in a real browser with a processor four times slower, from opening
 * the lesson's address until the submit button works, with nothing of the app on the device, and on returning. It also
 * measures an empty page of the same server. Printed by `npm run bench phone`, which exits with 1 when the first takes
 * too long. With `OTHER_WEB_ROOT`, the folder of another build of the web app, that build is measured too, in turns
 * with this one.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { en } from '@classwright/contract/messages/en';
import { demoPassword } from '@classwright/server/demo/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { migrate } from '@classwright/server/platform/database/migrate';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withClient } from '@classwright/server/testing/scratch-database';
import { type BrowserContext, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { findChromium } from '../harness/chromium.ts';
import { startProduct } from '../harness/server.ts';
import { viewports } from '../harness/viewports.ts';

const SLOWER = 4;
const ROUNDS = 7;
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;
/** The budget of the student's pages: the maximum time for this build with nothing of it on the phone. */
const LONGEST_MS = 1000;
/** The code that the benches share. */
const { spreadOf } = (await import(new URL('../../tools/bench/lib.ts', import.meta.url).href)) as {
  spreadOf: (times: readonly number[]) => { min: number; median: number; max: number };
};

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const asAdmin = (statement: string) => withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(statement));
const other = process.env['OTHER_WEB_ROOT'];
const { executablePath, env } = findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
const { isMobile, ...viewport } = viewports.phone;
const running: Side[] = [];
try {
  running.push(await openSide('this build', await buildWeb()));
  if (other) running.push(await openSide('the other build', other));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? running : running.toReversed()) {
      const context = await browser.newContext({ ...side.phone, storageState: side.storageState });
      const first = await timeOf(context, side.address, answerable);
      const again = await timeOf(context, side.address, answerable);
      const empty = await timeOf(context, '/healthz', drawn);
      await context.close();
      if (round === 0) continue; // the server's own first time
      side.times['nothing of it on the phone'].push(first);
      side.times['coming back'].push(again);
      side.times['an empty page'].push(empty);
    }
  for (const { name, times } of running) {
    console.log(name);
    for (const [what, all] of Object.entries(times)) {
      const { min, median, max } = spreadOf(all);
      console.log(`  ${what}: median ${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`);
    }
  }
  if (spreadOf(running[0]!.times['nothing of it on the phone']).median > LONGEST_MS) {
    console.log(`MISSED: an answerable question takes longer than ${LONGEST_MS} ms`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  for (const { dispose } of running) await dispose();
  await postgres.stop();
}

/** A build of the web app with its own running product. */
interface Side {
  name: string;
  address: string;
  phone: BrowserContextOptions & { baseURL: string };
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>;
  times: Record<'nothing of it on the phone' | 'coming back' | 'an empty page', number[]>;
  dispose: () => Promise<void>;
}

async function openSide(name: string, webRoot: string): Promise<Side> {
  const connection = { ...postgres.connection, database: `classwright_phone_${randomBytes(5).toString('hex')}` };
  await asAdmin(`CREATE DATABASE ${connection.database}`);
  await withClient(connection, (client) => migrate(client));
  const product = await startProduct({ connection, webRoot, processes: 1 });
  const phone = { baseURL: product.url, viewport, isMobile, hasTouch: true, deviceScaleFactor: 2, locale: 'en-GB' };
  return {
    name,
    address: `/student-live-learning?assessment_id=${await startLesson(product.url)}`,
    phone,
    storageState: await signInOnce(phone),
    times: { 'nothing of it on the phone': [], 'coming back': [], 'an empty page': [] },
    async dispose() {
      await product.dispose();
      await asAdmin(`DROP DATABASE IF EXISTS ${connection.database} WITH (FORCE)`);
    },
  };
}

/** Activates the demo student's class's first lesson as the demo teacher. Returns its assessment. */
async function startLesson(url: string): Promise<number> {
  const call = async (method: string, path: string, token: string | null, body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const { api_token } = await call('POST', '/auth/login', null, { email: 'teacher@demo.school', password: demoPassword });
  const { data } = await call('GET', '/live/learning/lessons?per_page=100', String(api_token));
  const lesson = (data as { title: string; assessment_id: number }[]).find(({ title }) => title.startsWith('Simple circuits'));
  if (!lesson) throw new Error('the demo school has no lesson about circuits');
  await call('POST', '/live/learning/start', String(api_token), { assessment_id: lesson.assessment_id, time: 60 });
  return lesson.assessment_id;
}

/** Returns the storage of a device on which someone has signed in to stay. */
async function signInOnce(phone: Side['phone']): Promise<Side['storageState']> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel(en['signIn.email'], { exact: true }).fill('student1@demo.school');
  await page.getByLabel(en['signIn.password'], { exact: true }).fill(demoPassword);
  await page.getByLabel(en['signIn.remember']).setChecked(true);
  await page.getByRole('button', { name: en['signIn.submit'], exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens an address in a tab of a slow phone. Returns the milliseconds until the condition is true. */
async function timeOf(context: BrowserContext, path: string, isThere: () => boolean): Promise<number> {
  const page = await context.newPage();
  const devices = await context.newCDPSession(page);
  await devices.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await watch(page, isThere);
  await page.goto(path);
  const ms = await readTook(devices);
  await page.close();
  return ms;
}

/** Reads the time once it is known. Playwright's own waiting puts a script into the page, which takes a slow phone 100 ms. */
async function readTook(devices: CDPSession): Promise<number> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; await pause(LOOK_MS)) {
    const { result } = await devices.send('Runtime.evaluate', { expression: 'globalThis.tookMs' });
    if (typeof result.value === 'number') return result.value;
  }
  throw new Error(`nothing was there within ${PATIENCE_MS} ms`);
}

/** Checks each frame from the page's start, and records the first one rendered with the condition true. */
async function watch(page: Page, isThere: () => boolean): Promise<void> {
  await page.addInitScript(`{
    const isThere = ${isThere.toString()};
    const look = () => (isThere() ? requestAnimationFrame(() => (globalThis.tookMs = performance.now())) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  }`);
}

/** Checks whether the submit button is there, enabled, and not covered. */
function answerable(): boolean {
  const button = document.querySelector<HTMLButtonElement>('form button[type=submit]');
  if (!button || button.disabled || document.querySelectorAll('input[type=radio]').length < 2) return false;
  const { left, top, width, height } = button.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  return met !== null && button.contains(met);
}

function drawn(): boolean {
  return document.readyState === 'complete';
}
