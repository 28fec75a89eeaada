import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { button, reachFirstClass, prepareClassAtGoogle } from './class-at-google.ts';
import { journey } from './harness/index.ts';
import { see } from './join/steps.ts';
import { lookAtBoth } from './look-at-both.ts';

const patience = { timeout: 60_000 };
const { there, env } = prepareClassAtGoogle();

journey(
  '[B1317] what people see of a sync: what a preview says of submissions, categories taken over, a run in other windows, and what students hand in',
  async ({ bring, query }) => {
    const { google, students, course } = there;
    const asTeacher = google.asTeacher(there.teacher);
    asTeacher.changeCourse(course, {
      gradebookSettings: {
        calculationType: 'WEIGHTED_CATEGORIES',
        displaySetting: 'SHOW_OVERALL_GRADE',
        gradeCategories: [
          { id: '71', name: 'Homework', weight: 400_000 },
          { id: '72', name: 'Observations of the night sky and of what moves in it', weight: 600_000 },
        ],
      },
    });
    const moon = asTeacher.createWork(course, { title: 'Observe the moon', maxPoints: 20, gradeCategory: { id: '71', name: 'Homework' } });
    for (const student of students) google.asStudent(student).turnIn(moon);
    asTeacher.grade(moon, students[0]!, { draftGrade: 17 });
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school');
    const id = await reachFirstClass(teacher);
    await teacher.visit(`/class-classwork/${id}?create=ASSIGNMENT`);
    const form = page.getByRole('dialog', { name: 'Create Assignment', exact: true });
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Name the planets', patience);
    await form.getByRole('button', { name: 'Post', exact: true }).click(patience);
    await see(teacher, 'Class Work created successfully.');

    // before anything of the work is here
    await page.route(/\/sync-course-works$/, (route) => route.continue({ postData: JSON.stringify({ mode: 'preview' }) }), { times: 1 });
    await button(teacher, 'Sync Class Work').click(patience);
    await page.getByText('Observe the moon · 3 submissions, 1 of them with a grade').waitFor(patience);
    await lookAtBoth(teacher, 'a preview of class work');
    await button(teacher, en['syncRun.apply']).click();
    await see(teacher, en['sync.complete.class_work']);
    await page.getByText(en['syncRun.handIn']).waitFor(patience);
    await lookAtBoth(teacher, 'a report of class work');

    // categories and weights
    await teacher.visit(`/class-gradebook/${id}?setting=true`);
    const take = button(teacher, en['syncGrades.take']);
    await take.waitFor(patience);
    await lookAtBoth(teacher, 'categories offered');
    await take.focus();
    await page.keyboard.press('Enter');
    await see(teacher, en['sync.gradeOffer.takenWorks.one']);
    const points = page.getByLabel(en['gradebook.categoryPoint']);
    await expect.poll(() => points.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)), patience).toEqual(['40', '60']);
    await page.getByRole('dialog').getByText('1 item has no category and does not count.').waitFor(patience);
    await lookAtBoth(teacher, 'categories taken over');

    // a run of a colleague in another window, which nobody reloads
    // an administrator of this school alone
    await query(`UPDATE accounts SET school_id = (SELECT school_id FROM courses WHERE id = ${id}) WHERE email = 'admin@demo.school'`);
    const administrator = await bring({ name: 'administrator' });
    await administrator.signIn('admin@demo.school', { to: `/class-classwork/${id}` });
    await button(administrator, 'Sync Class Work').waitFor(patience);
    await administrator.settle();
    google.faults.plan(
      [/\/topics$/, /\/courseWork$/, /\/courseWorkMaterials$/, /\/announcements$/].map((path) => ({ match: { path }, kind: 'delay', delayMs: 8_000, nth: 1 })),
    );
    await teacher.visit(`/class-classwork/${id}`);
    await button(teacher, 'Sync Class Work').click(patience);
    await administrator.page.getByText(/^Started by .+, /).waitFor();
    await button(administrator, 'Syncing...').waitFor(patience);
    await lookAtBoth(administrator, 'a run that a colleague began');
    // its end reaches both without a reload
    for (const person of [teacher, administrator]) await button(person, 'Sync Class Work').waitFor({ timeout: 60_000 });

    // somebody's own classes are not the school's
    google.faults.clear();
    google.faults.plan([{ match: { path: /\/v1\/courses$/ }, kind: 'delay', delayMs: 8_000, nth: 1 }]);
    await teacher.visit('/classes');
    await button(teacher, 'Sync Class').click(patience);
    await button(teacher, 'Syncing...').waitFor(patience);
    await administrator.visit('/classes');
    await administrator.settle();
    await button(administrator, 'Sync Class').waitFor(patience);
    expect(await button(administrator, 'Syncing...').count()).toBe(0);
    await button(teacher, 'Sync Class').waitFor({ timeout: 60_000 });
    google.faults.clear();

    // the limits of the sync, shown where work is handed in
    const student = await bring({ name: 'student' });
    await student.signIn('student1@demo.school');
    const workOf = async (title: string) =>
      ((await query(`SELECT id FROM course_works WHERE course_id = ${id} AND title = '${title}'`)) as { id: number }[])[0]!.id;
    await student.visit(`/class-classwork/${id}?work=${await workOf('Name the planets')}&tab=work`);
    await student.page.getByText(en['syncMark.handInHere']).waitFor(patience);
    await lookAtBoth(student, 'own work of a synced class');
    await student.visit(`/class-classwork/${id}?work=${await workOf('Observe the moon')}&tab=work`);
    await student.page.getByText(en['openWork.lockedElsewhere']).waitFor(patience);
    await student.page.getByText(en['syncMark.handInThere']).waitFor(patience);
    await lookAtBoth(student, 'own work created in Google Classroom');
  },
  300_000,
  { env },
);
