import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { lessonPath, see, seeSent, startLesson } from './join/steps.ts';

/** No screen of the lesson has so many stops of the Tab key. */
const MOST_STOPS = 40;
const CLASSMATE = 'Two paths let more current flow through lamp 1.';

/** The names of the choices in both questions of the lesson. */
const CHOICE = /It (gets|stays|goes)/;
const SOON = { timeout: 10_000 };
const holdsFocus = (place: Locator): Promise<boolean> => place.evaluate((element) => element.contains(document.activeElement));

const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 4, y)));
  });

interface Stop {
  /** The accessible name, as far as the page's own elements have one. */
  name: string;
  /** Returns the problems of the focus where it is now. */
  faults: string[];
}

/** Describes the element with the focus: its name, whether a ring shows around it, and whether all of it is in sight. */
const describeStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) return { name: '', faults: ['nothing has the focus'] };
    const labels = [...((focused as HTMLInputElement).labels ?? [])];
    const name = (focused.getAttribute('aria-label') ?? (labels.map(({ textContent }) => textContent).join(' ') || focused.textContent || '')).trim();
    const faults: string[] = [];
    // A radio button lies invisible over its label, and the label has the ring.
    const shown = focused.matches('[type="radio"]') ? (labels[0] ?? focused) : focused;
    const hasRing = (element: Element | null): boolean => {
      if (!element?.matches(':focus, :focus-within')) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    if (!hasRing(shown) && !hasRing(shown.parentElement)) faults.push('no ring');
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (left < 0 || right > innerWidth) faults.push(`from ${left} to ${right} across`);
    const covered = [top + 2, (top + bottom) / 2, bottom - 2].filter((y) => {
      const hit = document.elementFromPoint((left + right) / 2, y);
      // A message that goes away automatically may lie over it for a moment.
      return !hit || !(shown.contains(hit) || hit.contains(shown) || hit.closest('[role="status"], [role="alert"]'));
    });
    if (covered.length > 0) faults.push(`from ${Math.round(top)} to ${Math.round(bottom)} down, out of sight at ${covered.map(Math.round).join(', ')}`);
    return { name, faults };
  });

/** The keyboard of a student. Every stop on the way must show a ring and be in sight. */
function keyboardOf(page: Page) {
  const faults: string[] = [];
  const check = async (): Promise<string> => {
    let { name, faults: found } = await describeStop(page);
    // Content that arrives in this moment, on a slow machine also after the page, pushes the stop down: the browser is asked
    // once more to bring it into sight. A stop under a bar that stays is not moved by that.
    for (let looks = 0; found.length > 0 && looks < 20; looks += 1) {
      await page.waitForTimeout(100);
      await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
      ({ name, faults: found } = await describeStop(page));
    }
    faults.push(...found.map((fault) => `“${name.slice(0, 60)}”: ${fault}`));
    return name;
  };
  /** Presses Tab until the focus is on an element with this name. */
  const tabTo = async (wanted: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    const seen: string[] = [];
    while (seen.length < MOST_STOPS) {
      await page.keyboard.press(key);
      const name = await check();
      if (typeof wanted === 'string' ? name.includes(wanted) : wanted.test(name)) return;
      seen.push(name.slice(0, 40));
    }
    throw new Error(`No stop is called ${String(wanted)}, but: ${seen.join(' | ')}`);
  };
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
  };
  return { check, faults, press, tabTo, type: (words: string) => page.keyboard.type(words) };
}

