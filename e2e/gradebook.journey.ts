import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };
/** The sheet starts with the current marking period: work that still has to be graded. */
const ADDRESS = '/class-gradebook/1';

const sheetOf = ({ page }: Person): Locator => page.getByRole('grid', { name: /^Gradebook of/ });
const cellAt = (person: Person, row: number, column: number): Locator => sheetOf(person).locator(`[data-row="${row}"][data-column="${column}"]`);

async function openSheet(person: Person, address = ADDRESS): Promise<void> {
  await person.visit(address);
  await sheetOf(person).waitFor(patience);
  await person.settle();
}

/**
 * Finds the first cell in the first columns that someone handed in and nobody graded, of an item with a category, so
 * that its grade changes the overall one.
 */
async function findUngraded(person: Person): Promise<{ row: number; column: number }> {
  const cells = sheetOf(person).getByRole('gridcell', { name: 'Submitted', exact: true });
  await cells.first().waitFor(patience);
  const found = await cells.evaluateAll((all) =>
    all
      .map((cell) => ({ row: Number(cell.getAttribute('data-row')), column: Number(cell.getAttribute('data-column')) }))
      .find(({ column }) => /\S · \d/.test(document.querySelector(`[data-row="-1"][data-column="${column}"]`)?.textContent ?? '')),
  );
  if (!found) throw new Error('nobody handed in what nobody graded');
  return found;
}

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('[K174] a teacher grades by the keyboard alone, pastes from a spreadsheet, takes it back and filters', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await page.setViewportSize({ width: 1440, height: 900 });
  await teacher.signIn('teacher@demo.school');
  await openSheet(teacher);
  await teacher.expectAccessible('gradebook');
  await expectNoSideScroll(teacher);
  const { row, column } = await findUngraded(teacher);

  // A way past tabs, tools and filters.
  await page.getByRole('button', { name: 'To the grades' }).focus();
  await teacher.look('the way to the grades');
  await page.keyboard.press('Enter');
  await expect.poll(() => cellAt(teacher, 0, 0).evaluate((cell) => cell === document.activeElement)).toBe(true);

  // One stop of the Tab key, arrow keys from there.
  await page.getByRole('button', { name: /^Filters/ }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => cellAt(teacher, 0, 0).evaluate((cell) => cell === document.activeElement)).toBe(true);
  for (let step = 0; step < column; step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < row; step++) await page.keyboard.press('ArrowDown');
  const before = await cellAt(teacher, row, 1).textContent();
  await page.keyboard.type('7');
  await teacher.look('typing a grade');
  await page.keyboard.press('Enter');
  await see(teacher, '1 saved');
  await expect.poll(() => cellAt(teacher, row, column).textContent()).toContain('7');
  await expect.poll(() => cellAt(teacher, row, 1).textContent()).not.toBe(before);

  await page.keyboard.press('Control+z');
  await expect.poll(() => cellAt(teacher, row, column).textContent()).toBe('Submitted');
  await expect.poll(() => cellAt(teacher, row, 1).textContent()).toBe(before);

  // A range with one wrong value.
  await cellAt(teacher, 0, column).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '5\n6\nmuch\n8\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await see(teacher, '1 not saved');
  await expect.poll(() => cellAt(teacher, 3, column).textContent()).toContain('8');
  await cellAt(teacher, 2, column).focus();
  await see(teacher, 'This is not a grade.');
  await teacher.expectAccessible('a value that is no grade');
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect.poll(() => page.getByText('1 not saved').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => cellAt(teacher, 3, column).textContent()).not.toContain('8');

  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Assignment status' }).selectOption('Overdue');
  await expect.poll(() => page.url()).toContain('assignment_status=Overdue');
  await teacher.look('overdue work');
  await page.getByRole('textbox', { name: 'Grade from, in percent' }).fill('100');
  await page.keyboard.press('Enter');
  await see(teacher, 'No grade found');
  await teacher.expectAccessible('nothing found');
  await page.getByRole('button', { name: 'Reset' }).first().click();
  await sheetOf(teacher).waitFor(patience);
  expect(page.url()).not.toContain('assignment_status');

  await openSheet(teacher);
  await cellAt(teacher, row, column).focus();
  await page.keyboard.press('Shift+F2');
  await page.getByRole('dialog').waitFor(patience);
  await expect.poll(() => page.url()).toContain('work=');
});

