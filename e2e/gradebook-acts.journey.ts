import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };
/** The sheet starts with the current marking period: work that still has to be graded. */
const ADDRESS = '/class-gradebook/1';

const sheetOf = ({ page }: Person): Locator => page.getByRole('grid', { name: /^Gradebook of/ });
const cellAt = (person: Person, row: number, column: number): Locator => sheetOf(person).locator(`[data-row="${row}"][data-column="${column}"]`);
const dialogOf = ({ page }: Person, name: string): Locator => page.getByRole('dialog', { name });

async function openSheet(person: Person): Promise<void> {
  await person.visit(ADDRESS);
  await sheetOf(person).waitFor(patience);
  await person.settle();
}

/** Finds the first column of an item with a category that the first student handed in and nobody graded. */
async function findUngraded(person: Person): Promise<number> {
  const cells = sheetOf(person)
    .locator('[data-row="0"]')
    .filter({ hasText: /^Submitted$/ });
  await cells.first().waitFor(patience);
  const columns = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-column'))));
  for (const column of columns) if (/\S · \d/.test((await cellAt(person, -1, column).textContent()) ?? '')) return column;
  throw new Error('nobody handed in what nobody graded');
}

/** Returns the text of a cell, line by line. */
const linesOf = async (cell: Locator): Promise<string[]> => (await cell.innerText()).split('\n').flatMap((line) => line.trim() || []);

const texts = async (person: Person, rows: readonly number[], column: number): Promise<string[]> =>
  Promise.all(rows.map(async (row) => /^[\d.]*/.exec((await cellAt(person, row, column).textContent()) ?? '')![0]));
const expectTexts = (person: Person, rows: readonly number[], column: number, expected: readonly string[]) =>
  expect.poll(() => texts(person, rows, column), patience).toEqual(expected);

async function expectToFit({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Checks a dialog in right-to-left layout. */
async function lookMirrored(person: Person, what: string): Promise<void> {
  await person.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await expectToFit(person);
  await person.look(what);
  await person.page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
}

const ROWS = [0, 1, 2] as const;

journey('by the keyboard alone a teacher pastes a range from a spreadsheet, changes it, undoes that, and undoes the undo', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await page.setViewportSize({ width: 1440, height: 900 });
  await teacher.signIn('teacher@demo.school');
  await openSheet(teacher);
  const column = await findUngraded(teacher);

  await page.getByRole('button', { name: /^Filters/ }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => cellAt(teacher, 0, 0).evaluate((cell) => cell === document.activeElement)).toBe(true);
  for (let step = 0; step < column; step++) await page.keyboard.press('ArrowRight');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '5\n6\n7\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expectTexts(teacher, ROWS, column, ['5', '6', '7']);
  await see(teacher, '3 saved');

  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await see(teacher, '3 cells selected');
  await teacher.expectAccessible('a selection');
  await page.keyboard.press('Control+Enter');
  await dialogOf(teacher, 'Change grades').waitFor(patience);
  // The choice has the focus.
  await page.keyboard.press('A');
  await expect.poll(() => page.getByLabel('What to do').inputValue()).toBe('add');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1,5');
  await see(teacher, 'Checks 1 item of 3 students.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Change 3 grades' }).waitFor(patience);
  await teacher.expectAccessible('change grades');
  await lookMirrored(teacher, 'change grades mirrored');
  await page.keyboard.press('Enter');
  await dialogOf(teacher, 'Change grades').waitFor({ ...patience, state: 'detached' });
  await expectTexts(teacher, ROWS, column, ['6.5', '7.5', '8.5']);

  // The focus is back in the sheet.
  await page.keyboard.press('Control+z');
  await expectTexts(teacher, ROWS, column, ['5', '6', '7']);
  await page.keyboard.press('Control+y');
  await expectTexts(teacher, ROWS, column, ['6.5', '7.5', '8.5']);

  await page.keyboard.press('F4');
  await dialogOf(teacher, 'History').waitFor(patience);
  await expect.poll(() => dialogOf(teacher, 'History').getByRole('table').count(), patience).toBeGreaterThanOrEqual(4);
  await teacher.expectAccessible('history of a grade');
  await lookMirrored(teacher, 'history of a grade mirrored');
  await page.keyboard.press('Escape');
  await dialogOf(teacher, 'History').waitFor({ ...patience, state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)).toBe(true);
});

