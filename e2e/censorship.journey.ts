import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { journey, type Person } from './harness/index.ts';
import { choose, openLesson, see, seeSent, startLesson, submit } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const patience = { timeout: 60_000 };
const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });

/** Checks that nothing is wider than the screen. */
async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey(
  '[L524–L526] a word an administrator lists reaches no classmate; the teacher sees what was written, and it is known who looked',
  async ({ bring, server }) => {
    // a word is listed
    const admin = await bring({ name: 'administrator' });
    await admin.signIn('admin@demo.school', { to: '/censorship-word-list?create=true' });
    const create = dialogOf(admin, 'Create Censorship Word');
    await create.getByLabel('Name', { exact: true }).fill('flobber');
    await create.getByLabel('Replace with', { exact: true }).fill('(no)');
    await create.getByRole('combobox').fill('Mild');
    await admin.page.getByRole('option', { name: 'Mild' }).click(patience);
    await create.getByRole('button', { name: en['common.save'], exact: true }).click();
    await see(admin, 'Censorship Word Created Successfully');

    // A student writes it, disguised, and sees what others see, with a note.
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    await openLesson(student, 'student1@demo.school', lesson.id);
    await choose(student, 'It stays the same');
    await student.page.getByLabel('Justify Your Answer').fill('Only a fl0bber asks that, c.r.a.p!');
    await submit(student);
    await seeSent(student);
    await see(student, 'Only a (no) asks that, [removed]!');
    await see(student, en['join.censored']);
    await student.expectAccessible('own answer with a note');

    // A classmate never reads the original.
    const { student: classmate } = await lesson.answerAs('student2@demo.school', 0, 'The battery is the same.');
    const seen = JSON.stringify(await classmate.get(`/posts/current/form?assessment_id=${lesson.id}`));
    expect(seen).toContain('Only a (no) asks that, [removed]!');
    expect(seen).not.toMatch(/fl0bber|c\.r\.a\.p/);

    // The teacher reviews it by keys.
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school');
    await (await entryOf(teacher, 'school', en['censored.title'])).focus();
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'Only a (no) asks that, [removed]!' });
    await row.waitFor(patience);
    expect(await page.getByText('fl0bber').count()).toBe(0);
    await teacher.expectAccessible('censored texts');
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await see(teacher, 'Only a fl0bber asks that, c.r.a.p!');
    await see(teacher, en['censored.auditNote']);
    await teacher.expectAccessible('an original');
    await page.getByRole('button', { name: en['censored.markReviewed'] }).focus();
    await page.keyboard.press('Enter');
    await see(teacher, en['censored.marked']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await row.getByText(en['censored.reviewed'], { exact: true }).waitFor(patience);

    // The audit trail shows who looked.
    await admin.visit('/audit?action=censoredText');
    for (const done of ['viewed a censored text', 'reviewed a censored text'])
      await admin.page.getByRole('row').filter({ hasText: done }).first().waitFor(patience);
    expect(await admin.page.getByText('fl0bber').count()).toBe(0);

    // On a phone of 360 px.
    const phone = await bring({ name: 'teacher on a phone', viewport: 'smallPhone' });
    await phone.signIn('teacher@demo.school', { to: '/censored-texts' });
    await see(phone, 'Only a (no) asks that, [removed]!');
    await expectNoSideScroll(phone);
    await phone.expectAccessible('censored texts');
  },
);
