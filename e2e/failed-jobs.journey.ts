import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };

journey('an administrator finds what failed for good, dismisses it, takes that back, and has it tried again', async ({ bring, query }) => {
  for (const [kind, error] of [
    ['item-analysis', 'canceling statement due to statement timeout'],
    ['files.erase', 'connect ECONNREFUSED 192.0.2.1:9000'],
    ['import.account', 'The server stopped each time while it was at this'],
  ])
    await query(
      `INSERT INTO jobs (kind, payload, state, attempts, last_error, failed_at, request_id) VALUES ('${kind}', '{"session_id":0,"missed":0}', 'failed', 8, '${error}', app_now(), 'req-7f3a')`,
    );
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/failed-jobs' });
  const { page } = admin;
  const rowOf = (words: string) => page.getByRole('row').filter({ hasText: words });
  await rowOf('statement timeout').waitFor(patience);
  await admin.expectAccessible('failed work');

  await rowOf('ECONNREFUSED')
    .getByRole('button', { name: /^Dismiss/ })
    .click();
  await rowOf('ECONNREFUSED').waitFor({ state: 'detached', ...patience });
  await page.getByRole('button', { name: en['common.undo'], exact: true }).click(patience);
  await rowOf('ECONNREFUSED').waitFor(patience);

  await rowOf('statement timeout').getByRole('checkbox').check();
  await page.getByRole('group', { name: en['table.bulk'] }).getByRole('button', { name: en['failedJobs.putBack'], exact: true }).click();
  await rowOf('statement timeout').waitFor({ state: 'detached', ...patience });
  await expect.poll(async () => (await query(`SELECT 1 FROM jobs WHERE kind = 'item-analysis'`)).length, patience).toBe(0); // done: there is no such session

  await admin.visit('/audit?subject_type=failedJob');
  await page.getByRole('row', { name: /retried failed tasks/ }).waitFor(patience);

  await page.setViewportSize({ width: 360, height: 740 });
  await admin.visit('/failed-jobs');
  await page.getByText('ECONNREFUSED').first().waitFor(patience);
  await admin.expectAccessible('failed work on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
