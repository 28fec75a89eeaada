import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };

/** Opens a list in one scroll and waits for its first rows. Returns the grid and its number of rows. */
async function openScroll({ page, visit }: Person, path: string, title: string) {
  await visit(`${path}scroll=true`);
  const grid = page.getByRole('grid', { name: title, exact: true });
  await grid.locator('[role="row"]:not([aria-busy]) [role="rowheader"]').first().waitFor(patience);
  return { grid, count: Number(await grid.getAttribute('aria-rowcount')) - 1 };
}

journey('the bank, the trail and a list stand in one scroll, on a laptop and on a phone', async ({ bring }) => {
  for (const device of [
    { name: 'laptop', viewport: 'desktop' },
    { name: 'phone', viewport: 'smallPhone' },
  ] as const) {
    const admin = await bring(device);
    const { page } = admin;
    await admin.signIn('admin@demo.school');
    for (const [path, title] of [
      ['/all-questions?', en['bank.title']],
      ['/audit?', en['audit.title']],
      ['/standard?', en['list.standard.many']],
    ] as const) {
      const { grid, count } = await openScroll(admin, path, title);
      expect(count).toBeGreaterThan(0);
      await admin.expectAccessible(`${title} in one scroll, ${device.name}`);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await grid.locator('[tabindex="0"]').focus();
      await page.keyboard.press('Control+End');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')), patience)
        .toBe(String(count + 1));
    }
  }
});

journey('whoever takes all accounts twice is told by their name the second time that they are what they were', async ({ bring }) => {
  const admin = await bring({ name: 'admin' });
  const { page } = admin;
  const seen: { status: number; asked: string | undefined; etag: string | undefined }[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/accounts/ids')) return;
    seen.push({ status: response.status(), asked: response.request().headers()['if-none-match'], etag: response.headers()['etag'] });
  });
  await admin.signIn('admin@demo.school');
  const { grid } = await openScroll(admin, '/accounts?', en['accounts.title']);
  await grid.getByRole('rowheader').first().focus();
  await page.keyboard.press('Control+a');
  for (const calls of [1, 2]) {
    await page.getByRole('button', { name: en['accounts.bulk.cards'], exact: true }).click(patience);
    await page.getByRole('dialog').waitFor(patience);
    await expect.poll(() => seen.length, patience).toBe(calls);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ ...patience, state: 'detached' });
  }
  expect(seen).toMatchObject([{ status: 200, asked: undefined }, { status: 304 }]);
  expect(seen[1]?.asked).toBe(seen[0]?.etag);
});
