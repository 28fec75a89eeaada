/**
 * Compares a gradebook of 500 students and 2,000 items with one of 30 and 20, in a real browser: from the address to
 * the first cells, frames while scrolling both ways, nodes of the document, the page's heap, and from the key that ends
 * an edit to the student's new total. They run in turns, so that the machine's state affects both. Exits with 1 when a
 * goal is missed. Printed by `npm run bench gradebook-screen`.
 */
import { randomBytes } from 'node:crypto';
import { hashPassword } from '@classwright/server/modules/people/accounts/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { migrate } from '@classwright/server/platform/database/migrate';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withClient } from '@classwright/server/testing/scratch-database';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { findChromium } from '../harness/chromium.ts';
import { startProduct } from '../harness/server.ts';

/** The parts that the other gradebook benches use too. */
interface Shape {
  students: number;
  items: number;
}
const benches = (name: string): Promise<unknown> => import(new URL(`../../tools/bench/${name}`, import.meta.url).href);
const { keyOfGrades, manyGrades } = (await benches('many-grades.ts')) as { keyOfGrades: (shape: Shape) => string; manyGrades: (shape: Shape) => string[] };
const { percentileOf, spreadOf } = (await benches('lib.ts')) as {
  percentileOf: (times: readonly number[], share: number) => number;
  spreadOf: (times: readonly number[]) => { min: number; median: number; max: number };
};

const SHAPES = { 'thirty by twenty': { students: 30, items: 20 }, 'five hundred by two thousand': { students: 500, items: 2000 } } as const;
type Name = keyof typeof SHAPES;
const [SMALL, LARGE] = Object.keys(SHAPES) as [Name, Name];
const ROUNDS = 5;
const FRAMES = 120;
const EDITS = 12;
const MOST = { cells: 1.5, frames: 1.5, nodes: 3000, megabytes: 60, edit: 2 };
const PASSWORD = 'gradebook-of-a-bench-1';

interface Seen {
  cellsMs: number[];
  framesMs: number[];
  nodes: number;
  heapMb: number;
  editMs: number[];
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const connection = { ...postgres.connection, database: `classwright_sheet_${randomBytes(5).toString('hex')}` };
const asAdmin = (statement: string) => withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(statement));
await asAdmin(`CREATE DATABASE ${connection.database}`);
const classes = {} as Record<Name, { id: number; email: string }>;
await withClient(connection, async (client) => {
  await migrate(client);
  for (const [name, shape] of Object.entries(SHAPES)) {
    for (const statement of manyGrades(shape)) await client.query(statement);
    const { rows } = await client.query<{ id: number; email: string }>(
      'SELECT courses.id::integer, email FROM courses JOIN accounts ON accounts.id = owner_id WHERE enrollment_code = $1',
      [keyOfGrades(shape)],
    );
    classes[name as Name] = rows[0]!;
  }
  await client.query('UPDATE accounts SET password_hash = $1 WHERE account_type_id = 2', [await hashPassword(PASSWORD)]);
});
const product = await startProduct({ connection, webRoot: await buildWeb(), processes: 1, env: { DEMO: 'off' } });
const { executablePath, env } = findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--enable-precise-memory-info'],
});
try {
  const seen = Object.fromEntries(
    Object.keys(SHAPES).map((name) => [name, { cellsMs: [], framesMs: [], nodes: 0, heapMb: 0, editMs: [] }]),
  ) as unknown as Record<Name, Seen>;
  const contexts = {} as Record<Name, BrowserContext>;
  for (const name of [SMALL, LARGE]) contexts[name] = await signIn(classes[name].email);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? [SMALL, LARGE] : [LARGE, SMALL]) {
      const page = await contexts[name].newPage();
      const of = seen[name];
      const cellsMs = await timeOfCells(page, `/class-gradebook/${classes[name].id}`);
      const framesMs = await scroll(page);
      if (round > 0) of.cellsMs.push(cellsMs); // the first brings the program
      if (round > 0) of.framesMs.push(...framesMs);
      of.nodes = Math.max(of.nodes, await page.evaluate(() => document.querySelectorAll('*').length));
      if (round === ROUNDS) of.editMs.push(...(await edit(page)));
      if (round === ROUNDS) of.heapMb = await heapOf(page);
      await page.close();
    }
  }
  for (const [name, { cellsMs, framesMs, nodes, heapMb, editMs }] of Object.entries(seen)) {
    console.log(
      `${name}: cells after ${show(cellsMs)}; frames while scrolling p50 ${percentileOf(framesMs, 0.5).toFixed(1)}, p99 ${percentileOf(framesMs, 0.99).toFixed(1)} ms; ` +
        `${nodes} nodes; heap ${heapMb.toFixed(1)} MB; an edit’s total after ${show(editMs)}`,
    );
  }
  const [small, large] = [seen[SMALL], seen[LARGE]];
  const middle = (times: readonly number[]): number => spreadOf(times).median;
  judge('time to cells', middle(large.cellsMs) / middle(small.cellsMs), MOST.cells);
  judge('p99 of a frame', percentileOf(large.framesMs, 0.99) / percentileOf(small.framesMs, 0.99), MOST.frames);
  judge('nodes', large.nodes, MOST.nodes);
  judge('MB of heap', large.heapMb - small.heapMb, MOST.megabytes);
  judge('edit to total', middle(large.editMs) / middle(small.editMs), MOST.edit);
} finally {
  await browser.close();
  await product.dispose();
  await asAdmin(`DROP DATABASE IF EXISTS ${connection.database} WITH (FORCE)`);
  await postgres.stop();
}