journey('two teachers grade one cell: the second is told, sees both grades and chooses', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const colleague = await bring({ name: 'colleague' });
  await teacher.signIn('teacher@demo.school');
  await colleague.signIn('admin@demo.school');
  await openSheet(teacher);
  const { row, column } = await findUngraded(teacher);
  await openSheet(colleague);
  // A colleague's save reaches the other page automatically. This one receives nothing until it has typed.
  teacher.line.cut();
  await cellAt(teacher, row, column).focus();
  await teacher.page.keyboard.type('6');
  await teacher.page.keyboard.press('Enter');
  await see(teacher, '1 not saved');
  await cellAt(colleague, row, column).focus();
  await colleague.page.keyboard.type('8');
  await colleague.page.keyboard.press('Enter');
  await see(colleague, '1 saved');
  teacher.line.restore();
  await cellAt(teacher, row, column).focus();
  await teacher.page.getByRole('button', { name: 'Keep 6', exact: true }).waitFor(patience);
  await teacher.look('a newer grade');
  await teacher.expectAccessible('a newer grade');
  // As a screen reader sees it: a cell of a row with a header, in its place.
  const unsaved = sheetOf(teacher)
    .getByRole('row')
    .getByRole('gridcell', { name: /^Not saved, someone else changed it: 8 6$/ });
  expect(await unsaved.ariaSnapshot()).toContain('gridcell "Not saved, someone else changed it: 8 6"');
  expect(await unsaved.getAttribute('aria-colindex')).toBe(String(column + 1));
  expect(await unsaved.getAttribute('aria-invalid')).toBe('true');
  const around = sheetOf(teacher)
    .getByRole('row')
    .filter({ has: teacher.page.getByRole('gridcell', { name: /^Not saved, someone/ }) });
  expect(await around.getAttribute('aria-rowindex')).toBe(String(row + 2));
  expect(await around.getByRole('rowheader').count()).toBe(1);
  await teacher.page.getByRole('button', { name: 'Keep 6', exact: true }).click();
  await see(teacher, '1 saved');
  await openSheet(colleague);
  await expect.poll(() => cellAt(colleague, row, column).textContent(), patience).toContain('6');
});

