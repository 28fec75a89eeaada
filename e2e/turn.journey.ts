import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { openLesson, see, startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
const RIGHT = 0;

/** Presses Space on the lesson itself once the filled button says these words and takes presses. */
async function space({ page }: Person, words: string | RegExp): Promise<void> {
  await page.locator('[data-next-step]:not([aria-disabled])').filter({ hasText: words }).waitFor(patience);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Space');
}

/** Checks that the question is read without scrolling inside it, and the desk without scrolling the page. */
async function expectQuestionWhole({ page }: Person): Promise<void> {
  const cut = () =>
    page.evaluate(() => {
      const words = document.querySelector<HTMLElement>('[class*="_question_"] [class*="_words_"]')!;
      return [words.scrollHeight - words.clientHeight, document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth];
    });
  await expect.poll(async () => (await cut()).filter((beyond) => beyond > 1)).toEqual([]);
}

/** Checks that a part of the figures and the bars of all choices are seen without scrolling, each in its whole height. */
async function expectWithBars({ page }: Person, part: string): Promise<void> {
  const beyond = () =>
    page.evaluate((words) => {
      const box = document.querySelector('[role="group"][data-dense]')!;
      const parts = [...box.querySelectorAll('section')];
      const above = parts.filter((section) => section.textContent?.includes(words));
      const bars = [...box.querySelectorAll('ul > li')].filter((bar) => !bar.hasAttribute('data-rest') && !parts.some((section) => section.contains(bar)));
      const { top, bottom } = box.getBoundingClientRect();
      return [
        above.length,
        bars.length,
        ...[...above, ...bars]
          .filter((one) => one.getBoundingClientRect().top < top - 1 || one.getBoundingClientRect().bottom > bottom + 1)
          .map((one) => one.textContent),
      ];
    }, part);
  await expect.poll(beyond).toEqual([1, 4]);
}

journey(
  '[B2106] [B2342] [B2344] a lesson by Space alone: close when all have answered, talk, show the change, reveal and explain, and the ways at the end',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const classmates = [1, 2, 3, 4, 5, 6].map((number) => `student${number}@demo.school`);
    const answer = async (...choices: number[]) => {
      for (const [index, choice] of choices.entries()) await lesson.answerAs(classmates[index]!, choice, 'The current has one way less to flow.');
    };
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('admin@demo.school', { to: `/teacher-live-learning?assessment_id=${lesson.id}` });
    await see(teacher, 'Form - 1A running');
    await teacher.page.keyboard.press('d');
    await see(teacher, en['teach.hide']);
    await answer(RIGHT, 1, 1, 1, 2, 1);
    await expectQuestionWhole(teacher);
    await see(teacher, 'All have answered');
    await teacher.expectAccessible('all have answered');
    await teacher.keepPicture('1 close');
    const [wall] = await Promise.all([teacher.context.waitForEvent('page'), teacher.page.getByRole('button', { name: en['teach.projector'] }).click()]);
    await wall.getByText('of 6 answered').waitFor(patience);

    await space(teacher, /^Close Form/);
    await see(teacher, 'Form - 1A closed');
    await space(teacher, 'Pair students');
    // the draft is made without a press, and the same key publishes it
    await expect.poll(() => teacher.page.getByRole('button', { name: 'Publish groups' }).evaluate((button) => button === document.activeElement)).toBe(true);
    await teacher.page.keyboard.press('Space');
    await see(teacher, 'Students now see their groups');
    await wall.getByRole('heading', { name: 'Talk in these groups' }).waitFor(patience);
    await space(teacher, 'Re-Assign');
    await teacher.page.getByRole('dialog').waitFor(patience);
    await teacher.page.keyboard.press('Enter');
    await see(teacher, 'Form - 1B running');
    await answer(RIGHT, RIGHT, RIGHT, RIGHT, 2, 1);
    await see(teacher, 'So far: 3 from wrong to right, 0 from right to wrong');
    await expectWithBars(teacher, 'So far:');
    expect(await teacher.page.locator('[data-dense] svg[role="img"]').getAttribute('aria-label')).toContain('B – A: 3');
    await teacher.keepPicture('2 change grows');
    await see(teacher, 'All have answered'); // before that, closing asks
    await space(teacher, /^Close Form/);
    await see(teacher, 'Form - 1B closed');

    await space(teacher, 'Show the change');
    await see(teacher, '3 students moved from wrong to right after the discussion');
    await wall.getByText('67%').first().waitFor(patience); // four of six
    await teacher.expectAccessible('the change');
    await teacher.keepPicture('3 change shown');

    await space(teacher, 'Reveal and explain');
    const explained = teacher.page.getByRole('region', { name: en['teach.explain'] });
    await explained.getByText('1 of 4').waitFor(patience);
    await explained.getByText(en['teach.correct']).waitFor(patience);
    await wall.getByText(en['chart.correct']).first().waitFor(patience);
    await teacher.expectAccessible('explaining');
    const phone = await bring({ name: 'student', viewport: 'phone' });
    await openLesson(phone, classmates[0]!, lesson.id);
    await see(phone, en['join.explainedNow']);
    await phone.expectAccessible('explained on a phone');
    await phone.leave();
    await expectWithBars(teacher, en['teach.wall.whyRight']);
    await teacher.page.getByRole('button', { name: en['teach.question.unfold'] }).click();
    await teacher.page.getByRole('button', { name: en['teach.question.fold'] }).click();
    await expectWithBars(teacher, en['teach.wall.whyRight']);
    await teacher.keepPicture('4 explain');
    await teacher.page.keyboard.press('ArrowRight');
    await explained.getByText('2 of 4').waitFor(patience);
    await teacher.page.keyboard.press('ArrowLeft');
    await explained.getByText('1 of 4').waitFor(patience);
    await teacher.page.setViewportSize({ width: 1024, height: 768 });
    await teacher.keepPicture('5 explain at 1024');
    await teacher.page.setViewportSize({ width: 360, height: 740 });
    expect(await teacher.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await teacher.keepPicture('6 explain on a phone');
    await teacher.page.setViewportSize({ width: 1280, height: 720 });

    await space(teacher, 'Next');
    await teacher.page.getByRole('dialog').waitFor(patience);
    await teacher.page.keyboard.press('Enter');
    await see(teacher, 'Form - 2 running');
    await answer(0, 0, 0, 0, 0, 1);
    await see(teacher, 'All have answered');
    await space(teacher, /^Close Form/);
    await space(teacher, 'Show the answers');
    await see(teacher, en['teach.ways']);
    await teacher.expectAccessible('the ways');
    await teacher.keepPicture('7 ways');
    await space(teacher, 'Reveal and explain');
    await explained.waitFor(patience);
    await space(teacher, 'Finish');
    await teacher.page.getByRole('dialog').waitFor(patience);
    await teacher.page.keyboard.press('Enter');
    await teacher.page.locator('[data-stage="finished"]').first().waitFor(patience);
    await teacher.page.getByRole('table', { name: /who chose in all three forms/ }).waitFor(patience);
    await teacher.keepPicture('8 results');
    await teacher.page.getByRole('link', { name: en['nextQuestion.propose'] }).click();
    await teacher.page.getByRole('dialog', { name: en['nextQuestion.title'] }).waitFor(patience);
    await teacher.page
      .getByText(/right alone\. |No question fits now/)
      .first()
      .waitFor(patience);
    await teacher.expectAccessible('the next question after a lesson');
    await teacher.keepPicture('9 next question');
  },
);

journey('[B2107] one hinge question: close now while some still think, and end here; the results name what was not asked', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const teacher = await bring({ name: 'hinge' });
  await teacher.signIn('admin@demo.school', { to: `/teacher-live-learning?assessment_id=${lesson.id}` });
  await lesson.answerAs('student1@demo.school', RIGHT, 'It flows around.');
  await lesson.answerAs('student2@demo.school', 1, 'It flows around.');
  await teacher.page.emulateMedia({ forcedColors: 'active' });
  await see(teacher, 'All have answered');
  await teacher.keepPicture('1 forced colors');
  await teacher.page.emulateMedia({ forcedColors: 'none' });
  await teacher.page.getByRole('button', { name: /^Close Form\s-\s1A$/ }).click();
  await teacher.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close Form/ })
    .click();
  await see(teacher, 'Form - 1A closed');
  await teacher.page.getByRole('button', { name: en['teach.options'] }).click();
  await teacher.keepPicture('2 options');
  await teacher.page.getByRole('menuitem', { name: /^End here/ }).click();
  await teacher.page.getByText('Form - 1B and Form - 2 have not been asked.', { exact: false }).waitFor(patience);
  await teacher.expectAccessible('ending here');
  await teacher.page.getByRole('button', { name: /^End after Form\s-\s1A$/ }).click();
  await see(teacher, en['teach.notAsked']);
  await teacher.expectAccessible('ended');
  await teacher.keepPicture('3 results');
  await teacher.page.getByRole('link', { name: en['teach.snapshot'] }).click();
  await see(teacher, 'Form - 1B was not asked, so there is nothing to compare Form - 1A with.');
  await teacher.keepPicture('4 snapshot');
});
