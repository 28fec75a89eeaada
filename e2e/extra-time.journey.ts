import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, viewports } from './harness/index.ts';
import { pressStatus } from './press-status.ts';
import { choose, CIRCUITS, openLesson, see, seeSent, submit } from './join/steps.ts';

const patience = { timeout: 60_000 };
const WRITTEN = 'I am still thinking about the second path.';

/** Checks that nothing is wider than the screen. */
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
/** Looks at the same page on the smallest phone. */
async function onPhone(person: Person, what: string): Promise<void> {
  const { width, height } = viewports.smallPhone;
  await person.page.setViewportSize({ width, height });
  await expectToFit(person);
  await person.look(`${what} 360 px`);
  await person.page.setViewportSize(viewports.desktop);
}
/** Returns the seconds on the student's clock. */
async function secondsLeft({ page }: Person): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d)$/.exec((await page.getByRole('timer').textContent()) ?? '') ?? [];
  return Number(minutes) * 60 + Number(seconds);
}
const textOf = async ({ page }: Person): Promise<string> => (await page.locator('body').textContent()) ?? '';

journey(
  '[L283] [LIVE-67] a student is given extra time and still writes while the class discusses; whoever goes on is told so, and what was typed is filed',
  async ({ bring, query }) => {
    const [found] = await query(`
      SELECT assessments.id AS assessment, assessments.class_id AS course FROM assessments WHERE title = '${CIRCUITS}'`);
    await query(`UPDATE accounts SET first_name = 'ليلى', last_name = 'حداد' WHERE email = 'student1@demo.school'`);
    const { assessment, course } = found as { assessment: number; course: number };

    // The class's page gives half as much time again, by keyboard.
    const teacher = await bring({ name: 'teacher' });
    const { page: desk } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/class-people/${course}` });
    await desk.getByRole('link', { name: en['people.extraTime'] }).click(patience);
    await desk.getByLabel('\u2068ليلى حداد\u2069: extra time in %').fill('50');
    await teacher.look('extra time typed');
    await desk.keyboard.press('Enter');
    await desk.getByText('Extra time changed for 1 student, from the next form that opens.').first().waitFor(patience);
    await teacher.expectAccessible('extra time');
    await onPhone(teacher, 'extra time');

    // Two minutes for the class, started by keys.
    await teacher.visit(`/teacher-live-learning?assessment_id=${assessment}`);
    await desk.getByRole('button', { name: /^Activate/ }).waitFor(patience);
    await desk.keyboard.press('Escape');
    for (let minute = 10; minute > 2; minute -= 1) await desk.keyboard.press('-');
    await desk.getByText('Form - 1A, 2 min').waitFor(patience);
    await desk.keyboard.press('Space');
    await desk.getByRole('dialog').waitFor(patience);
    await desk.keyboard.press('Enter');
    await see(teacher, 'Form - 1A running');
    const wall = await bring({ name: 'wall' });
    await wall.signIn('admin@demo.school', { to: `/teacher-live-learning?assessment_id=${assessment}&view=projector` });

    const slow = await bring({ name: 'with extra time', viewport: 'smallPhone' });
    const other = await bring({ name: 'classmate', viewport: 'phone' });
    await openLesson(slow, 'student1@demo.school', assessment);
    await openLesson(other, 'student2@demo.school', assessment);
    expect((await secondsLeft(slow)) - (await secondsLeft(other))).toBeGreaterThan(45);
    await choose(slow, 'It gets brighter');
    await slow.page.getByLabel('Justify Your Answer').fill(WRITTEN);
    await see(slow, /^Saved \d{1,2}:\d\d:\d\d [AP]M$/);
    await choose(other, 'It stays the same');
    await submit(other);
    await seeSent(other);

    // The form closes for the class: the classmate discusses, the teacher sees that one student is still writing, and
    // the student's own page continues.
    await desk.getByText(/^1 with extra time is still writing, until \d{1,2}:\d\d [AP]M$/).waitFor({ timeout: 150_000 });
    await see(teacher, 'Form - 1A closed');
    await see(other, 'How the class answered');
    expect(await slow.page.getByRole('button', { name: en['join.submit'] }).count()).toBe(1);
    expect(await slow.page.getByLabel('Justify Your Answer').inputValue()).toBe(WRITTEN);
    expect(await secondsLeft(slow)).toBeGreaterThan(0);
    expect(await textOf(slow)).not.toContain('How the class answered');
    await expectToFit(slow);
    await slow.look('still writing');
    await other.look('discussing');
    await teacher.look('one still writes');
    const note = desk.getByText(/^1 with extra time is still writing/);
    expect(await note.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0); // read whole
    await onPhone(teacher, 'one still writes');
    await wall.look('closed');
    for (const person of [slow, other, wall]) expect(await textOf(person), person.name).not.toMatch(/extra time|still writ/i);

    // A reload in the student's own time keeps everything.
    await slow.page.reload();
    await slow.page.getByRole('timer').waitFor(patience);
    await expect.poll(() => slow.page.getByLabel('Justify Your Answer').inputValue(), patience).toBe(WRITTEN);
    expect(await slow.page.locator('input[type=radio]:checked').count()).toBe(1);

    // The next step asks for confirmation and explains what happens to the answer. One press continues.
    await pressStatus(teacher);
    await desk.getByText(en['teach.askMore.ownTime.one']).waitFor(patience);
    expect(await desk.getByRole('dialog').textContent()).not.toMatch(/ليلى|حداد/);
    await onPhone(teacher, 'the question before going on');
    await teacher.expectAccessible('the question before going on');
    await desk.keyboard.press('Enter');
    await see(teacher, 'Form - 1B running');
    await see(slow, 'Your answer in Form - 1A');
    await slow.expectAccessible('form 1b');
    const posts = await query(`
      SELECT post.comment_text, post.filed_by, post.response_id IS NOT NULL AS chosen FROM live_posts post
        JOIN live_phases phase ON phase.id = post.phase_id JOIN accounts author ON author.id = post.account_id
       WHERE phase.form = 'Form - 1A' AND author.email = 'student1@demo.school' AND phase.opened_at > now() - interval '1 hour'`);
    expect(posts).toEqual([{ comment_text: WRITTEN, filed_by: 'server', chosen: true }]);

    // From now on the class can read it like any other.
    await other.page.getByRole('tab', { name: 'Form - 1A' }).click();
    await see(other, WRITTEN);
    await other.look('read by the class');
    expect(await textOf(other)).not.toMatch(/extra time/i);
  },
  360_000,
);
