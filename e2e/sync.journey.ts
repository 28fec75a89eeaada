import { en } from '@classwright/contract/messages/en';
import { type Course, type SimulatedClassroom, startClassroom, type User } from '@classwright/server/testing/classroom/index';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';
import { lookAtBoth } from './look-at-both.ts';

const patience = { timeout: 30_000 };

/** A class at Google, with its teacher and students who have accounts of the demo school under the same addresses, and somebody whom nobody knows here. */
interface There {
  google: SimulatedClassroom;
  teacher: User;
  students: User[];
  course: Course;
}
let there: There;

beforeEach(async () => {
  const google = await startClassroom();
  const teacher = google.people.add({ email: 'teacher@demo.school', givenName: 'Grace', familyName: 'Okafor', isTeacher: true });
  const students = ['student1', 'student2', 'student3'].map((name) => google.people.add({ email: `${name}@demo.school`, givenName: name }));
  const stranger = google.people.add({ email: 'layla@elsewhere.example', givenName: 'ليلى', familyName: 'حداد' });
  const course = google.asTeacher(teacher).createCourse({ name: 'Astronomy 10', section: 'C', room: '12' });
  google.asTeacher(teacher).createCourse({ name: 'Astronomy of last year' }, { courseState: 'ARCHIVED' });
  for (const one of [...students, stranger]) google.asStudent(one).join(course);
  there = { google, teacher, students, course };
});
afterEach(() => there.google.close());

const env = (): Record<string, string> => ({
  GOOGLE_CLASSROOM: 'on',
  GOOGLE_CLASSROOM_URL: there.google.url,
  GOOGLE_ISSUER: there.google.issuer,
  GOOGLE_CLIENT_ID: there.google.clientId,
  GOOGLE_CLIENT_SECRET: there.google.clientSecret,
});

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

/** Gives consent at Google as the teacher. */
async function consent({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: /teacher@demo\.school/ }).click(patience);
  await page.getByText('is connected as teacher@demo.school', { exact: false }).waitFor(patience);
}

/** Presses one of the buttons, and waits for the words at its end. */
async function sync(person: Person, name: 'Sync Class' | 'Sync Class Work' | 'Sync Invitations', words: string): Promise<void> {
  await button(person, name).click(patience);
  await see(person, words);
  await button(person, name).waitFor(patience);
}

/** From nothing to the class of Google's here; ends on its page. Returns the id of the class here. */
async function reachFirstClass(teacher: Person): Promise<number> {
  await teacher.visit('/sync');
  await button(teacher, en['syncPage.connect']).click(patience);
  await consent(teacher);
  await teacher.visit('/classes');
  await button(teacher, 'Sync Class').click(patience);
  await button(teacher, en['syncRun.apply']).click(patience);
  await see(teacher, en['sync.complete.classes']);
  await teacher.visit('/classes?search_text=Astronomy');
  await teacher.page.getByRole('link', { name: 'Astronomy 10', exact: true }).click(patience);
  await teacher.page.getByRole('heading', { level: 1, name: 'Astronomy 10' }).waitFor(patience);
  return Number(/\d+$/.exec(new URL(teacher.page.url()).pathname)?.[0]);
}

