import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { button, consent, expectNoSideScroll, firstCell, gradeFirst, openSheet, reachFirstClass, sync, prepareClassAtGoogle } from './class-at-google.ts';
import { journey } from './harness/index.ts';
import { see } from './join/steps.ts';
import { chooseAct } from './row-acts.ts';

const patience = { timeout: 60_000 };
const { there, env } = prepareClassAtGoogle();

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

    // A preview: nothing is here yet, and each class gets a choice.
    const choice = page.getByLabel('What to do with Astronomy 10');
    await choice.waitFor(patience);
    expect(await choice.inputValue()).toBe('make');
    expect(await page.getByLabel('What to do with Astronomy of last year').inputValue()).toBe('ignore');
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

    // Several together, by keys, and undone.
    const everyRow = page.getByRole('checkbox', { name: 'Select every row on this page' });
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
      .getByText(/ignored\.$/)
      .first()
      .waitFor(patience);
    await button(teacher, 'Undo').click(patience);
    await page
      .getByText(/undecided again/)
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

    // Work made here, and work made there.
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
    await chooseAct(teacher, 'Made over there', en['syncMark.whyNotHere']);
    await page.getByText(en['syncMark.lockedAbout']).waitFor(patience);
    await teacher.expectAccessible('why it cannot be edited');
    await page.keyboard.press('Escape');

    // Graded here, visible there.
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

    // Graded on both sides: nothing is lost, and someone chooses.
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
    await see(teacher, 'Resolved. 1 value is now the same on both sides.');
    await openSheet(teacher, id);
    await expect.poll(async () => (await firstCell(teacher)).textContent(), patience).toContain('30');

    // A run's changes are undone.
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
    await teacher.expectAccessible('a run undone');
    expect(await roomHere()).toEqual([{ room: '12' }]);
  },
  300_000,
  { env },
);
