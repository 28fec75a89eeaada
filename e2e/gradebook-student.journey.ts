import { expect } from 'vitest';
import { journey, listenToAnswers, type Person } from './harness/index.ts';
import { see, signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };

const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

journey(
  '[B1506] a student sees what was returned and nothing else, why a figure is what it is, what it would be, and what is needed',
  async ({ bring, server, query }) => {
    const teacher = await signInByCall(server, 'teacher@demo.school');
    const email = 'student1@demo.school';
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    const { page } = student;
    const answers = listenToAnswers(page, '/api/student/grade-book');
    await student.signIn(email, { to: '/std-gradebook?class=1' });
    await page.getByRole('region', { name: 'Grade summary' }).waitFor(patience);
    await student.settle();
    await expectToFit(student);
    await student.expectAccessible('own grades');

    await page.getByRole('button', { name: 'Why is Overall grade this value?' }).click(patience);
    await page.getByRole('dialog').waitFor(patience);
    await expectToFit(student);
    await student.expectAccessible('why');
    await page.keyboard.press('Escape');

    const figure = page.getByRole('region', { name: 'Grade summary' });
    const overall = await figure.innerText();
    await page.getByRole('button', { name: 'What if', exact: true }).click();
    const fields = page.getByRole('list', { name: 'Items' }).getByRole('textbox');
    await fields.first().fill('0');
    await expect.poll(() => figure.innerText(), patience).not.toBe(overall);
    await fields.nth(1).fill('lots');
    await expectToFit(student);
    // The figures are one below the other, and none is cut off.
    const cut = figure.evaluate((section) => section.scrollWidth - section.clientWidth);
    expect(await cut).toBeLessThanOrEqual(0);
    await student.expectAccessible('what if');
    const calls = (await answers()).length;
    await page.getByRole('button', { name: 'End what if' }).click();
    await expect.poll(() => figure.innerText()).toBe(overall);
    expect(await answers()).toHaveLength(calls);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'What if', exact: true }).click();
    await student.expectAccessible('what if wide');
    await page.getByRole('button', { name: 'End what if' }).click();
    await student.expectAccessible('own grades wide');

    // A draft stays visible to the teacher only, although the page reloads.
    const { id } = JSON.parse((await answers())[0]!.body).gradebook.items.find((item: { state: string }) => item.state === 'TURNED_IN') as { id: number };
    const [account] = (await query(`SELECT id FROM accounts WHERE email = '${email}'`)) as [{ id: number }];
    await teacher.post('/grade-submissions', { courseId: 1, courseWorkId: id, account_id: account.id, submission: { type: 'DRAFT_GRADE', draftGrade: 1.37 } });
    const before = (await answers()).length;
    await page.reload();
    await page.getByRole('region', { name: 'Grade summary' }).waitFor(patience);
    await student.settle();
    expect(await figure.innerText()).toBe(overall);
    const since = (await answers()).slice(before);
    expect(since.length).toBeGreaterThan(0);
    expect(JSON.stringify(since)).not.toContain('1.37');

    await teacher.post('/grade-book/return', {
      courseId: 1,
      course_work_ids: [id],
      account_ids: [account.id],
      message: 'أحسنت — look at the second half again.',
    });
    await page.reload();
    await see(student, /أحسنت/);
    await see(student, /^1\.37 of/);
  },
);
