import { expect } from 'vitest';
import { journey, sharedJourney, viewports } from './harness/index.ts';
import { choose, openLesson, see, seeSent, startLesson, submit } from './join/steps.ts';
import { listQuestions, walkQuestions } from './join/walk-questions.ts';

const patience = { timeout: 60_000 };

sharedJourney(
  '[B179] on a phone, and twice as large, the chip of the form stands clear of the clock, the formula’s panel above the bar, and shares in one line',
  async ({ bring, server }) => {
    const lesson = await startLesson(server, 10);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, 'student1@demo.school', lesson.id);
    const clock = page.getByRole('timer');
    const chip = page.locator('header').getByText('Form - 1A', { exact: true });
    for (const width of [viewports.phone.width, viewports.smallPhone.width, 195]) {
      await page.setViewportSize({ width, height: 740 });
      const isApart = async () => {
        const [one, other] = [await chip.boundingBox(), await clock.boundingBox()];
        return one!.x + one!.width <= other!.x || one!.y + one!.height <= other!.y || other!.y + other!.height <= one!.y;
      };
      await expect.poll(isApart).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await student.look(`chip and clock ${width}`);
    }

    // A click in the panel reaches the panel, regardless of the page's scrolling.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Formula', exact: true }).click(patience);
    const panel = page.getByRole('dialog').or(page.getByRole('toolbar')).last();
    await panel.waitFor(patience);
    await student.look('formula panel');
    const covered = await panel.getByRole('button').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .flatMap((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          const hit = y > 0 && y < innerHeight && x > 0 && x < innerWidth ? document.elementFromPoint(x, y) : one;
          return one.contains(hit) ? [] : [one.textContent];
        }),
    );
    expect(covered).toEqual([]);
    await page.keyboard.press('Escape');

    // Shares of the class in one line each.
    await choose(student, 'It gets brighter');
    await submit(student);
    await seeSent(student);
    await lesson.answerAs('student2@demo.school', 1, 'Less way');
    await lesson.step('re-assign');
    await see(student, 'Form - 1B');
    await lesson.step('next');
    await lesson.step('finished');
    await page.waitForURL(/student-live-snapshot/, patience);
    await page.getByRole('region', { name: 'Form - 1A', exact: true }).waitFor(patience);
    const lines = await page
      .getByRole('region', { name: 'Form - 1A', exact: true })
      .getByText(/^\d+ \d+%$/)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight)));
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.max(...lines)).toBeLessThan(1.5);
    await student.look('shares');
  },
);

journey(
  '[B2373] on the smallest phone the demo school’s questions with a figure or a table show their last sentence and two choices on arrival',
  async (given) => {
    const questions = await listQuestions(given, { withFigures: true });
    expect(questions.length).toBeGreaterThan(5);
    expect(await walkQuestions(given, questions)).toEqual([]);
  },
);
