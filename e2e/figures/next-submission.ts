/**
 * Measures how long a teacher waits for the next submission: in a real browser, with the thirty students of the demo
 * class, from the key to the frame after the one that shows the student and the answer. Goal: at most 100 ms. Printed
 * by `npm run bench next-submission`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '@classwright/server/demo/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { migrate } from '@classwright/server/platform/database/migrate';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withClient } from '@classwright/server/testing/scratch-database';
import { chromium, type Page } from 'playwright-core';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { findChromium } from '../harness/chromium.ts';
import { startProduct } from '../harness/server.ts';

/** The pauses between two keys, for reading each answer and for skipping through. */
const PAUSES = { reading: 1_000, skipping: 250 } as const;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const connection = { ...postgres.connection, database: `classwright_next_${randomBytes(5).toString('hex')}` };
const asAdmin = (statement: string) => withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(statement));
await asAdmin(`CREATE DATABASE ${connection.database}`);
await withClient(connection, (client) => migrate(client));
const product = await startProduct({ connection, webRoot: buildWeb() });
const { executablePath, env } = findChromium();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
try {
  const page = await (await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto('/');
  await page.locator('input[type="email"], input[autocomplete="username"]').first().fill('teacher@demo.school');
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname !== '/');
  const works = await withClient(
    connection,
    async (client) =>
      (
        await client.query(
          `SELECT course_works.id, course_works.course_id, course_works.title, course_works.work_type, count(*)::int AS students
             FROM course_works JOIN submissions ON submissions.course_work_id = course_works.id AND submissions.state <> 'CREATED'
            WHERE work_type IN ('ASSIGNMENT', 'SHORT_ANSWER_QUESTION')
              AND course_works.course_id IN (SELECT id FROM courses WHERE owner_id = (SELECT id FROM accounts WHERE email = 'teacher@demo.school')) GROUP BY course_works.id HAVING count(*) >= 25 ORDER BY work_type, course_works.id`,
        )
      ).rows as { id: number; course_id: number; title: string; work_type: string; students: number }[],
  );
  const kinds = new Map(works.map((work) => [work.work_type, work]));
  for (const work of kinds.values()) {
    for (const [pace, pauseMs] of Object.entries(PAUSES)) {
      await page.goto(`/class-classwork/${work.course_id}?work=${work.id}`);
      await page.getByRole('tab', { name: 'Student Work' }).waitFor();
      await page.locator('nav ul button').first().waitFor();
      await page.keyboard.press('j'); // to the first: nothing could be there ahead of it
      await sleep(2_000);
      const times: number[] = [];
      for (let step = 1; step < work.students; step += 1) {
        times.push(await timeNext(page));
        await sleep(pauseMs);
      }
      print(`${work.work_type === 'ASSIGNMENT' ? 'files' : 'short answers'}, ${work.students} handed in, ${pace} (${pauseMs} ms between keys)`, times);
    }
  }
} finally {
  await browser.close();
  await product.dispose();
  await asAdmin(`DROP DATABASE IF EXISTS ${connection.database} WITH (FORCE)`);
  await postgres.stop();
}

/**
 * Measures the time from the key, as the page receives it, to the frame after the one with the other student's answer.
 */
async function timeNext(page: Page): Promise<number> {
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const panel = () => [...document.querySelectorAll('dialog article')].find((article) => !article.hasAttribute('inert'));
        const before = panel()?.getAttribute('aria-label');
        const patience = setTimeout(() => reject(new Error(`nobody came after ${before}`)), 10_000);
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = () => {
              const now = panel();
              const isThere = now && now.getAttribute('aria-label') !== before && now.querySelectorAll(':scope > section').length > 0;
              if (!isThere) return requestAnimationFrame(look);
              return requestAnimationFrame(() => {
                clearTimeout(patience);
                resolve(performance.now() - timeStamp);
              });
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
  );
  await sleep(50); // until the page listens
  await page.keyboard.press('j');
  return shown;
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.ceil(sorted.length * share) - 1]!.toFixed(0)} ms`;
  console.log(
    `${what}: median ${at(0.5)}, 95 % within ${at(0.95)}, longest ${at(1)}; above 100 ms: ${times.filter((ms) => ms > 100).length} of ${times.length}`,
  );
}
