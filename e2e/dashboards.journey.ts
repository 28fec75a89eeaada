import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract/messages/en';
import type { Download } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };
const tab = ({ page }: Person, name: string) => page.getByRole('tab', { name, exact: true });
const card = ({ page }: Person, name: string) => page.getByRole('list', { name: en['dashboards.figures'], exact: true }).getByRole('link', { name });
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const showFilters = ({ page }: Person) => page.getByRole('button', { name: en['dashboards.showFilters'], exact: true }).click(patience);
const numberIn = async (person: Person, name: string): Promise<number> =>
  Number((await card(person, name).locator('b').textContent(patience))?.replaceAll(',', ''));

async function downloadBy({ page, context }: Person, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const arrived = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    context.once('page', (opened) => opened.once('download', resolve));
  });
  await press();
  const download = await arrived;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

journey(
  "[K008] a head's Monday: from home to the dashboards, a filter, the rows behind a number, as many as the card says, and as a file",
  async ({ bring }) => {
    const head = await bring({ name: 'head' });
    const { page } = head;
    await head.signIn('admin@demo.school');
    await page.getByRole('link', { name: new RegExp(`^${en['home.adminConsole']}`) }).waitFor(patience);
    await page.getByRole('link', { name: new RegExp(`^${en['home.learningDash']}`) }).press('Enter');
    await page.getByRole('heading', { level: 1, name: en['dashboards.title'], exact: true }).waitFor(patience);
    await expect.poll(() => tab(head, en['dashboard.assignments']).getAttribute('aria-selected')).toBe('true');
    const all = await numberIn(head, en['dashboard.assignments.total']);
    expect(all).toBeGreaterThan(0);
    await head.expectAccessible('assignments');
    await head.look('assignments');

    // The keyboard also reaches the explanation of a figure.
    await page.getByRole('button', { name: `What “${en['dashboard.assignments.onTime']}” counts`, exact: true }).focus();
    await page.getByRole('tooltip').getByText(en['dashboard.assignments.onTime.says'], { exact: true }).waitFor(patience);
    await head.look('what a figure counts');
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached', ...patience });

    // Without input, nothing is requested.
    await showFilters(head);
    await page.getByRole('button', { name: en['dashboards.filter'], exact: true }).press('Enter');
    await see(head, en['dashboards.selectCriteria']);
    await page.getByRole('combobox', { name: en['dashboard.filter.class'], exact: true }).fill('a');
    await page.getByRole('option').first().click(patience);
    await page.getByRole('button', { name: en['dashboards.filter'], exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('class'), patience).not.toBeNull();
    await expect.poll(() => numberIn(head, en['dashboard.assignments.total']), patience).toBeLessThan(all);

    // The number of rows behind a figure equals the figure, on the page and in the file.
    const total = await numberIn(head, en['dashboard.assignments.total']);
    await card(head, en['dashboard.assignments.total']).press('Enter');
    const rowsOf = page.getByRole('heading', { level: 2, name: `${en['dashboard.assignments.total']}: ${total}`, exact: true });
    await rowsOf.waitFor(patience);
    await head.settle();
    expect(await rowsOf.evaluate((heading) => heading === document.activeElement && heading.getBoundingClientRect().bottom < 0.75 * innerHeight)).toBe(true);
    const table = page.getByRole('table', { name: en['dashboard.assignments.total'], exact: true });
    await expect.poll(() => table.locator('tbody tr').count(), patience).toBe(Math.min(25, total));
    await head.expectAccessible('rows behind a figure');
    await head.look('rows behind a figure');
    const file = await downloadBy(head, () =>
      page.getByRole('button', { name: `Download “${en['dashboard.assignments.total']}” as a CSV file`, exact: true }).click(),
    );
    expect(file.name).toMatch(/^assignments-total-.*\.csv$/);
    expect(file.text.trim().split('\n')).toHaveLength(total + 1);

    // A reload keeps the same view.
    await page.reload();
    await page.getByRole('heading', { level: 2, name: `${en['dashboard.assignments.total']}: ${total}`, exact: true }).waitFor(patience);
    await showFilters(head);
    await page.getByRole('button', { name: en['dashboards.reset'], exact: true }).click();
    await expect.poll(() => numberIn(head, en['dashboard.assignments.total']), patience).toBe(all);

    await tab(head, en['dashboards.summary']).click();
    await page.getByRole('region', { name: en['dashboard.questions'], exact: true }).getByRole('listitem').first().waitFor(patience);
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('link', { name: /^Open / })
          .count(),
      )
      .toBe(6);
    await head.expectAccessible('summary');
    await head.look('summary');

    for (const name of ['dashboard.enrollment', 'dashboard.live', 'dashboard.grades', 'dashboard.questions'] as const) {
      await tab(head, en[name]).click();
      await card(head, '').first().locator('b').waitFor(patience);
      await head.expectAccessible(en[name]);
      await head.look(en[name]);
    }
    // Typed names do not appear in the address.
    await tab(head, en['dashboard.enrollment']).click();
    const students = await numberIn(head, en['dashboard.enrollment.students']);
    await showFilters(head);
    await page.getByRole('textbox', { name: en['dashboard.filter.student'], exact: true }).fill('a');
    await page.getByRole('button', { name: en['dashboards.filter'], exact: true }).click();
    await expect.poll(() => numberIn(head, en['dashboard.enrollment.students']), patience).toBeLessThan(students);
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['tab']);

    await tab(head, en['dashboard.attendance']).click();
    await page
      .getByRole('button', { name: /^VIEW / })
      .first()
      .waitFor(patience);
    await head.expectAccessible('attendance');
    await head.look('attendance');
    await page
      .getByRole('button', { name: /^VIEW / })
      .first()
      .press('Enter');
    const dialog = page.getByRole('dialog', { name: en['dashboards.details'], exact: true });
    await dialog.getByRole('row').nth(1).or(dialog.getByText(en['dashboards.noDays'])).waitFor(patience);
    await head.expectAccessible('student details');
    await head.look('student details');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...patience });
  },
);

