import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see, signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };
const ADDRESS = '/class-gradebook/1?marking_periods=none';

const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const sheetOf = ({ page }: Person) => page.getByRole('grid', { name: /^Gradebook of/ });

async function openSheet(person: Person): Promise<void> {
  await person.visit(ADDRESS);
  await sheetOf(person).waitFor(patience);
  await person.settle();
}

/** Exports the gradebook as CSV and returns its lines. */
async function exportCsv(person: Person): Promise<string[]> {
  const { page } = person;
  await page.getByRole('button', { name: 'Export', exact: true }).click(patience);
  const dialog = dialogOf(person, 'Export the gradebook');
  await dialog.getByRole('radio', { name: 'CSV', exact: true }).check({ force: true });
  await person.expectAccessible('export');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download', exact: true }).click()]);
  await dialog.waitFor({ ...patience, state: 'detached' });
  return (await readFile(await download.path(), 'utf8')).split('\r\n');
}

async function chooseFile(person: Person, lines: readonly string[]): Promise<void> {
  const file = { name: 'درجات الصف.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
  await dialogOf(person, 'Import grades').getByLabel('Spreadsheet (.xlsx or CSV)').setInputFiles(file);
}

/** Replaces the values of a column in several lines. Returns the old ones. */
function write(lines: string[], first: number, column: number, values: readonly string[]): string[] {
  return values.map((value, index) => {
    const cells = lines[first + index]!.split(',');
    const [before] = cells.splice(column, 1, value);
    lines[first + index] = cells.join(',');
    return before!;
  });
}

journey(
  'a gradebook goes out as CSV and comes back: unchanged it changes nothing; changes, faults and newer grades are shown first, and Undo takes all back',
  async ({ bring, server }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    await openSheet(teacher);
    const lines = await exportCsv(teacher);
    const ids = lines.findIndex((line) => line.replace('\uFEFF', '').startsWith('Item ID'));
    const first = ids + 2;
    const items = lines[ids]!.split(',');
    const column = items.findIndex((id, place) => place > 5 && id !== '' && [0, 1, 2, 3].every((row) => /^\d/.test(lines[first + row]!.split(',')[place]!)));
    expect(column).toBeGreaterThan(5);

    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await chooseFile(teacher, lines);
    await see(teacher, 'No grade would change.');
    await teacher.expectAccessible('an export unchanged');

    // Someone else changes one of them after the export.
    const work = Number(items[column]);
    const colleague = await signInByCall(server, 'admin@demo.school');
    const [student] = lines[first + 3]!.split(',').map(Number);
    await colleague.post('/grade-submissions', { courseId: 1, courseWorkId: work, account_id: student, submission: { type: 'DRAFT_GRADE', draftGrade: 2.5 } });

    const before = write(lines, first, column, ['1.25', 'EX', 'a half', '3']);
    await dialogOf(teacher, 'Import grades').getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(teacher, lines);
    await see(teacher, '1 problem');
    await see(teacher, '1 grade was changed here since the export');
    await teacher.expectAccessible('what an import would change');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await teacher.expectAccessible('what an import would change on a phone');
    await page.setViewportSize({ width: 1440, height: 900 });

    const dialog = dialogOf(teacher, 'Import grades');
    await dialog.getByRole('checkbox', { name: 'Skip the problems and import the rest' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Import 2 grades' }).click();
    await see(teacher, /^2 grades imported/);
    const shown = async () => write(await exportCsv(teacher), first, column, ['', '', '', '']);
    expect(await shown()).toEqual(['1.25', 'EX', before[2], '2.5']);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await see(teacher, 'Import');
    await teacher.expectAccessible('history');
    await dialogOf(teacher, 'History').getByRole('button', { name: /^Undo/ }).first().click();
    await see(teacher, /^1 change undone$/);
    await page.keyboard.press('Escape');
    expect(await shown()).toEqual([before[0], before[1], before[2], '2.5']);
  },
);