journey(
  '[B1093] from no connection to the first class: told how, connected, previewed, applied, its people seen, by keys and on a phone',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: '/classes' });
    await button(teacher, 'Sync Class').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: en['syncButton.explain'] }).waitFor(patience);
    await button(teacher, en['syncButton.connect']).waitFor(patience);
    await teacher.expectAccessible('told how to connect');
    await button(teacher, en['syncButton.connect']).click();
    await consent(teacher);
    expect(new URL(page.url()).search).toBe('');
    await teacher.expectAccessible('connected');
    await page.getByRole('link', { name: en['syncConnect.goOn'] }).click();
    await button(teacher, 'Sync Class').click(patience);

    // a preview: nothing is here yet, and each class is chosen for
    const choice = page.getByLabel('What becomes of Astronomy 10');
    await choice.waitFor(patience);
    expect(await choice.inputValue()).toBe('make');
    expect(await page.getByLabel('What becomes of Astronomy of last year').inputValue()).toBe('ignore');
    await teacher.settle();
    await teacher.expectAccessible('preview');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(teacher);
    await teacher.expectAccessible('preview on a phone');
    await button(teacher, en['syncRun.apply']).focus();
    await page.keyboard.press('Enter');
    await see(teacher, en['sync.complete.classes']);
    await page.getByText('Astronomy 10').first().waitFor(patience);
    await expectNoSideScroll(teacher);
    await teacher.expectAccessible('report on a phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await teacher.expectAccessible('report');

    for (const tab of ['runs', 'conflicts', 'people', 'classes']) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await teacher.visit(`/sync?tab=${tab}`);
      await teacher.settle();
      await teacher.expectAccessible(`sync ${tab}`);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSideScroll(teacher);
      await teacher.expectAccessible(`sync ${tab} on a phone`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await teacher.visit('/sync?tab=people&state=unknown');
    await page.getByText('ليلى حداد').first().waitFor(patience);

    // several at once, by keys, and taken back
    const everyRow = page.getByRole('checkbox', { name: 'Select every row of this page' });
    await everyRow.focus();
    await page.keyboard.press('Space');
    await teacher.settle();
    await teacher.expectAccessible('several people chosen');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(teacher);
    await teacher.expectAccessible('several people chosen on a phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: en['syncPeople.ignore'], exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/left out\.$/)
      .first()
      .waitFor(patience);
    await button(teacher, 'Undo').click(patience);
    await page
      .getByText(/open again/)
      .first()
      .waitFor(patience);
    await page.getByText('ليلى حداد').first().waitFor(patience);
    await teacher.visit('/classes?search_text=Astronomy');
    await page.getByRole('link', { name: 'Astronomy 10', exact: true }).click(patience);
    await page.getByRole('link', { name: /^People/ }).click(patience);
    await button(teacher, 'Sync Invitations').waitFor(patience);
    await page.getByText('student1@demo.school').first().waitFor(patience);
    await button(teacher, 'Google Classroom: Linked').click(patience);
    await page.getByText(en['syncLink.code']).waitFor(patience);
    await teacher.expectAccessible('people of a linked class');
    await page.keyboard.press('Escape');
    await sync(teacher, 'Sync Invitations', en['sync.complete.invitations']);
  },
  300_000,
  { env },
);

journey(
  '[B1093] a grade given here is seen there with its receipt, one given on both sides is chosen between, and a run is taken back',
  async ({ bring, query }) => {
    const { google, students, course } = there;
    const asTeacher = google.asTeacher(there.teacher);
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    const id = await reachFirstClass(teacher);

    // work made here, and work made there
    asTeacher.createWork(course, { title: 'Made over there', maxPoints: 20 });
    await teacher.visit(`/class-classwork/${id}?create=ASSIGNMENT`);
    const form = page.getByRole('dialog', { name: 'Create Assignment', exact: true });
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Name the planets', patience);
    await form.getByRole('button', { name: 'Post', exact: true }).click(patience);
    await see(teacher, 'Class Work created successfully.');
    await sync(teacher, 'Sync Class Work', en['sync.complete.class_work']);
    await page.getByText(en['syncMark.foreign']).first().waitFor(patience);
    await page.getByText(en['syncMark.known'], { exact: true }).first().waitFor(patience);
    await teacher.expectAccessible('classwork with marks');
    await button(teacher, 'Why Made over there cannot be edited here').click();
    await page.getByText(en['syncMark.lockedAbout']).waitFor(patience);
    await teacher.expectAccessible('why it cannot be edited');
    await page.keyboard.press('Escape');

    // graded here, seen there
    const sent = () => [...google.state.room(course.id).works.values()].find(({ title }) => title === 'Name the planets');
    await expect.poll(() => sent()?.title, patience).toBe('Name the planets');
    for (const student of students) google.asStudent(student).turnIn(sent()!);
    const gradesThere = () => students.map((student) => google.asStudent(student).submission(sent()!).draftGrade);
    await gradeFirst(teacher, id, '42');
    await teacher.visit(`/class-classwork/${id}`);
    await sync(teacher, 'Sync Class Work', en['sync.complete.class_work']);
    await expect.poll(gradesThere, patience).toContain(42);
    await openSheet(teacher, id);
    await (await firstCell(teacher)).click(patience);
    await page
      .getByText(/^Confirmed by Google/)
      .first()
      .waitFor(patience);
    await teacher.expectAccessible('a grade that Google confirmed');

    // graded on both sides: nothing is lost, and somebody chooses
    const graded = students[gradesThere().indexOf(42)]!;
    await gradeFirst(teacher, id, '40');
    asTeacher.grade(sent()!, graded, { draftGrade: 30 });
    await teacher.visit(`/class-classwork/${id}`);
    await sync(teacher, 'Sync Class Work', en['sync.complete.class_work']);
    await openSheet(teacher, id);
    const cell = await firstCell(teacher);
    await cell.getByText(en['syncMark.differs']).waitFor(patience);
    await cell.click();
    await button(teacher, en['syncMark.choose']).click(patience);
    await page.getByRole('dialog', { name: en['syncMark.conflictTitle'] }).waitFor(patience);
    await teacher.expectAccessible('two grades');
    await button(teacher, en['syncMark.keepTheirs']).click();
    await see(teacher, 'Solved. 1 value counts on both sides.');
    await openSheet(teacher, id);
    await expect.poll(async () => (await firstCell(teacher)).textContent(), patience).toContain('30');

    // what a run changed is taken back
    const roomHere = async () => (await query(`SELECT room FROM courses WHERE id = ${id}`)) as { room: string }[];
    asTeacher.changeCourse(course, { room: '99' });
    await teacher.visit('/classes');
    await sync(teacher, 'Sync Class', en['sync.complete.classes']);
    expect(await roomHere()).toEqual([{ room: '99' }]);
    await teacher.visit('/sync');
    await page
      .getByRole('button', { name: /^Undo Classes and people/ })
      .first()
      .click(patience);
    await button(teacher, en['syncRun.undoYes']).click(patience);
    await page.waitForURL(/\/sync-run\/\d+/);
    await see(teacher, en['sync.complete.undo']);
    await teacher.settle();
    await teacher.expectAccessible('a run taken back');
    expect(await roomHere()).toEqual([{ room: '12' }]);
  },
  300_000,
  { env },
);

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
    await administrator.page.getByText(/^Begun by .+, /).waitFor();
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

    // what does not go over, where it is handed in
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
    await lookAtBoth(student, 'own work made in Google Classroom');
  },
  300_000,
  { env },
);

/** Types a grade into the first row of the first work made here. */
async function gradeFirst(person: Person, classId: number, grade: string): Promise<void> {
  await openSheet(person, classId);
  await (await firstCell(person)).click(patience);
  await person.page.keyboard.type(grade);
  await person.page.keyboard.press('Enter');
  await see(person, '1 saved');
}
async function openSheet(person: Person, classId: number): Promise<void> {
  await person.visit(`/class-gradebook/${classId}`);
  await person.page.getByRole('grid').waitFor(patience);
  await person.settle();
}
/** Of the work made here, whoever stands first. */
async function firstCell({ page }: Person): Promise<Locator> {
  const column = await page
    .getByRole('columnheader', { name: /Name the planets/ })
    .first()
    .getAttribute('data-column', patience);
  return page.locator(`[data-row="0"][data-column="${column}"]`);
}
