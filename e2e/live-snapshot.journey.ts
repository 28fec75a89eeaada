import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, viewports } from './harness/index.ts';
import { see } from './join/steps.ts';
import { chooseAct, chooseActByKeys } from './row-acts.ts';

const patience = { timeout: 60_000 };
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
/** Lists the cells whose text breaks within a word because they are narrower than their longest word. */
const listBroken = (part: Element): string[] =>
  [...part.querySelectorAll('th, td')].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });

journey(
  '[K140] [K160] [K341] a teacher comes to a lesson’s live snapshot from classwork, by keyboard, on paper and on a phone; a student to the own one',
  async ({ bring, query }) => {
    const [held] = await query(`
    SELECT held.course_id AS course, held.assessment_id AS assessment, assessments.title FROM lesson_figures held
      JOIN courses ON courses.id = held.course_id JOIN accounts ON accounts.id = courses.owner_id JOIN assessments ON assessments.id = held.assessment_id
     WHERE accounts.email = 'teacher@demo.school' AND EXISTS (SELECT 1 FROM lesson_students own JOIN accounts student ON student.id = own.account_id
           WHERE own.session_id = held.session_id AND student.email = 'student1@demo.school' AND own.answered > 0)
     ORDER BY held.session_id DESC LIMIT 1`);
    const { course, assessment, title } = held as { course: number; assessment: number; title: string };
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/class-classwork/${course}?search_text=${encodeURIComponent(title)}` });
    await chooseActByKeys(teacher, title, en['work.snapshotAct']);
    const dialog = page.getByRole('dialog', { name: 'Live Snapshot', exact: true });
    await dialog.getByRole('heading', { name: 'Students by transition', exact: true }).waitFor(patience);
    // It is laid out as a page, not as a cell of the table from which it was opened.
    expect(await dialog.locator('p, h3').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)).toBe(0);
    expect(
      await dialog
        .getByRole('heading', { level: 3 })
        .first()
        .evaluate((heading) => getComputedStyle(heading).textAlign),
    ).toBe('start');
    expect(
      await dialog.getByRole('region', { name: 'Students by transition', exact: true }).evaluate((part) => part.scrollWidth - part.clientWidth),
    ).toBeLessThanOrEqual(0);
    await teacher.look('snapshot in a dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await teacher.visit(`/live-snapshot?id=${assessment}`);
    await page.getByRole('heading', { name: 'Students by transition', exact: true }).waitFor(patience);
    for (const form of ['Form - 1A', 'Form - 1B', 'Form - 2']) await page.getByRole('region', { name: form, exact: true }).waitFor();
    await see(teacher, /^\d+ of \d+ students took part|students took part/);
    await teacher.expectAccessible('live snapshot');
    await page.getByRole('button', { name: 'Show as table', exact: true }).press('Enter');
    await page
      .getByRole('table', { name: /How answers changed|changed/ })
      .first()
      .waitFor();
    await teacher.expectAccessible('live snapshot as tables');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^snapshot-.*\.xlsx$/);
    await page.getByRole('button', { name: 'Compare with other lessons', exact: true }).press('Enter');
    await page.getByRole('row', { name: /^This lesson/ }).waitFor(patience);
    await teacher.expectAccessible('live snapshot beside other lessons');
    // In print: the sheet alone.
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('button', { name: 'Print', exact: true }).isVisible()).toBe(false);
    await expect.poll(() => page.locator('body > [data-paper] h1').isVisible()).toBe(true);
    await teacher.look('live snapshot on paper');
    await page.emulateMedia({ media: 'screen' });
    await teacher.visit('/live-snapshot');
    await see(teacher, 'No Assessment Selected');

    // On the smallest phone no word and no number is broken, in either reading direction.
    const ways = page.getByRole('region', { name: 'Right or wrong across the three forms', exact: true });
    await teacher.visit(`/live-snapshot?assessment_id=${assessment}`);
    await ways.waitFor(patience);
    await page.setViewportSize(viewports.smallPhone);
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
      expect(await ways.evaluate(listBroken), direction).toEqual([]);
      await expectToFit(teacher);
      await ways.evaluate((part) => part.scrollIntoView({ block: 'start' }));
      await teacher.look(`ways on the smallest phone ${direction}`);
    }
    // A group's swatch comes before its name.
    const heading = page.getByRole('region', { name: 'Students by transition', exact: true }).getByRole('rowheader', { name: /^Wrong to right/ });
    const [swatch, name] = await heading.evaluate((cell) => ['svg', 'b'].map((tag) => cell.querySelector(tag)?.getBoundingClientRect().left ?? 0));
    expect(swatch).toBeGreaterThan(name as number);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
    // The text on the ribbons is readable.
    const smallest = await page.locator('svg[role="img"] text').evaluateAll((texts) => Math.min(...texts.map((text) => text.getBoundingClientRect().height)));
    expect(smallest).toBeGreaterThan(11);
    await page.setViewportSize(viewports.desktop);

    const phone = await bring({ name: 'teacher on a phone', viewport: 'phone' });
    await phone.signIn('teacher@demo.school', { to: `/live-snapshot?assessment_id=${assessment}` });
    await phone.page.getByRole('heading', { name: 'Students by transition', exact: true }).waitFor(patience);
    await expectToFit(phone);
    await phone.look('live snapshot');
    await phone.page.getByRole('button', { name: 'Compare with other lessons', exact: true }).click();
    await phone.page.getByRole('row', { name: /^This lesson/ }).evaluate((row) => row.scrollIntoView({ block: 'center' }));
    await expectToFit(phone);
    await phone.look('other lessons');

    // Groups, once the school allows them.
    await query(
      `UPDATE schools SET settings = settings || '{"subgroup_field": "city"}' WHERE id = (SELECT school_id FROM accounts WHERE email = 'teacher@demo.school')`,
    );
    await query(`INSERT INTO profiles (account_id, city) SELECT account_id, CASE WHEN account_id % 2 = 0 THEN 'Adama' ELSE 'Bonga' END FROM lesson_students
                  WHERE session_id = (SELECT session_id FROM lesson_figures WHERE assessment_id = ${assessment}) ON CONFLICT (account_id) DO UPDATE SET city = excluded.city`);
    await phone.visit(`/live-snapshot?assessment_id=${assessment}`);
    const groups = phone.page.getByRole('region', { name: 'By city', exact: true });
    await groups.getByRole('row', { name: /^Adama/ }).waitFor(patience);
    await groups.evaluate((part) => part.scrollIntoView({ block: 'center' }));
    await expectToFit(phone);
    await phone.look('groups');

    const student = await bring({ name: 'student', viewport: 'phone' });
    await student.signIn('student1@demo.school', { to: `/std-classwork?class=${course}&search_text=${encodeURIComponent(title)}` });
    await chooseAct(student, title, en['work.snapshotAct']);
    await student.page.getByRole('heading', { name: /^Right answers in your class/ }).waitFor(patience);
    await expectToFit(student);
    await student.expectAccessible('own snapshot in a dialog');
    await student.visit(`/live-snapshot?assessment_id=${assessment}`);
    await expect.poll(() => student.page.getByRole('heading', { name: 'Students by transition' }).count()).toBe(0);
  },
);
