import type { CallResult, liveActive } from '@classwright/contract';
import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';
import { CIRCUITS, type Caller, see, signInByCall } from './join/steps.ts';
import { pressStatus } from './press-status.ts';

const TEACHER = 'teacher@demo.school';
const patience = { timeout: 60_000 };

/** Returns the id of a lesson that the teacher may run, requested by calls before the teacher's browser signs in. */
async function lessonId(server: ProductServer): Promise<number> {
  const { data } = await (await signInByCall(server, TEACHER)).get('/live/learning/lessons?per_page=100');
  return (data as unknown as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)?.assessment_id as number;
}

const lessonPath = (id: number, rest = ''): string => `/teacher-live-learning?assessment_id=${id}${rest}`;

/** A student's state, as far as an answer needs it. */
type Active = Pick<CallResult<typeof liveActive>, 'assessment' | 'session'>;

/** A class that takes part by calls. Its students stay signed in. */
async function bringClass(
  server: ProductServer,
  id: number,
  size: number,
): Promise<{ answer: (choices: readonly number[]) => Promise<number[]>; students: Caller[] }> {
  const students: Caller[] = [];
  for (let number = 1; number <= size; number += 1) students.push(await signInByCall(server, `student${number}@demo.school`));
  return {
    students,
    answer: async (choices) => {
      const posts: number[] = [];
      for (const [index, choice] of choices.entries()) {
        const student = students[index] as Caller;
        await student.post('/live/learning/studentlogin', { assessment_id: id });
        const { assessment, session } = (await student.get(`/student/active/assessment?assessment_id=${id}`)) as unknown as Active;
        const response_id = assessment.questions[0]?.responses[choice]?.id;
        const { post } = (await student.post('/posts/add', {
          session_id: session.id,
          form: session.form,
          response_id,
          comment: `Reason of number ${index + 1}`,
        })) as unknown as { post: { id: number } };
        posts.push(post.id);
      }
      return posts;
    },
  };
}

/** Presses a key on the lesson itself, as a person without focus on any control. */
async function press({ page }: Person, key: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
}

/** Takes the status button's step by keys alone: Space or Enter asks, Enter confirms. */
async function stepByKeys(teacher: Person, question: string): Promise<void> {
  await pressStatus(teacher);
  await teacher.page.getByRole('dialog').getByText(question, { exact: true }).waitFor(patience);
  await teacher.page.keyboard.press('Enter');
  await teacher.page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
}

/** Checks that the page itself never scrolls, in either direction. */
async function expectNoPageScroll({ page }: Person): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]))
    .toEqual([0, 0]);
}

