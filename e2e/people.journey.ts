import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const rowOf = ({ page }: Person, words: string) => page.getByRole('row').filter({ hasText: words });

/** Checks that nothing is wider than the phone. */
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

journey(
  '[K164–K170] [K190] [K191] [K275] [K276] people are invited to a class, one accepts on a phone, and some are taken out and let back in',
  async ({ bring, query }) => {
    const [course] = await query(`
    SELECT courses.id, courses.name, (SELECT accounts.email FROM accounts JOIN account_types ON account_types.id = account_type_id
             WHERE account_types.name = 'Student' AND accounts.school_id = courses.school_id
               AND accounts.id NOT IN (SELECT account_id FROM course_members WHERE course_id = courses.id) ORDER BY accounts.id LIMIT 1) AS email
      FROM courses JOIN accounts ON accounts.id = courses.owner_id WHERE accounts.email = 'teacher@demo.school' ORDER BY courses.id LIMIT 1`);
    const { id, name, email } = course as { id: number; name: string; email: string };
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/class-people/${id}` });
    await page.getByRole('heading', { level: 1, name }).waitFor(patience);
    await page.getByText(en['people.owner'], { exact: true }).first().waitFor(patience);
    await teacher.expectAccessible('people');

    // A pasted list: one of the school, one unknown person, one invalid address.
    await page.getByRole('button', { name: en['people.inviteStudent'], exact: true }).click();
    const dialog = page.getByRole('dialog', { name: en['people.studentTitle'], exact: true });
    await dialog.getByText('Ctrl Enter', { exact: true }).waitFor(patience); // Enter alone begins a line here
    await dialog.getByRole('button', { name: en['people.invite'], exact: true }).click();
    await dialog.getByText('Email is required').waitFor(patience);
    await dialog.getByLabel(en['people.email'], { exact: true }).fill(`${email}\nfay@new.example, nobody`);
    await dialog.getByRole('button', { name: en['people.invite'], exact: true }).click();
    await dialog.getByText('This is not an email address. Write it like name@school.org.').waitFor(patience);
    expect(await dialog.getByLabel(en['people.email'], { exact: true }).inputValue()).toBe('nobody');
    await teacher.expectAccessible('who was not invited');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: en['dialog.discard'], exact: true }).click(patience);
    await page.getByLabel(en['people.show']).selectOption({ label: en['people.invited'] });
    await rowOf(teacher, 'fay@new.example').waitFor(patience);
    await rowOf(teacher, email).waitFor(patience);
    await teacher.look('invited');

    // The student accepts, and the teacher's open page updates.
    const student = await bring({ name: 'student', viewport: 'phone' });
    await student.signIn(email, { to: '/invitations' });
    await student.page.getByRole('button', { name: /^Accept: / }).waitFor(patience);
    await student.expectAccessible('invitations');
    await expectToFit(student);
    await student.page.getByRole('button', { name: /^Accept: / }).click();
    await student.page.getByRole('dialog', { name: en['pending.confirm'] }).waitFor(patience);
    await student.look('accept');
    await student.page.getByRole('button', { name: en['pending.yes'], exact: true }).click();
    await student.page.getByText(en['pending.none']).waitFor(patience);
    await rowOf(teacher, email).waitFor({ state: 'detached', ...patience });
    await student.visit(`/class-people/${id}`);
    await student.page.getByRole('heading', { level: 1, name }).waitFor(patience);
    await student.page.getByText(en['people.inClass'], { exact: true }).first().waitFor(patience);
    await expectToFit(student);
    await student.expectAccessible('people for a student');

    // An invitation is deleted by its menu, students many together. Both are undone.
    await rowOf(teacher, 'fay@new.example')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: en['people.deleteInvitation'], exact: true }).click();
    await teacher.look('delete invitation');
    await page.getByRole('button', { name: en['common.ok'], exact: true }).click();
    await page.getByText('Invitation deleted.').first().waitFor(patience);
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patience });
    await page.getByRole('button', { name: en['common.undo'], exact: true }).click(patience);
    await rowOf(teacher, 'fay@new.example').waitFor(patience);
    await page.getByLabel(en['people.show']).selectOption({ label: en['people.inClass'] });
    await rowOf(teacher, email).getByRole('checkbox').check(patience);
    await page.getByRole('group', { name: en['table.bulk'] }).getByRole('button', { name: en['people.deleteStudent'], exact: true }).click();
    await page.getByRole('button', { name: en['common.ok'], exact: true }).click();
    await page.getByText('1 person removed from the class.').first().waitFor(patience);
    await page.getByRole('dialog').waitFor({ state: 'detached', ...patience });
    await page.getByRole('button', { name: en['common.undo'], exact: true }).click(patience);
    await page.getByText('1 person is in the class again.').first().waitFor(patience);

    // A group; nobody has created one for this school yet.
    await page.getByRole('button', { name: en['people.inviteGroup'], exact: true }).click();
    await page.getByRole('dialog', { name: en['people.groupTitle'], exact: true }).getByRole('button', { name: en['people.send'], exact: true }).click();
    await page.getByText('Group is required').waitFor(patience);
    await teacher.expectAccessible('invite a group');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 360, height: 740 });
    await teacher.visit(`/class-people/${id}`);
    await page.getByText(en['people.owner'], { exact: true }).first().waitFor(patience);
    await teacher.expectAccessible('people on a phone');
    await expectToFit(teacher);

    // Extra time is set for all, and removed again.
    await page.getByRole('link', { name: en['people.extraTime'], exact: true }).click();
    await page.getByRole('checkbox', { name: /^Select all / }).check(patience);
    await page.getByLabel(en['extraTime.forChosen'], { exact: true }).fill('50');
    await page.getByRole('button', { name: /^Apply to selected/ }).click();
    await page.getByText(/unsaved changes$/).waitFor(patience);
    await teacher.expectAccessible('extra time on a phone');
    await page
      .getByLabel(/: extra time in %$/)
      .nth(3)
      .focus();
    await teacher.look('extra time typed on a phone');
    await expectToFit(teacher);
    await page.getByRole('button', { name: en['common.save'], exact: true }).click();
    await page.getByRole('button', { name: en['common.undo'], exact: true }).click(patience);
    await teacher.look('extra time undone');
    await expect
      .poll(
        () =>
          page
            .getByLabel(/: extra time in %$/)
            .first()
            .inputValue(),
        patience,
      )
      .toBe('');
  },
);
