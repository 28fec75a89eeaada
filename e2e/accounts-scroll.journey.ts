import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };

journey('an administrator goes through all accounts in one scroll, on a laptop and on a phone, by keyboard and by touch', async ({ bring }) => {
  for (const device of [
    { name: 'laptop', viewport: 'desktop' },
    { name: 'phone', viewport: 'smallPhone' },
  ] as const) {
    const admin = await bring(device);
    const { page } = admin;
    await admin.signIn('admin@demo.school', { to: '/accounts' });
    await page.getByRole('button', { name: en['table.inOneScroll'], exact: true }).click(patience);
    const grid = page.getByRole('grid', { name: en['accounts.title'] });
    await grid.getByRole('rowheader').first().waitFor(patience);
    await expect.poll(() => grid.getAttribute('aria-busy'), patience).toBeNull();
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
    expect(count).toBeGreaterThan(20);
    await admin.expectAccessible(`accounts in one scroll, ${device.name}`);
    // The keyboard reaches the last one, whose row header is in the first column.
    await grid.locator('[tabindex="0"]').focus();
    await page.keyboard.press('Control+End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')), patience)
      .toBe(String(count + 1));
    await page.locator('[role="row"]:focus-within:not([aria-busy])').waitFor(patience);
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.getByText(en['table.selected'].replace('{count}', '1')).first().waitFor(patience);
    await page.keyboard.press('Escape');
    // Scrolling loads rows, and the first column stays.
    await grid.evaluate((element) => element.scrollTo({ top: 0, left: 200 }));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const edges = await grid.evaluate((element) => [
      element.getBoundingClientRect().left,
      element.querySelector('[role="rowheader"]')!.getBoundingClientRect().left,
    ]);
    expect(Math.abs(edges[0]! - edges[1]!)).toBeLessThanOrEqual(2);
    await admin.expectAccessible(`accounts in one scroll, scrolled, ${device.name}`);
  }
});
