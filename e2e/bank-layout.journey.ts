import { en } from '@classwright/contract/messages/en';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Person, sharedJourney, viewports } from './harness/index.ts';

const patience = { timeout: 60_000 };
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

sharedJourney(
  '[B248] the bank shows all its columns on a laptop next to the small menu, in rows that are not tall, a standard by its code with the name on hover',
  async ({ bring }) => {
    const admin = await bring({ name: 'admin' });
    const { page } = admin;
    await admin.signIn('admin@demo.school', { to: '/all-questions' });
    const table = page.getByRole('table', { name: 'Question Bank' });
    await table.getByRole('link').first().waitFor(patience);
    await page.getByRole('button', { name: en['table.allColumns'], exact: true }).click();
    await page.getByRole('button', { name: en['shell.hideMenu'], exact: true }).click(); // the small menu leaves the table its width
    const heads = await table.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(heads.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...heads)).toBeLessThanOrEqual(viewports.desktop.width);
    const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(rows.length).toBeGreaterThan(3);
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(48);
    expect(Math.max(...rows)).toBeLessThanOrEqual(76);
    const standard = table.locator('tbody td > span[title]', { hasText: /^PH-4/ }).first();
    expect(await standard.getAttribute('title')).toMatch(/^PH-4 \S+/);
    expect(await standard.innerText()).toContain('Circuits'); // read aloud, not seen
    expect(await standard.evaluate((one) => one.getBoundingClientRect().width)).toBeLessThan(60);
    await admin.look('bank');
  },
);

sharedJourney(
  '[B249] the side of a question’s detail stays beside it; on a phone its title has two lines at most and one menu, and draws its formulas',
  async ({ bring, query }) => {
    const [asked] =
      await query(`UPDATE question_versions SET title = '$A_1$ before the lamp and $A_2$ after it: a long title that a phone would need five lines for, and more'
    WHERE id = (SELECT version.id FROM question_versions version JOIN questions ON questions.current_version_id = version.id
                 WHERE version.first_used_at IS NULL AND version.published_state = 'PUBLISHED' AND questions.archived_at IS NULL ORDER BY version.id LIMIT 1)
    RETURNING question_id AS id`);
    const { id } = asked as { id: number };
    const laptop = await bring({ name: 'on a laptop' });
    await laptop.page.setViewportSize({ width: 1280, height: 480 });
    await laptop.signIn('admin@demo.school', { to: `/all-questions?view=${id}` });
    const dialog = laptop.page.getByRole('dialog').first();
    const side = dialog.getByRole('complementary');
    await side.waitFor(patience);
    const topOf = (part: Locator) => part.evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const bar = await dialog.locator('header').evaluate((one) => Math.round(one.getBoundingClientRect().bottom));
    await expect.poll(() => topOf(side)).toBe(bar);
    const words = dialog.getByRole('heading', { name: 'Description', exact: true });
    const before = await topOf(words);
    await laptop.page.mouse.move(400, 400);
    await laptop.page.mouse.wheel(0, 300);
    await expect.poll(() => topOf(words)).toBeLessThan(before - 50);
    expect(await topOf(side)).toBe(bar);
    await laptop.look('detail');

    const phone = await bring({ name: 'on a phone', viewport: 'smallPhone' });
    await phone.signIn('teacher@demo.school', { to: `/all-questions?view=${id}` });
    const title = phone.page.getByRole('dialog').getByRole('heading', { level: 2 }).first();
    await title.waitFor(patience);
    await expect.poll(() => title.textContent()).toMatch(/^[^$]*before the lamp and [^$]*after it/); // drawn, without its signs
    expect(await title.evaluate((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight))).toBeLessThan(2.5);
    expect(await phone.page.getByRole('dialog').getByRole('button', { name: /^More/ }).count()).toBe(1);
    await expect.poll(() => fits(phone)).toBeLessThanOrEqual(0);
    await phone.look('detail');
  },
);