function show(times: readonly number[]): string {
  const { min, median, max } = spreadOf(times);
  return `${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`;
}

function judge(what: string, measured: number, most: number): void {
  console.log(`  ${what}: ${measured.toFixed(2)} (at most ${most})`);
  if (measured > most) process.exitCode = 1;
}

async function signIn(email: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('input[type="email"], input[autocomplete="username"]').first().fill(email);
  await page.locator('input[type="password"]').fill(PASSWORD);
  await page.locator('input[type="checkbox"]').first().setChecked(true);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname !== '/');
  const state = await context.storageState();
  await context.close();
  return browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 }, locale: 'en-GB', storageState: state });
}

/** Measures the time from the page's start to the frame that shows grades. */
async function timeOfCells(page: Page, path: string): Promise<number> {
  await page.addInitScript(`{
    const look = () => {
      const cells = document.querySelectorAll('[role=grid] [role=gridcell] [data-number]');
      if (cells.length > 20) requestAnimationFrame(() => (globalThis.tookMs ??= performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  await page.goto(path);
  const took = await page.waitForFunction(() => (globalThis as unknown as { tookMs?: number }).tookMs, null, { polling: 20, timeout: 90_000 });
  return (await took.jsonValue()) as number;
}

/**
 * Scrolls down and to the side, a third of the screen per frame, and turns back at the end. Returns the time of each
 * frame.
 */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    (frames) =>
      new Promise<number[]>((resolve) => {
        const frame = document.querySelector<HTMLElement>('[role=grid]')?.closest<HTMLElement>('[role=grid]') as HTMLElement;
        const pane = frame.scrollHeight > frame.clientHeight || frame.scrollWidth > frame.clientWidth ? frame : (frame.parentElement as HTMLElement);
        const times: number[] = [];
        let last = performance.now();
        let step = 0;
        const move = () => {
          const now = performance.now();
          if (step > 0) times.push(now - last);
          last = now;
          step += 1;
          if (step > frames) return resolve(times);
          // It goes back and forth, so that a small sheet scrolls as much as a large one.
          const [far, wide] = [Math.min(pane.scrollHeight - pane.clientHeight, 700), Math.min(pane.scrollWidth - pane.clientWidth, 1000)];
          pane.scrollTop = ((step * 117) % (2 * far)) - ((step * 117) % (2 * far) > far ? 2 * (((step * 117) % (2 * far)) - far) : 0);
          pane.scrollLeft = ((step * 173) % (2 * wide)) - ((step * 173) % (2 * wide) > wide ? 2 * (((step * 173) % (2 * wide)) - wide) : 0);
          requestAnimationFrame(move);
        };
        requestAnimationFrame(move);
      }),
    FRAMES,
  );
}

/**
 * Types grades into the first item, one student after the other. Returns the times from Enter to the frame with the new
 * total.
 */
async function edit(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const grid = document.querySelector<HTMLElement>('[role=grid]') as HTMLElement;
    for (const pane of [grid, grid.parentElement as HTMLElement]) pane.scrollTo(0, 0);
  });
  // The figures appear once all cells are loaded.
  await page.waitForFunction(() => /\d/.test(document.querySelector('[data-row="0"][data-column="1"]')?.textContent ?? ''), null, { timeout: 90_000 });
  const first = page.locator('[data-row="0"][data-column="2"]');
  await first.click();
  const times: number[] = [];
  for (let row = 0; row < EDITS; row += 1) {
    const took = page.evaluate(
      (at) =>
        new Promise<number>((resolve, reject) => {
          const total = () => document.querySelector(`[data-row="${at}"][data-column="1"]`)?.textContent;
          const before = total();
          const patience = setTimeout(() => reject(new Error(`the total of row ${at} stayed ${before}`)), 10_000);
          addEventListener(
            'keydown',
            function listen(event) {
              if (event.key !== 'Enter') return;
              removeEventListener('keydown', listen, true);
              const look = () => {
                if (total() === before) return requestAnimationFrame(look);
                clearTimeout(patience);
                return requestAnimationFrame(() => resolve(performance.now() - event.timeStamp));
              };
              requestAnimationFrame(look);
            },
            true,
          );
        }),
      row,
    );
    // Far more than any real grade, so that the total of two thousand items changes in its first decimal too.
    await page.keyboard.type(String(9000 + row));
    await page.keyboard.press('Enter');
    times.push(await took);
  }
  return times;
}

async function heapOf(page: Page): Promise<number> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await devices.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1024 / 1024;
}