journey(
  'a teacher runs a lesson by keys alone, a second one keeps in step, and the projector shows what was revealed and nothing else',
  async ({ bring, server }) => {
    const id = await lessonId(server);
    const teacher = await bring({ name: 'teacher' });
    const second = await bring({ name: 'administrator' });
    await teacher.signIn(TEACHER);
    await second.signIn('admin@demo.school');
    await teacher.visit(lessonPath(id));
    await second.visit(lessonPath(id));

    // [L106] Before the run: the upcoming question, the students of the class, ten minutes.
    await see(teacher, 'Form - 1A, 10 min');
    await expectNoPageScroll(teacher);
    await teacher.expectAccessible('before the lesson');
    await press(teacher, '-');
    await see(teacher, 'Form - 1A, 9 min');
    await stepByKeys(teacher, en['teach.ask.activate']);
    await see(teacher, 'Form - 1A running');
    await see(second, 'Form - 1A running');

    // The answers arrive. The distribution stays closed until requested.
    const { students, answer } = await bringClass(server, id, 5);
    const posts = await answer([0, 1, 1, 2]);
    await students[4]?.post('/live/learning/studentlogin', { assessment_id: id });
    await expect.poll(() => submissions(teacher), patience).toBe('4 of 5 answered');
    await expect.poll(() => submissions(second), patience).toBe('4 of 5 answered');
    await see(teacher, en['teach.distributionHidden']);
    expect(await teacher.page.getByText(en['chart.correct'], { exact: true }).count()).toBe(0);
    await expectNoPageScroll(teacher);
    await teacher.expectAccessible('distribution closed');
    await press(teacher, 'd');
    await press(second, 'd');
    await see(teacher, '25%');
    await see(teacher, en['teach.onlyYou']);
    await teacher.expectAccessible('distribution shown');

    // The projector: question, time, count; never a name, and no figure before it is revealed.
    const [wall] = await Promise.all([teacher.context.waitForEvent('page'), teacher.page.getByRole('button', { name: en['teach.projector'] }).click()]);
    await wall.getByText('of 5 answered').waitFor(patience);
    const shown = async () => (await wall.locator('body').textContent()) ?? '';
    for (const hidden of ['Priya', 'Nair', '%', en['chart.correct']]) expect(await shown()).not.toContain(hidden);
    await teacher.page.getByRole('button', { name: en['teach.revealDistribution'] }).click();
    await wall.getByText('50%').waitFor(patience);
    expect(await shown()).not.toContain(en['chart.correct']);
    await see(second, 'Form - 1A running');

    // Commenting by key: a comment of the class, the teacher's own, and a jump from the log to it.
    await press(teacher, 'c');
    await teacher.page.getByText(en['teach.ask.commentingOn'], { exact: true }).waitFor();
    await teacher.page.keyboard.press('Enter');
    await see(teacher, en['live.settings.changed']);
    await see(second, en['teach.disableCommenting']);
    await students[1]?.post('/posts/comments/add', { post_id: posts[0], comment: 'Why does it not stay the same?' });
    const log = teacher.page.getByRole('button', { name: /Why does it not stay the same/ });
    await log.waitFor(patience);
    await log.click();
    await expect.poll(() => teacher.page.evaluate(() => document.activeElement?.textContent), patience).toContain('Why does it not stay the same?');
    await teacher.page.getByRole('button', { name: /^Reply to/ }).click();
    await teacher.page.keyboard.type('Look at the whole circuit.');
    await teacher.page.keyboard.press('Enter');
    await see(teacher, en['live.reply.added']);
    await teacher.look('replied');
    await second.page.getByText('Look at the whole circuit.').waitFor(patience);

    // [L235] The second teacher's confirmation closes once the first has taken the step.
    await pressStatus(second);
    await second.page.getByText(en['teach.ask.re-assign'], { exact: true }).waitFor();
    await stepByKeys(teacher, en['teach.ask.re-assign']);
    await see(teacher, 'Form - 1B running');
    await second.page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
    await see(second, 'Form - 1B running');

    // A lost network is reported when it matters. Once it is back, the screen shows the current state.
    teacher.line.cut();
    await answer([0, 0, 0, 2]);
    await see(teacher, /^Offline/, 60_000);
    await teacher.look('offline');
    teacher.line.restore();
    await expect.poll(() => submissions(teacher), { timeout: 60_000 }).toBe('4 of 5 answered');
    await teacher.page.getByText(/^Offline/).waitFor({ state: 'hidden', timeout: 60_000 });

    // [L108] The time is removed; the form closes, and correctness may be revealed.
    await teacher.page.getByRole('button', { name: en['teach.adjust'] }).click();
    await teacher.page.getByLabel(en['teach.adjustMinutes']).fill('30');
    await teacher.page.getByText(en['teach.adjustDecrease'], { exact: true }).click();
    await teacher.page.keyboard.press('Enter');
    await see(teacher, en['live.time.adjusted']);
    await see(teacher, 'Form - 1B closed', 60_000);
    await teacher.page.getByRole('button', { name: en['teach.revealCorrectness'] }).click();
    await teacher.page.getByText(en['teach.ask.revealCorrectness'], { exact: true }).waitFor();
    await teacher.page.keyboard.press('Enter');
    await wall.getByText(en['chart.correct'], { exact: true }).waitFor(patience);

    await stepByKeys(teacher, en['teach.ask.next']);
    await answer([2, 2, 1, 0]);
    await expect.poll(() => submissions(teacher), patience).toBe('4 of 5 answered');
    await stepByKeys(teacher, en['teach.ask.finished']);
    await see(teacher, '2 students moved from wrong to right after the discussion', 60_000);
    await see(second, '2 students moved from wrong to right after the discussion', 60_000);
    await wall.getByText(en['teach.projectorFinished'], { exact: true }).waitFor(patience);
    await teacher.page.getByRole('button', { name: en['teach.showResultsOnProjector'] }).click();
    await wall.getByText('2 students moved from wrong to right after the discussion').waitFor(patience);
    await teacher.page.getByRole('button', { name: en['teach.hideOnProjector'] }).click();
    await wall.getByText(en['teach.projectorFinished'], { exact: true }).waitFor(patience);
    await wall.close();
    await expectNoPageScroll(teacher);
    await teacher.expectAccessible('results');
    await teacher.page.getByRole('button', { name: en['teach.showTable'] }).click();
    await teacher.page.getByRole('cell', { name: en['teach.wrong_to_right'] }).first().waitFor();
    await teacher.expectAccessible('results as tables');
  },
  360_000,
);

journey(
  '[L237] a lesson on a phone works with one thumb, and a canceled one leads back and can be run again',
  async ({ bring, server }) => {
    const id = await lessonId(server);
    const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
    await teacher.signIn(TEACHER, { to: lessonPath(id) });
    const { page } = teacher;
    await page.getByRole('button', { name: /^Activate/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start Form/ })
      .click();
    await see(teacher, 'Form - 1A running');
    const { answer } = await bringClass(server, id, 2);
    await answer([0, 1]);
    await expect.poll(() => submissions(teacher), patience).toBe('2 of 2 answered');
    for (const panel of [en['teach.feed'], en['teach.people'], en['teach.commentLogs'], en['teach.question']]) {
      await page.getByRole('tab', { name: panel, exact: true }).click();
      await teacher.expectAccessible(panel);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await page.getByRole('button', { name: en['teach.cancel'], exact: true }).click();
    await page.getByRole('dialog').getByText(en['teach.ask.close'], { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: en['common.yes'], exact: true }).click();
    await page.waitForURL(/\/assessments/);
    await teacher.visit(lessonPath(id));
    await page.getByRole('button', { name: /^Activate/ }).waitFor(patience);
    await expect.poll(() => submissions(teacher), patience).toBe('0');
  },
  240_000,
);

/** Returns the text of the card SUBMISSIONS: the number of answers among those present. */
async function submissions({ page }: Person): Promise<string> {
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: en['teach.submissions'] }) });
  return (await card.last().locator('p').first().textContent()) ?? '';
}