journey('the dashboards on a phone, light and dark, and what students see of them', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  await teacher.signIn('teacher@demo.school');
  for (const path of ['/grade-book-dashboard', '/dashboard?tab=summary', '/attendance-dashboard', '/live-instructions-dashboard?figure=total_sessions']) {
    await teacher.visit(path);
    await teacher.page.getByRole('main').locator('b, li b').filter({ visible: true }).first().waitFor(patience);
    await expectToFit(teacher);
    await teacher.expectAccessible(`on a phone ${path}`);
    await teacher.look(`on a phone ${path}`);
  }
  // The open tab is in view, and a student's days fit.
  await teacher.visit('/dashboard?tab=attendance');
  await teacher.page
    .getByRole('button', { name: /^VIEW / })
    .first()
    .waitFor(patience);
  const place = await tab(teacher, en['dashboard.attendance']).boundingBox();
  expect([place!.x >= 0, place!.x + place!.width <= 360]).toEqual([true, true]);
  await teacher.page
    .getByRole('button', { name: /^VIEW / })
    .first()
    .press('Enter');
  const days = teacher.page.getByRole('dialog', { name: en['dashboards.details'], exact: true }).getByRole('table');
  await days.waitFor(patience);
  expect(await days.evaluate((table) => table.parentElement!.scrollWidth - table.parentElement!.clientWidth)).toBeLessThanOrEqual(0);
  await teacher.expectAccessible('student details on a phone');
  // There are no schools or teachers to filter by.
  await teacher.visit('/grade-book-dashboard');
  await showFilters(teacher);
  await teacher.page.getByRole('combobox', { name: en['dashboard.filter.student'], exact: true }).waitFor(patience);
  expect(await teacher.page.getByRole('combobox', { name: en['dashboard.filter.teacher'], exact: true }).count()).toBe(0);

  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  await student.signIn('student1@demo.school', { to: '/dashboard' });
  await student.page.getByRole('tab').first().waitFor(patience);
  expect(await student.page.getByRole('tab').allTextContents()).toEqual([
    en['dashboard.assignments'],
    en['dashboard.live'],
    en['dashboard.grades'],
    en['dashboard.attendance'],
    en['dashboard.questions'],
  ]);
  expect(await student.page.getByRole('button', { name: en['dashboards.filter'], exact: true }).count()).toBe(0);
  await expectToFit(student);
  await student.expectAccessible('own figures');
  await student.look('own figures');
});
