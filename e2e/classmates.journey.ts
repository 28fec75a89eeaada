import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { CIRCUITS, choose, lessonPath, openLesson, see, seeSent, signInByCall, startLesson, submit } from './join/steps.ts';

const TEACHER = 'teacher@demo.school';
/** The desk is another person's: a sign-in by call would end the teacher's own. */
const DESK = 'admin@demo.school';
const patience = { timeout: 60_000 };
const deskPath = (id: number): string => `/teacher-live-learning?assessment_id=${id}`;

/** Counts the choices that are wholly in sight, above the bar at the bottom. */
const choicesInSight = ({ page }: Person): Promise<number> =>
  page.evaluate(() => {
    const radios = [...document.querySelectorAll<HTMLInputElement>('form input[type=radio]')];
    return radios.filter((radio) => {
      const label = radio.closest('label')!;
      const { top, bottom } = label.getBoundingClientRect();
      return top >= 0 && label.contains(document.elementFromPoint(180, bottom - 4));
    }).length;
  });

journey(
  '[B2222] [B2374] a teacher plans a lesson without names, hides a post with H, and answers a question that a student asked in private',
  async ({ bring, server }) => {
    const caller = await signInByCall(server, TEACHER);
    const { data } = await caller.get('/live/learning/lessons?per_page=100');
    const id = (data as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)!.assessment_id;
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn(DESK, { to: deskPath(id) });
    await see(teacher, en['teach.see.title']);
    await teacher.page.getByRole('radio', { name: en['teach.see.withoutNames'] }).check();
    await see(teacher, en['teach.see.saved']);
    await teacher.expectAccessible('plan before the lesson');
    await teacher.look('plan before the lesson');

    const lesson = await startLesson(server);
    const { student: leo, post } = await lesson.answerAs('student2@demo.school', 0, 'This is all nonsense, like you.');
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    await openLesson(student, 'student1@demo.school', id);
    await choose(student, 'It gets brighter');
    await submit(student);
    await seeSent(student);

    // The phone reads a color and an animal, and knows its own; the desk reads names.
    await see(student, /classmates know you as [A-Z][a-z]+ [A-Z][a-z]+\./);
    const card = student.page.locator(`[data-post="${post.id}"]`);
    const alias = await card.getByRole('heading').textContent();
    expect(alias).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    const { first_name, last_name } = post.account;
    expect(await student.page.locator('main').textContent()).not.toContain(last_name);
    await card.getByRole('button', { name: /^Like the post/ }).click();
    await see(student, 'Reaction Successfully');
    await student.expectAccessible('a lesson without names');
    await student.look('a lesson without names');
    await see(teacher, en['teach.see.line.as-answered.nameless']);
    await teacher.page.keyboard.press('d');
    const shown = teacher.page.getByRole('article', { name: `${first_name} ${last_name}` });
    await shown.waitFor(patience);

    // H hides the post that has the focus; it is gone on the phone, and its author reads why.
    await shown.getByRole('button', { name: /^Like the post/ }).focus();
    await teacher.page.keyboard.press('h');
    await teacher.page.getByRole('radio', { name: en['live.hidden.unkind.why'] }).check();
    await teacher.page.getByLabel(en['teach.hide.words']).fill('Write about the lamps, please.');
    await teacher.expectAccessible('hiding a post');
    await teacher.look('hiding a post');
    await teacher.page.getByRole('button', { name: en['teach.hide.save'], exact: true }).click();
    await card.waitFor({ state: 'detached', ...patience });
    await shown.getByText(/^Hidden from the class by/).waitFor(patience);
    await teacher.look('a hidden post');
    const notes = await leo.get(`/live/learning/student/notes?assessment_id=${id}`);
    expect(notes['hidden']).toMatchObject([{ reason: 'unkind', words: 'Write about the lamps, please.', can_rewrite: true }]);

    // A line to the teacher, answered in private.
    await student.page.getByRole('button', { name: en['join.ask'] }).click();
    await student.page.getByRole('button', { name: en['join.ask.send'] }).click();
    await see(student, en['join.ask.required']);
    await student.page.getByLabel(en['join.ask.question']).fill('Is the battery ideal?');
    await student.expectAccessible('asking the teacher');
    await student.look('asking the teacher');
    await student.page.getByRole('button', { name: en['join.ask.send'] }).click();
    await see(student, en['join.ask.sent']);
    await see(teacher, 'Is the battery ideal?');
    await see(teacher, '1 student asks');
    await teacher.expectAccessible('a question to the teacher');
    await teacher.look('a question to the teacher');
    await teacher.page.getByRole('button', { name: /^Answer / }).click();
    await teacher.page.getByRole('textbox', { name: /^Answer / }).fill('Yes, it is.');
    await teacher.page.keyboard.press('Enter');
    await see(student, /Your teacher answers: Yes, it is\./);
    await student.expectAccessible('the answer');
    await student.look('the answer');
    await teacher.page.getByText('Is the battery ideal?').waitFor({ state: 'detached', ...patience });

    // Hidden themselves, the student rewrites once, also after a reload.
    const own = (await lesson.posts()).find((one) => one['id'] !== post.id)!;
    await lesson.teacher.post('/live/learning/hide', { type: 'post', id: own['id'], reason: 'off-topic', words: '' });
    await see(student, /Your teacher has hidden your answer in Form/);
    await student.page.reload();
    await student.page.getByRole('button', { name: en['join.hidden.rewrite'] }).click();
    await student.page.getByLabel(en['join.hidden.newText']).fill('Lamp 1 has more current now.');
    await student.expectAccessible('rewriting');
    await student.look('rewriting');
    await student.page.getByRole('button', { name: en['join.hidden.send'] }).click();
    await see(teacher, 'Lamp 1 has more current now.');

    // Hidden again: each notice is one line in the next form, and a press shows the rest.
    await lesson.teacher.post('/live/learning/hide', { type: 'post', id: own['id'], reason: 'off-topic', words: '' });
    await see(student, /Your teacher has hidden your answer in Form/);
    await lesson.step('re-assign');
    const line = student.page.locator('summary', { hasText: /^Your teacher has hidden your answer in Form/ });
    await line.waitFor(patience);
    expect((await line.boundingBox())!.height).toBeLessThan(30);
    await student.page.locator('summary', { hasText: 'Your teacher answers: Yes, it is.' }).waitFor(patience);
    await student.expectAccessible('a notice of a past form');
    await line.click();
    await student.page.getByText('Lamp 1 has more current now.').first().waitFor(patience);
    await student.expectAccessible('a notice of a past form, opened');
  },
);