journey(
  '[B1505] a teacher returns what is selected, the student sees it, the return is undone, and the student’s own history says so',
  async ({ bring, query }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    await openSheet(teacher);
    const column = await findUngraded(teacher);
    const title = (await linesOf(cellAt(teacher, -1, column)))[1]!;
    const name = (await linesOf(cellAt(teacher, 0, 0))).at(-1)!;
    const [account] = (await query(`SELECT email FROM accounts WHERE trim(first_name || ' ' || last_name) = '${name}'`)) as { email: string }[];

    // Grades that nobody had before.
    await cellAt(teacher, 0, column).focus();
    await page.keyboard.type('9.25');
    await page.keyboard.press('Enter');
    await page.keyboard.type('8.75');
    await page.keyboard.press('Enter');
    await see(teacher, /saved$/);
    await cellAt(teacher, 0, column).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+Shift+Enter');
    const dialog = dialogOf(teacher, 'Return grades');
    await dialog.getByRole('table', { name: '2 grades to 2 students' }).waitFor(patience);
    // With any number of them, only the dialog scrolls.
    const listed = dialog.getByRole('group', { name: '2 grades to 2 students' });
    expect(await listed.evaluate((list) => getComputedStyle(list).maxHeight)).toBe('none');
    await dialog.getByLabel('Message').fill('Look at the units');
    await teacher.expectAccessible('return grades');
    await lookMirrored(teacher, 'return grades mirrored');
    await dialog.getByRole('button', { name: 'Return 2 grades' }).click();
    await dialog.waitFor({ ...patience, state: 'detached' });
    await see(teacher, '2 grades returned');

    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    await student.signIn(account!.email, { to: '/std-gradebook?class=1' });
    const item = student.page.getByRole('article').filter({ has: student.page.getByRole('link', { name: title, exact: true }) });
    await expect.poll(() => item.innerText(), patience).toContain('9.25 of');
    expect(await item.innerText()).toContain('Look at the units');
    await item.getByRole('button', { name: /^History of this grade/ }).click();
    const own = dialogOf(student, 'History of this grade');
    await expect.poll(() => own.getByRole('listitem').first().innerText(), patience).toContain('9.25 of');
    await expectToFit(student);
    await student.expectAccessible('own history');
    const before = await own.getByRole('listitem').count();

    await cellAt(teacher, 0, column).focus();
    await page.keyboard.press('Control+z');
    // The open page updates automatically.
    await expect.poll(() => own.getByRole('listitem').first().innerText(), patience).toContain('The return was undone. It showed 9.25 of');
    expect(await own.getByRole('listitem').count()).toBe(before + 1);
    await student.expectAccessible('own history undone');
    await lookMirrored(student, 'own history mirrored');
    await student.page.keyboard.press('Escape');
    await expect.poll(() => item.innerText(), patience).not.toContain('9.25 of');
    await student.expectAccessible('own grades undone');

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    const history = dialogOf(teacher, 'History');
    await history.getByRole('button', { name: 'Show grades' }).nth(1).click(patience);
    await history.getByRole('table').waitFor(patience);
    await teacher.expectAccessible('history');
  },
);

journey('on a small phone the student who is looked at is the choice of acts and returns, and their dialogs fit', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: ADDRESS });
  await page.getByRole('button', { name: 'Next' }).click(patience);
  const chosen = await page.getByRole('combobox', { name: 'Student Name' }).locator('option:checked').textContent();
  const open = async (name: string): Promise<Locator> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
    const dialog = dialogOf(teacher, name);
    await dialog.waitFor(patience);
    return dialog;
  };
  const act = await open('Change grades');
  expect(await act.getByLabel('Students').locator('option:checked').textContent()).toBe(chosen);
  await act.getByLabel('What to do').selectOption('Excuse');
  await act.getByRole('button', { name: 'Preview' }).click();
  await act.getByRole('table').waitFor(patience);
  await expectToFit(teacher);
  await teacher.expectAccessible('change grades');
  await act.locator('[data-close]').click();
  await page.getByRole('button', { name: /discard/i }).click();
  const back = await open('Return grades');
  expect(await back.getByLabel('Students').locator('option:checked').textContent()).toBe(chosen);
  await expectToFit(teacher);
  await teacher.expectAccessible('return grades');
  await back.locator('[data-close]').click();
  const history = await open('History');
  await expectToFit(teacher);
  await teacher.expectAccessible('history');
  await lookMirrored(teacher, 'history mirrored');
  await history.locator('[data-close]').click();
});