journey(
  '[B1491] with both lines up a colleague’s grade that arrives in an open editor is shown, and Enter asks: the colleague’s grade stays until it is answered',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    const colleague = await bring({ name: 'colleague' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    await colleague.signIn('admin@demo.school');
    await openSheet(teacher);
    const { row, column } = await findUngraded(teacher);
    await openSheet(colleague);
    await page.getByRole('list', { name: 'Also here:' }).waitFor(patience);
    const colleagueSaves = async (grade: string) => {
      await cellAt(colleague, row, column).focus();
      await colleague.page.keyboard.type(grade);
      await colleague.page.keyboard.press('Enter');
      await expect.poll(() => cellAt(colleague, row, column).textContent(), patience).toMatch(new RegExp(`Saved.*${grade}`));
    };
    await cellAt(teacher, row, column).focus();
    await page.keyboard.type('5');
    await colleagueSaves('7');
    await see(teacher, /^7 by .+ just now \(/);
    await teacher.expectAccessible('a grade arrives while typing');
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await teacher.look('a grade arrives from right to left');
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep 5', exact: true }).waitFor(patience);
    expect(await cellAt(colleague, row, column).textContent()).toContain('7');
    await page.getByRole('button', { name: 'Use 7', exact: true }).click();
    await expect.poll(() => cellAt(teacher, row, column).textContent()).toContain('7');

    // The same on a phone.
    await page.setViewportSize({ width: 360, height: 740 });
    const student = (await cellAt(colleague, row, 0).textContent()) ?? '';
    const title = (await sheetOf(colleague).locator(`[data-row="-1"][data-column="${column}"] [class*="headTitle"]`).textContent()) ?? '';
    const select = page.getByRole('combobox', { name: 'Student Name' });
    await select.waitFor(patience);
    const name = (await select.locator('option').allTextContents()).find((one) => student.includes(one))!;
    await select.selectOption({ label: name });
    const field = page.getByRole('listitem').getByRole('textbox', { name: title }).first();
    await field.focus();
    await colleagueSaves('8');
    await see(teacher, /^8 by .+ just now \(/);
    await teacher.expectAccessible('a grade arrives on a phone');
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Keep 6', exact: true }).waitFor(patience);
    expect(await cellAt(colleague, row, column).textContent()).toContain('8');
    await expectNoSideScroll(teacher);
    await page.getByRole('button', { name: 'Keep 6', exact: true }).click();
    await expect.poll(() => cellAt(colleague, row, column).textContent(), patience).toContain('6');
  },
);

journey('without a network grades stay on the device, survive a closed page, and go out once when it is back', async ({ bring, query }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { stays: true });
  await openSheet(teacher);
  const { row, column } = await findUngraded(teacher);
  const acts = async () => Number(((await query('SELECT count(*)::integer AS count FROM grade_acts')) as { count: number }[])[0]?.count);
  const before = await acts();
  teacher.line.cut();
  await cellAt(teacher, row, column).focus();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await see(teacher, '1 not saved');
  await cellAt(teacher, row, column).focus();
  await see(teacher, /^The connection dropped at/);
  await teacher.look('not saved');
  expect(await acts()).toBe(before);
  await page.goto('about:blank');
  teacher.line.restore();
  // Any page of theirs delivers it.
  await teacher.visit('/home');
  await expect.poll(acts, patience).toBe(before + 1);
  await openSheet(teacher);
  await expect.poll(() => cellAt(teacher, row, column).textContent(), patience).toContain('9');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cw.grade.')))).toEqual([]);
  expect(await acts()).toBe(before + 1);
});

journey('on a small phone a teacher grades one student at a time', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: ADDRESS });
  await page.getByRole('button', { name: 'Next' }).waitFor(patience);
  await teacher.expectAccessible('one student');
  await expectNoSideScroll(teacher);
  await page.getByRole('radio', { name: 'One item' }).check({ force: true });
  await teacher.expectAccessible('one item');
  const field = page.getByRole('list').getByRole('textbox').first();
  await field.fill('3');
  await field.press('Enter');
  await see(teacher, '1 saved');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await teacher.expectAccessible('filters');
  await expectNoSideScroll(teacher);
});

journey(
  'a teacher tries grades and weights out on the sheet, by the keyboard too: figures move, nothing is saved, and all is as it was',
  async ({ bring, query }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    await openSheet(teacher);
    const acts = async () => (await query('SELECT count(*)::integer AS count FROM grade_acts')) as unknown;
    const [before, actsBefore] = [await sheetOf(teacher).innerText(), await acts()];
    const { row, column } = await findUngraded(teacher);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'What if' }).click();
    const panel = page.getByRole('region', { name: 'What if' });
    await panel.waitFor(patience);
    await cellAt(teacher, row, column).focus();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await see(teacher, /1 what-if grade/);
    await panel.getByText('How grades count', { exact: true }).click();
    await panel.getByRole('textbox', { name: 'Drop lowest' }).first().fill('1');
    await panel.getByRole('textbox', { name: 'Points' }).first().fill('much');
    await see(teacher, 'Write points from 0 to 9,999,999.99.');
    await teacher.expectAccessible('what if');
    await expectNoSideScroll(teacher);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Next' }).waitFor(patience);
    await teacher.expectAccessible('what if on a phone');
    await expectNoSideScroll(teacher);
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole('button', { name: 'End what if' }).click();
    await expect.poll(() => sheetOf(teacher).innerText(), patience).toBe(before);
    expect(await acts()).toEqual(actsBefore);
  },
);