journey('[B2223] when answers appear at the closing, a phone says so and shows them then', async ({ bring, server }) => {
  const caller = await signInByCall(server, TEACHER);
  const { data } = await caller.get('/live/learning/lessons?per_page=100');
  const id = (data as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)!.assessment_id;
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn(DESK, { to: deskPath(id) });
  await teacher.page.getByRole('radio', { name: en['teach.see.when-closed'] }).check();
  await see(teacher, en['teach.see.saved']);
  const lesson = await startLesson(server, 1);
  await lesson.answerAs('student2@demo.school', 0, 'Closing S opens a second path.');
  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  await openLesson(student, 'student1@demo.school', id);
  await choose(student, 'It gets brighter');
  await submit(student);
  await see(student, 'You see your classmates’ answers when Form');
  await student.expectAccessible('waiting for the closing');
  await student.look('waiting for the closing');
  expect(await student.page.getByText('Closing S opens').count()).toBe(0);
  await teacher.page.getByRole('button', { name: en['teach.see.change'] }).click();
  await see(teacher, en['teach.see.waitsForClose']);
  await teacher.expectAccessible('the plan while a form is open');
  await teacher.look('the plan while a form is open');
  await teacher.page.keyboard.press('Escape');
  await lesson.step('re-assign');
  await student.page.getByRole('tab', { name: 'Form - 1A' }).click();
  await see(student, 'Closing S opens a second path.');
});

journey('[B2224] on the smallest phone question and choices are in sight in every form', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  await openLesson(student, 'student1@demo.school', lesson.id);
  await student.look('form 1a');
  await expect.poll(() => choicesInSight(student)).toBeGreaterThanOrEqual(1);
  await lesson.step('re-assign');
  await see(student, 'Form - 1B');
  await student.page.getByRole('button', { name: 'Show question' }).waitFor();
  const question = student.page.getByRole('region', { name: 'Question' });
  expect(await question.textContent()).toContain('?');
  await student.look('form 1b');
  await expect.poll(() => choicesInSight(student)).toBeGreaterThanOrEqual(2);
  await lesson.step('next');
  await see(student, en['join.newQuestion']);
  await student.look('form 2');
  await expect.poll(() => choicesInSight(student)).toBeGreaterThanOrEqual(2);
  await student.expectAccessible('form 2 on the smallest phone');
});

journey('[B2225] a student who reads something else is asked when a lesson begins, and from Home the page goes by itself', async ({ bring, server }) => {
  const [reader, idle] = [await bring({ name: 'reader', viewport: 'smallPhone' }), await bring({ name: 'idle', viewport: 'smallPhone' })];
  await reader.signIn('student1@demo.school', { to: '/calendar' });
  await idle.signIn('student2@demo.school', { to: '/home' });
  const before = new URL(reader.page.url()).pathname;
  await reader.settle();
  await idle.settle();
  const lesson = await startLesson(server);
  await idle.page.getByRole('timer').waitFor(patience);
  const join = reader.page.getByRole('link', { name: en['shell.begun.join'] });
  await join.waitFor(patience);
  expect(new URL(reader.page.url()).pathname).toBe(before);
  await reader.expectAccessible('a lesson has begun');
  await reader.look('a lesson has begun');
  await join.click();
  await reader.page.getByRole('timer').waitFor(patience);
  expect(reader.page.url()).toContain(lessonPath(lesson.id));
});
