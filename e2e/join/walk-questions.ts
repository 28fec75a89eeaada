import { expect } from 'vitest';
import type { Journey } from '../harness/journey.ts';
import type { Person } from '../harness/index.ts';
import { CIRCUITS, lessonPath, startLesson } from './steps.ts';

const patience = { timeout: 60_000 };

export interface AskedQuestion {
  id: number;
  title: string;
  /** Asked first, in Form - 1A and Form - 1B, or second, in Form - 2. */
  position: 1 | 2;
}

/** Lists the questions of the demo school's lessons. `withFigures`: those alone that show a figure or a table. */
export async function listQuestions({ query }: Pick<Journey, 'query'>, { withFigures = false } = {}): Promise<AskedQuestion[]> {
  const rows = await query(`
    SELECT DISTINCT ON (asked.question_id) asked.question_id AS id, version.title, asked.position
      FROM assessment_questions asked JOIN question_versions version ON version.question_id = asked.question_id
     WHERE ${withFigures ? `version.description::text ~ '"type": "(image|table)"'` : 'true'}
     ORDER BY asked.question_id, asked.position, version.id DESC`);
  return rows as AskedQuestion[];
}

/** Puts a question in place of the first or the second one of the lesson about circuits. */
export async function askInstead(query: Journey['query'], { id, position }: Pick<AskedQuestion, 'id' | 'position'>): Promise<void> {
  await query(`
    UPDATE assessment_questions SET question_id = ${id}
     WHERE position = ${position} AND assessment_id = (SELECT id FROM assessments WHERE title = '${CIRCUITS}')`);
}

/** Waits until the pictures within a page or a part of one have taken their room. */
export async function seePictures(within: Pick<Person['page'], 'locator'>): Promise<void> {
  await expect.poll(() => within.locator('img').evaluateAll((all) => (all as HTMLImageElement[]).every(({ complete }) => complete)), patience).toBe(true);
}

/** Returns the parts of a question that are in sight without scrolling, between the header and the bar at the bottom. */
async function findInSight({ page }: Person): Promise<{ scrolled: number; asks: boolean; choices: number }> {
  await seePictures(page);
  return page.evaluate(() => {
    const isSeen = (element: Element, { left, right, top, bottom }: DOMRect): boolean =>
      [top + 2, bottom - 2].every((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      });
    const question = [...document.querySelectorAll('section')].find((section) => section.querySelector('h2') && !section.closest('form')) as HTMLElement;
    // The last line of the last words: the sentence ends with it, and what comes before it stands above.
    const texts = document.createTreeWalker(question, NodeFilter.SHOW_TEXT);
    let last: Text | null = null;
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (/\S/.test(text.nodeValue ?? '') && text.parentElement?.checkVisibility()) last = text as Text;
    const range = document.createRange();
    range.selectNodeContents(last as Text);
    const line = [...range.getClientRects()].at(-1) as DOMRect;
    const choices = [...document.querySelectorAll('form fieldset label')];
    return {
      scrolled: scrollY,
      asks: isSeen((last as Text).parentElement as Element, line),
      choices: choices.filter((choice) => isSeen(choice, choice.getBoundingClientRect())).length,
    };
  });
}

/**
 * Shows each question to a student on the smallest phone as it arrives: first questions in Form - 1A, second ones in
 * Form - 2. One lesson is held again and again, each time with two other questions. Returns a line for each question whose
 * last sentence and two choices are not all in sight.
 */
export async function walkQuestions(
  { bring, query, server }: Pick<Journey, 'bring' | 'query' | 'server'>,
  questions: readonly AskedQuestion[],
): Promise<string[]> {
  const [firsts, seconds] = [1, 2].map((position) => questions.filter((question) => question.position === position)) as [AskedQuestion[], AskedQuestion[]];
  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  const failed: string[] = [];
  const look = async ({ title }: { title: string }, form: string): Promise<void> => {
    await student.page.getByText(title, { exact: true }).first().waitFor(patience);
    await student.page.locator('form fieldset label').nth(1).waitFor(patience);
    const { scrolled, asks, choices } = await findInSight(student);
    await student.look(`${form} ${title}`);
    if (scrolled === 0 && asks && choices >= 2) return;
    failed.push(`${form}, ${title}: ${asks ? '' : 'its end is out of sight, '}${choices} choices${scrolled === 0 ? '' : `, scrolled by ${scrolled}`}`);
    await student.keepPicture(`${form} ${title}`);
  };
  for (let round = 0; round < Math.max(firsts.length, seconds.length); round += 1) {
    const pair = [firsts[round % firsts.length], seconds[round % seconds.length]] as const;
    for (const question of pair) await askInstead(query, question!);
    const lesson = await startLesson(server);
    if (round === 0) await student.signIn('student1@demo.school', { to: lessonPath(lesson.id) });
    // Home, where the canceled lesson left the student, may open the new one first.
    else await student.visit(lessonPath(lesson.id)).catch(() => student.page.waitForURL(`**${lessonPath(lesson.id)}`, patience));
    if (round < firsts.length) await look(pair[0]!, 'Form - 1A');
    await lesson.step('re-assign');
    await lesson.step('next');
    if (round < seconds.length) await look(pair[1]!, 'Form - 2');
    await lesson.cancel();
  }
  return failed;
}
