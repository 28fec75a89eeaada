import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { askInstead, listQuestions, seePictures } from './join/walk-questions.ts';
import { startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
const MOST_CHARACTERS = 400;
/** Makes the longest question of the demo that has a figure as long as a question may be. */
const MORE = 'The wool is pulled apart, so that air reaches all of it, and nothing falls off while it glows.';

journey(
  '[B2593] on a laptop the desk shows a whole question of up to 400 characters and a figure, with nothing in it to scroll',
  async ({ bring, query, server }) => {
    const questions = (await listQuestions({ query }, { withFigures: true })).filter(({ position }) => position === 1);
    const longest = questions.find(({ title }) => title === 'Steel wool on the balance')!;
    await query(`
      UPDATE question_versions SET description = jsonb_set(description::jsonb, '{content}',
        jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', '${MORE}')))) || (description::jsonb -> 'content'))
       WHERE question_id = ${longest.id}`);
    const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1280, height: 720 });
    await teacher.signIn('teacher@demo.school');
    const seen: { title: string; characters: number; hidden: number }[] = [];
    for (const asked of questions) {
      const { title } = asked;
      await askInstead(query, asked);
      const lesson = await startLesson(server);
      await teacher.visit(`/teacher-live-learning?assessment_id=${lesson.id}`);
      const question = page.locator('[data-compact]', { hasText: title }).first();
      await question.waitFor(patience);
      await seePictures(question);
      seen.push({
        title,
        ...(await question.evaluate((element) => ({
          characters: (element as HTMLElement).innerText.replace(/\s+/g, ' ').length,
          // the height below the edge of a part that scrolls is hidden, in px
          hidden: Math.max(
            ...[element, ...element.querySelectorAll('*')].map((part) =>
              /auto|scroll/.test(getComputedStyle(part).overflowY) ? part.scrollHeight - part.clientHeight : 0,
            ),
          ),
        }))),
      });
      const show = page.getByRole('button', { name: 'Show distribution' }).first();
      expect(
        await show.evaluate((element) => {
          const { left, bottom, width } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, bottom - 4));
        }),
      ).toBe(true);
      await lesson.cancel();
    }
    console.info(seen.map(({ title, characters, hidden }) => `${characters} characters, ${hidden} px hidden: ${title}`).join('\n'));
    expect(seen.filter(({ characters, hidden }) => characters <= MOST_CHARACTERS && hidden > 1)).toEqual([]);
    expect(Math.max(...seen.map(({ characters }) => characters))).toBeGreaterThan(MOST_CHARACTERS - 20);
  },
  600_000,
);