journey(
  '[B2372] on the smallest phone a student goes through a whole lesson by keyboard alone, and every stop shows a ring and is in sight',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    await lesson.teacher.post('/live/learning/settings/update', { assessment_id: lesson.id, can_comment: true });
    for (const number of [3, 4, 5]) await lesson.answerAs(`student${number}@demo.school`, number % 3, `Answer number ${number}, as I see it.`);
    // The newest answer stands first, so that others follow it.
    const { post } = await lesson.answerAs('student2@demo.school', 0, CLASSMATE);
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    const { page } = student;
    const { check, faults, press, tabTo, type } = keyboardOf(page);
    await student.signIn('student1@demo.school', { to: lessonPath(lesson.id) });
    await page.getByRole('radio').first().waitFor();

    /** Goes to the choices, and to the wanted one with the arrows, which choose; Space chooses the one that has the focus. */
    const chooseByKeys = async (words: string): Promise<void> => {
      await tabTo(CHOICE);
      for (let moves = 0; moves < 6 && !(await check()).includes(words); moves += 1) await press('ArrowDown');
      if ((await page.locator('input[type=radio]:focus:checked').count()) === 0) await press('Space');
      expect(await page.locator('label:has(input[type=radio]:checked)').first().textContent()).toContain(words);
    };

    // Form - 1A: another choice and back, a justification, and the answer.
    await chooseByKeys('It gets dimmer');
    await press('ArrowUp');
    await press('ArrowUp');
    expect(await check()).toContain('It gets brighter');
    await tabTo('Justify Your Answer');
    await type('The battery gives more current.');
    await check();
    await student.look('form 1a answered');
    await tabTo('Submit Answer');
    await press('Enter');
    await seeSent(student);
    expect(JSON.stringify(await lesson.posts())).toContain('The battery gives more current.');
    // The focus is on the answer that was sent: text, which has no ring, since it would look like a choice.
    await expect.poll(async () => (await describeStop(page)).name, SOON).toContain('It gets brighter');

    // The discussion: a classmate's answer is read, liked and commented on.
    const card = page.locator(`[data-post="${post.id}"]`);
    await card.getByText(CLASSMATE).waitFor();
    for (let posts = 0; posts < 10 && !(await holdsFocus(card)); posts += 1) await tabTo(/^Like the post/);
    await press('Space');
    await see(student, 'Reaction Successfully');
    await expect.poll(check, SOON).toMatch(/You like this/);
    await tabTo(/, post of /);
    await press('Enter');
    await page.getByRole('textbox', { name: /^Comment on/ }).waitFor();
    await student.look('thread open');
    await tabTo(/^Comment on/);
    await type('Does the current not split?');
    await student.look('comment typed');
    await tabTo('Send');
    await press('Enter');
    await see(student, 'Comment added Successfully');
    await card.getByText('Does the current not split?').waitFor();
    await student.look('comment sent');
    // The focus stays in the thread, so that the next Tab goes on from there.
    expect(await holdsFocus(card)).toBe(true);
    await expect.poll(() => isInSight(card.getByText('Does the current not split?')), SOON).toBe(true);
    // Neither what comes next nor what came before stands under the input.
    for (const key of [...Array<string>(4).fill('Tab'), ...Array<string>(9).fill('Shift+Tab')]) {
      await press(key);
      await check();
    }

    // Form - 1B.
    await lesson.step('re-assign');
    await see(student, 'Your answer in Form - 1A');
    await student.look('form 1b');
    await chooseByKeys('It gets brighter');
    await tabTo('Submit Answer');
    await press('Space');
    await seeSent(student);

    // Form - 2.
    await lesson.step('next');
    await see(student, 'A new question about the same idea. Answer on your own.');
    await student.look('form 2');
    await chooseByKeys('It gets dimmer');
    await tabTo('Submit Answer');
    await press('Enter');
    await seeSent(student);

    // The summary comes automatically, and its parts can be reached.
    await lesson.step('finished');
    await page.waitForURL(/student-live-snapshot/, { timeout: 60_000 });
    await page.getByRole('heading', { name: 'Live Snapshot' }).waitFor();
    await student.settle();
    await student.look('summary');
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await press('Tab');
      if (await page.evaluate(() => document.activeElement === document.body)) break;
      await check();
    }
    expect(faults).toEqual([]);
  },
);
