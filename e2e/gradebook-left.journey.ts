import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };

/** The names of the first students in the demo school's first class. The second of them has left. */
const NAMES = [
  ['فاطمة', 'الزهراء'],
  ['محمد', 'الأندلسي'],
  ['小明', '王'],
] as const;
const OF_CLASS = `SELECT account_id, row_number() OVER (ORDER BY account_id) AS place FROM course_members WHERE course_id = 1 AND role = 'STUDENT'`;

journey(
  'who left stands in the gradebook marked so, only looked at, beside names of other scripts, from right to left too: arrow keys go where the eye goes',
  async ({ bring, query }) => {
    for (const [at, [first, last]] of NAMES.entries())
      await query(
        `UPDATE accounts SET first_name = '${first}', last_name = '${last}' FROM (${OF_CLASS}) member WHERE accounts.id = member.account_id AND place = ${at + 1}`,
      );
    await query(
      `UPDATE course_members SET left_at = app_now() FROM (${OF_CLASS}) member WHERE course_id = 1 AND course_members.account_id = member.account_id AND place = 2`,
    );
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.context.addInitScript(() => document.addEventListener('readystatechange', () => document.documentElement.setAttribute('dir', 'rtl')));
    await teacher.signIn('teacher@demo.school');
    const sheet = page.getByRole('grid', { name: /^Gradebook of/ });
    const nameOf = (person: string) => sheet.getByRole('rowheader', { name: new RegExp(person) });

    await teacher.visit('/class-gradebook/1?marking_periods=none');
    await sheet.waitFor(patience);
    const all = Number(await sheet.getAttribute('aria-rowcount'));
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('checkbox', { name: 'Left', exact: true }).check();
    await expect.poll(() => sheet.getAttribute('aria-rowcount'), patience).toBe(String(all + 1));
    // Names in other scripts come after Latin ones.
    await sheet.locator('[tabindex="0"]').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await nameOf('محمد').waitFor(patience);
    expect(await nameOf('محمد').textContent()).toContain('Left');
    expect(await nameOf('王').textContent()).not.toContain('Left');
    await teacher.expectAccessible('who left among other scripts');

    const row = await nameOf('محمد').getAttribute('data-row');
    await sheet.locator(`[data-row="${row}"][data-column="0"]`).focus();
    for (const column of [1, 2, 3]) {
      const { x } = (await page.locator(':focus').boundingBox())!;
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe(String(column));
      expect((await page.locator(':focus').boundingBox())!.x).toBeLessThan(x);
    }
    await page.keyboard.type('5');
    await see(teacher, /^This student has left the class/);

    // Names stay at the start of the page, and a range is copied in column order.
    const [frame, name] = [(await sheet.boundingBox())!, (await nameOf('محمد').boundingBox())!];
    expect(Math.abs(frame.x + frame.width - name.x - name.width)).toBeLessThanOrEqual(2);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowLeft');
    const copied = await page.evaluate(() => {
      const data = new DataTransfer();
      document.activeElement?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData('text/plain');
    });
    expect(copied).toMatch(/^محمد الأندلسي\t/);

    await page.setViewportSize({ width: 360, height: 740 });
    const students = page.getByRole('combobox', { name: 'Student Name' });
    await students.selectOption({ label: '\u2068محمد الأندلسي\u2069 (left)' });
    await see(teacher, /^This student has left the class/);
    await teacher.expectAccessible('who left, on a phone');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);
