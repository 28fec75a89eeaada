import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, viewports } from './harness/index.ts';
import { choose, CIRCUITS, openLesson, see, seeSent, submit } from './join/steps.ts';

const patience = { timeout: 60_000 };
const RIGHT = 'The third lamp lets more current through, and all of it has to pass the first lamp.';
const WRONG = 'The voltage of the battery is shared by three lamps now, so each one gets less than before.';

/** Checks that nothing is wider than the screen. */
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
/** Presses a key on the lesson itself. */
async function press({ page }: Person, key: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
}
async function step(teacher: Person): Promise<void> {
  await press(teacher, 'Space');
  await teacher.page.getByRole('dialog').waitFor(patience);
  await teacher.page.keyboard.press('Enter');
  await teacher.page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 });
}
/** Opens an entry of the desk's menu by keys alone. */
async function openEntry({ page }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: en['teach.options'] }).focus();
  await page.keyboard.press('Enter');
  const entry = page.locator('[role^="menuitem"]', { hasText: name });
  await entry.waitFor(patience);
  for (let presses = 0; presses < 8; presses += 1) {
    const isThere = await page.evaluate((words) => document.activeElement?.textContent?.includes(words) ?? false, name);
    if (isThere) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

journey(
  '[B2208] a class says how sure it is, the teacher sees who is sure and wrong, and two reasons are put to the class, by keys and on the smallest phone',
  async ({ bring, query }) => {
    const [found] = await query(`SELECT id AS assessment FROM assessments WHERE title = '${CIRCUITS}'`);
    const { assessment } = found as { assessment: number };
    await query(`UPDATE schools SET settings = settings || '{"asks_sure": true}'`);

    const teacher = await bring({ name: 'teacher' });
    const { page: desk } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${assessment}` });
    await desk.getByRole('button', { name: /^Activate/ }).waitFor(patience);
    await openEntry(teacher, en['teach.askSure']);
    await desk.getByText(en['teach.askSureOn']).first().waitFor(patience);
    await teacher.look('how sure is asked');
    await desk.keyboard.press('Escape');
    await step(teacher);
    await see(teacher, 'Form - 1A running');
    const wall = await bring({ name: 'wall' });
    await wall.signIn('admin@demo.school', { to: `/teacher-live-learning?assessment_id=${assessment}&view=projector` });

    // One tap below the responses is enough; a second tap on it, or Clear, removes it.
    const author = await bring({ name: 'author', viewport: 'smallPhone' });
    const other = await bring({ name: 'classmate', viewport: 'phone' });
    const third = await bring({ name: 'third', viewport: 'phone' });
    await openLesson(author, 'student1@demo.school', assessment);
    await openLesson(other, 'student2@demo.school', assessment);
    await openLesson(third, 'student3@demo.school', assessment);
    await choose(author, 'It gets dimmer');
    const sure = author.page.getByRole('radio', { name: en['sure.sure'] });
    await sure.check(patience);
    await sure.click();
    expect(await sure.isChecked()).toBe(false);
    await sure.check();
    await expectToFit(author);
    await author.look('how sure 360 px');
    await author.expectAccessible('how sure');
    await author.page.getByLabel('Justify Your Answer').fill(WRONG);
    await submit(author);
    await seeSent(author);

    // The keys work too: Space chooses, and the arrow moves on in the group.
    await choose(other, 'It gets brighter');
    await other.page.getByRole('radio', { name: en['sure.guess'] }).focus();
    await other.page.keyboard.press('Space');
    await other.page.keyboard.press('ArrowRight');
    expect(await other.page.getByRole('radio', { name: en['sure.think'] }).isChecked()).toBe(true);
    await other.page.getByLabel('Justify Your Answer').fill(RIGHT);
    await submit(other);
    await seeSent(other);
    await choose(third, 'It gets dimmer');
    await third.page.getByRole('radio', { name: en['sure.sure'] }).check();
    await submit(third);
    await seeSent(third);

    // Behind the curtain, first of all: who is sure and wrong.
    await press(teacher, 'd');
    await desk.getByText(/^2 are sure and wrong: [A-D]$/).waitFor(patience);
    await teacher.look('sure and wrong');
    for (const person of [author, wall]) expect(await person.page.locator('body').textContent()).not.toMatch(/\bsure\b/i);

    // While the form is open, reasons are dealt and cannot be put to the class.
    await openEntry(teacher, en['reasons.title']);
    const dialog = desk.getByRole('dialog');
    await dialog.getByText(RIGHT).waitFor(patience);
    expect(await dialog.getByRole('button', { name: en['reasons.put'] }).isDisabled()).toBe(true);
    await desk.keyboard.press('Escape');
    await query(`UPDATE live_phases SET deadline_at = now() - interval '2 seconds' WHERE closed_at IS NULL`);
    await see(teacher, 'Form - 1A closed');
    await openEntry(teacher, en['reasons.title']);
    for (const words of [WRONG, RIGHT]) {
      await dialog.getByRole('checkbox', { name: words }).focus();
      await desk.keyboard.press('Space');
    }
    await teacher.look('two reasons chosen');
    await teacher.expectAccessible('two reasons chosen');
    await dialog.getByRole('button', { name: en['reasons.put'] }).focus();
    await desk.keyboard.press('Enter');

    // The class is asked without names; the own reason cannot be chosen; a vote can be changed.
    for (const person of [author, other, third]) await person.page.getByRole('heading', { name: en['vote.title'] }).waitFor(patience);
    await wall.page.getByRole('heading', { name: en['vote.title'] }).waitFor(patience);
    await wall.look('two reasons');
    expect(await author.page.getByRole('radio', { name: WRONG }).isDisabled()).toBe(true);
    await author.page.getByRole('radio', { name: RIGHT }).check();
    await author.page.getByText(en['vote.sent']).waitFor(patience);
    await expectToFit(author);
    await author.look('a vote 360 px');
    await author.expectAccessible('a vote');
    await third.page.getByRole('radio', { name: WRONG }).focus();
    await third.page.keyboard.press('Space');
    await third.page.getByText(en['vote.sent']).waitFor(patience);
    await third.page.keyboard.press('ArrowDown');
    await third.page.getByRole('radio', { name: RIGHT }).and(third.page.locator(':checked')).waitFor(patience);
    await dialog.getByText(en['reasons.votes.other'].replace('{count}', '2')).waitFor({ timeout: 60_000 });
    await teacher.look('votes come in');

    // The result, and to one person alone that theirs convinced.
    for (const person of [author, other, third]) await person.page.getByRole('heading', { name: en['vote.result'] }).waitFor({ timeout: 60_000 });
    await other.page.getByText(en['vote.convinced.other'].replace('{count}', '2')).waitFor(patience);
    await other.look('mine convinced');
    await author.look('the result 360 px');
    await expectToFit(author);
    expect(await author.page.getByText(/Your reason convinced/).count()).toBe(0);
    await wall.page.getByRole('heading', { name: en['vote.result'] }).waitFor(patience);
    await wall.look('the result');
    const { width, height } = viewports.desktop;
    await teacher.page.setViewportSize({ width, height });
    await dialog.getByRole('button', { name: en['reasons.back'] }).click();
    await desk.keyboard.press('Escape');
    for (const person of [author, wall]) await person.page.getByRole('heading', { name: en['vote.result'] }).waitFor({ state: 'detached', timeout: 60_000 });

    // The results say how sure the answers were; the question's page keeps the reason that convinced.
    await teacher.page.getByRole('button', { name: en['teach.options'] }).click();
    await teacher.page.getByRole('menuitem', { name: /^End here/ }).click();
    await teacher.page.getByRole('button', { name: /^End after Form\s-\s1A$/ }).click();
    await teacher.page.getByRole('heading', { name: en['snapshot.certainty'] }).waitFor({ timeout: 60_000 });
    await teacher.page.getByRole('row', { name: 'Sure 0 of 2' }).waitFor(patience);
    await teacher.expectAccessible('how sure, in the results');
    await teacher.look('how sure, in the results');

    // A lesson of one question: the student reads the result of the own answer, and that the rest was not asked.
    await see(author, en['snapshot.way.once-wrong']);
    await author.look('one question alone 360 px');
    await expectToFit(author);
    await author.expectAccessible('one question alone');
  },
  360_000,
);
