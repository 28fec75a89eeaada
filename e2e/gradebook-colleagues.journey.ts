import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const ADDRESS = '/class-gradebook/1?marking_periods=none';

const sheetOf = ({ page }: Person): Locator => page.getByRole('grid', { name: /^Gradebook of/ });
const cellAt = (person: Person, row: number, column: number): Locator => sheetOf(person).locator(`[data-row="${row}"][data-column="${column}"]`);
const hereOf = ({ page }: Person): Locator => page.getByRole('list', { name: 'Also here:' }).getByRole('listitem');
const markIn = (person: Person, row: number, column: number): Locator => cellAt(person, row, column).locator('[data-colleague]');

async function openSheet(person: Person): Promise<void> {
  await person.visit(ADDRESS);
  await sheetOf(person).waitFor(patience);
  await person.settle();
}

/** Checks whether an element is fully visible: not clipped and not covered. */
const isWhole = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const cell = element.closest('[data-column]')!.getBoundingClientRect();
    const isInside = box.left >= cell.left - 1 && box.right <= cell.right + 1 && box.top >= cell.top - 1 && box.bottom <= cell.bottom + 1;
    const passed = (element as HTMLElement).style;
    passed.pointerEvents = 'auto';
    const isHit = [0.1, 0.5, 0.9].every((share) => element.contains(document.elementFromPoint(box.left + box.width * share, (box.top + box.bottom) / 2)));
    passed.pointerEvents = '';
    return isInside && isHit && box.width > 10;
  });

/** Checks whether the name covers no number and no word of the cell. */
const isClear = (mark: Locator): Promise<boolean> =>
  mark.evaluate((element) => {
    const name = element.firstElementChild!.getBoundingClientRect();
    const cell = element.closest('[data-column]')!;
    return [...cell.querySelectorAll('[data-number], [data-bare]')].every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      // A line is taller than its digits.
      return top + (bottom - top) / 4 >= name.bottom;
    });
  });

journey('two teachers in one gradebook see each other’s cell by name: it appears, moves and goes', async ({ bring, query }) => {
  await query(`UPDATE accounts SET first_name = 'هدى', last_name = 'عبد الرحمن الراشد' WHERE email = 'admin@demo.school'`);
  const teacher = await bring({ name: 'teacher' });
  const colleague = await bring({ name: 'colleague' });
  const { page } = teacher;
  await page.setViewportSize({ width: 1440, height: 900 });
  await teacher.signIn('teacher@demo.school');
  await colleague.signIn('admin@demo.school');
  await openSheet(teacher);
  expect(await hereOf(teacher).count()).toBe(0);
  await openSheet(colleague);
  await expect.poll(() => hereOf(teacher).allTextContents(), patience).toEqual([expect.stringContaining('هدى عبد الرحمن الراشد')]);
  await expect.poll(() => hereOf(colleague).count(), patience).toBe(1);

  await cellAt(colleague, 0, 2).focus();
  const first = markIn(teacher, 0, 2);
  await first.waitFor(patience);
  expect(await isWhole(first.locator('> span'))).toBe(true);
  expect(await isClear(first)).toBe(true);
  expect(await cellAt(teacher, 0, 2).ariaSnapshot()).toContain('\u2068هدى عبد الرحمن الراشد\u2069 is here');
  const title = await sheetOf(teacher).locator('[data-row="-1"][data-column="2"] [class*="headTitle"]').textContent();
  await expect.poll(() => hereOf(teacher).first().textContent()).toContain(title);
  await teacher.expectAccessible('a colleague in the first row');

  await colleague.page.keyboard.press('ArrowDown');
  await colleague.page.keyboard.press('ArrowRight');
  const second = markIn(teacher, 1, 3);
  await second.waitFor(patience);
  await expect.poll(() => sheetOf(teacher).locator('[data-colleague]').count()).toBe(1);

  // Both are in one cell, and one types there.
  await cellAt(teacher, 1, 3).focus();
  await markIn(colleague, 1, 3).waitFor(patience);
  expect(await isClear(second)).toBe(true);
  await teacher.expectAccessible('both in one cell');
  await page.keyboard.press('F2');
  await teacher.look('typing where a colleague is');
  expect(await isWhole(second.locator('> span'))).toBe(true);
  await page.keyboard.press('Escape');

  // A cell that is half under the names stays under them.
  await page.setViewportSize({ width: 700, height: 740 });
  await sheetOf(teacher).evaluate((sheet) => (sheet.scrollLeft = 109 + 118 + 60));
  await teacher.look('half under the names');
  const isUnder = () =>
    second.evaluate((mark) => {
      const { left, top, bottom } = mark.getBoundingClientRect();
      (mark as HTMLElement).style.pointerEvents = 'auto';
      const hit = document.elementFromPoint(left + 4, (top + bottom) / 2);
      (mark as HTMLElement).style.pointerEvents = '';
      return hit?.closest('[role="rowheader"]') !== null;
    });
  await expect.poll(isUnder).toBe(true);

  // Right-to-left layout.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await cellAt(colleague, 0, 2).focus();
  await first.waitFor(patience);
  expect(await isWhole(first.locator('> span'))).toBe(true);
  expect(await isClear(first)).toBe(true);
  await teacher.expectAccessible('from right to left');
  await page.emulateMedia({ forcedColors: 'active' });
  await teacher.look('forced colors');
  await page.emulateMedia({ forcedColors: 'none' });

  // On a phone, by student.
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Next' }).waitFor(patience);
  const chip = page.getByRole('listitem').getByText('\u2068هدى عبد الرحمن الراشد\u2069 is here');
  await chip.waitFor({ ...patience, state: 'attached' });
  await chip.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await teacher.expectAccessible('on a phone');
  await hereOf(teacher).first().scrollIntoViewIfNeeded();
  await teacher.look('below on a phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await first.waitFor(patience);

  // A closed page disappears right away. After a lost connection nobody is shown until it is back.
  teacher.line.cut();
  await expect.poll(() => hereOf(teacher).count(), patience).toBe(0);
  teacher.line.restore();
  await expect.poll(() => hereOf(teacher).count(), patience).toBe(1);
  await first.waitFor(patience);
  await colleague.page.close();
  await expect.poll(() => hereOf(teacher).count(), patience).toBe(0);
  expect(await sheetOf(teacher).locator('[data-colleague]').count()).toBe(0);
});
