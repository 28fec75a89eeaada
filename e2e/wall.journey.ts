import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { signInByCall, startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
const CODE = /^The code is ([A-Z])(?: ([A-Z]))(?: ([A-Z]))(?: ([A-Z]))(?: ([A-Z]))(?: ([A-Z]))$/;

/** Returns the code that a screen shows. */
async function codeOn(wall: Person): Promise<string> {
  const spoken = wall.page.getByText(/^The code is/);
  await spoken.waitFor({ state: 'attached', timeout: 60_000 });
  return (CODE.exec((await spoken.textContent()) ?? '') ?? []).slice(1).join('');
}

/** Connects the screen at the desk: button, letters, Enter. */
async function connect({ page }: Person, code: string): Promise<void> {
  await page.getByRole('button', { name: en['walls.title'], exact: true }).click();
  await page.getByLabel(en['walls.code'], { exact: true }).fill(code);
  await page.keyboard.press('Enter');
}

journey(
  '[B2135] [B2139] [B2131] [B2404] a screen is connected by its letters, keeps its picture through a lost line, and shows the change and the reasons while its teacher signs in elsewhere',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const wall = await bring({ name: 'wall' });
    const shows = (words: string | RegExp) => wall.page.getByText(words).first().waitFor(patience);
    await wall.page.setViewportSize({ width: 1920, height: 1080 });
    await wall.visit('/wall');
    const code = await codeOn(wall);
    expect(code).toHaveLength(6);
    await wall.expectAccessible('code');

    const teacher = await bring({ name: 'teacher' });
    await teacher.page.setViewportSize({ width: 1280, height: 720 });
    await teacher.signIn('teacher@demo.school');
    await teacher.visit(`/teacher-live-learning?assessment_id=${lesson.id}`);
    await connect(teacher, 'ZZZZZZ');
    await teacher.page.getByText(en['error.WALL_CODE_UNKNOWN']).waitFor(patience);
    expect(await teacher.page.getByLabel(en['walls.code'], { exact: true }).inputValue()).toBe('ZZZZZZ');
    await teacher.expectAccessible('wrong code');
    await teacher.page.getByLabel(en['walls.code'], { exact: true }).fill(code);
    await teacher.page.keyboard.press('Enter');
    await teacher.page.getByText(en['walls.connected']).waitFor(patience);
    await shows('of 0 answered');

    for (const [number, choice] of [0, 1, 1, 2, 1, 3, 0, 1].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'It flows around.');
    await shows('of 8 answered');

    // The same account signs in on a phone: neither desk nor wall notices.
    const phone = await bring({ name: 'phone', viewport: 'phone' });
    await phone.visit('/');
    await phone.signInAtPage('teacher@demo.school');
    // Groups on a screen without a sign-in. Home shows the teacher the other device, once.
    await lesson.teacher.post('/live/learning/phase/close', {
      assessment_id: lesson.id,
      epoch: (await lesson.teacher.get(`/live/learning/state?assessment_id=${lesson.id}`)).session.epoch,
    });
    await lesson.teacher.post('/live/learning/pairs', { assessment_id: lesson.id, revision: 0, seed: 1 });
    await lesson.teacher.post('/live/learning/pairs/publish', { assessment_id: lesson.id, revision: 1 });
    await lesson.teacher.post('/live/learning/wall', { assessment_id: lesson.id, show: 'pairs', of: 'Form - 1A', step: 0 });
    await shows(en['teach.pairs.wall']);
    await expect.poll(() => wall.page.getByRole('listitem').count(), patience).toBe(4);
    await wall.expectAccessible('pairs');
    await phone.page.getByText(/You are also signed in on/).waitFor(patience);
    await phone.expectAccessible('signed in elsewhere');
    await phone.page.getByRole('button', { name: en['devices.dismiss'] }).click();
    await phone.page.reload();
    await phone.settle();
    expect(await phone.page.getByText(/You are also signed in on/).count()).toBe(0);
    await lesson.step('re-assign');
    await teacher.page.getByText('Form - 1B running').first().waitFor(patience);
    await shows('Form - 1B');
    for (const [number, choice] of [0, 0, 0, 2, 0, 3, 0, 1].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'I changed my mind.');
    await lesson.teacher.post('/live/learning/adjust/time', { assessment_id: lesson.id, type: 'decrease', time: 5 });
    await shows(en['teach.timeUp']);
    await teacher.page.getByText('Form - 1B closed').first().waitFor(patience);

    // A lost line keeps the picture and says since when; all that happened is there with the line.
    wall.line.cut();
    await wall.page.getByText(/^No connection since/).waitFor({ timeout: 60_000 });
    await shows('Form - 1B');
    await wall.look('no line');
    const show = (what: string, of: string | null = null, step = 0) =>
      lesson.teacher.post('/live/learning/wall', { assessment_id: lesson.id, show: what, of, step });
    await show('change', 'Form - 1B');
    wall.line.restore();
    await wall.page.getByText(/students changed their answers after talking/).waitFor({ timeout: 60_000 });
    await expect.poll(() => wall.page.getByText(/^No connection since/).count(), { timeout: 60_000 }).toBe(0);
    await wall.expectAccessible('change');
    await wall.page.reload();
    await shows(/students changed their answers after talking/);

    await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1B', what: 'correctness' });
    await shows(en['teach.wrong_to_right']);
    await wall.look('change with right and wrong');
    await show('explain', 'Form - 1B');
    await shows(en['teach.wall.whyRight']);
    await wall.expectAccessible('explain the right one');
    await show('explain', 'Form - 1B', 1);
    await shows(en['teach.wall.whyChosen']);
    await wall.look('explain a wrong one');
    for (const size of [
      { width: 1024, height: 768 },
      { width: 1920, height: 1080 },
    ]) {
      await wall.page.setViewportSize(size);
      expect(await wall.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await wall.look(`explain at ${size.width}`);
    }
    // A screen on its side: everything is in sight, as large as on one that lies, and the choices stand right below the words.
    await wall.page.setViewportSize({ width: 1080, height: 1920 });
    const tall = () =>
      wall.page.evaluate(() => {
        const [words, choices] = [...document.querySelector('main')!.children].filter((part) => part.matches('div, ol'));
        const [last, wordsEnd] = [choices!.lastElementChild!.getBoundingClientRect().bottom, words!.getBoundingClientRect().bottom];
        return {
          isWhole: last <= document.querySelector('main')!.getBoundingClientRect().bottom + 1 && document.documentElement.scrollHeight <= innerHeight,
          hasGap: choices!.getBoundingClientRect().top - wordsEnd > innerHeight / 20,
          isLarge: Number.parseFloat(getComputedStyle(choices!).fontSize) >= 30,
        };
      });
    await expect.poll(tall, patience).toEqual({ isWhole: true, hasGap: false, isLarge: true });
    await wall.look('explain on a tall screen');
    await wall.page.setViewportSize({ width: 1920, height: 1080 });
    // A student's question is read out; two reasons need their authors, which sure-and-reasons.journey.ts brings.
    const asking = await signInByCall(server, 'student2@demo.school');
    await asking.post('/live/learning/questions/ask', { assessment_id: lesson.id, question: 'Why is the other lamp as bright as before?' });
    await teacher.page.keyboard.press('d'); // the class may see this screen, so the words are behind the curtain too
    await teacher.page.getByRole('button', { name: en['teach.asked.readOut'] }).click();
    await teacher.page.getByRole('button', { name: en['teach.asked.onWall'] }).click();
    await wall.page.getByRole('heading', { name: 'Why is the other lamp as bright as before?' }).waitFor(patience);
    await wall.expectAccessible('read out');
    await teacher.page.getByRole('button', { name: en['teach.asked.readOutDone'] }).click();
    await shows('Form - 1B');
    await wall.page.getByRole('heading', { name: 'Why is the other lamp as bright as before?' }).waitFor({ ...patience, state: 'detached' });
    await show('nothing');
    await wall.page.getByText(en['teach.wall.nothing']).waitFor({ state: 'attached', timeout: 60_000 });
    expect(await wall.page.getByText('Form - 1B').count()).toBe(0);

    await lesson.step('next');
    await shows('Form - 2');
    await lesson.step('finished');
    await shows(en['teach.projectorFinished']);
    await teacher.page.getByRole('button', { name: en['teach.showResultsOnProjector'] }).click();
    await shows(/moved from wrong to right/);

    // Disconnected, the screen is nobody's at once.
    await teacher.page.getByRole('button', { name: en['teach.options'] }).click();
    await teacher.page.getByRole('menuitem', { name: en['walls.title'] }).click();
    await teacher.page.getByRole('button', { name: en['walls.disconnect'] }).click();
    await teacher.page.getByText(en['walls.none']).waitFor(patience);
    expect(await codeOn(wall)).not.toBe(code);
    expect(wall.faults()).toEqual([]);
  },
  300_000,
);

journey(
  '[B2391] a screen that sleeps while a form passes, and again while the lesson ends, keeps its picture, says since when, and wakes to what is shown now',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const wall = await bring({ name: 'sleeper' });
    const shows = (words: string | RegExp) => wall.page.getByText(words).first().waitFor(patience);
    const text = async (): Promise<string> => (await wall.page.getByRole('main').textContent()) ?? '';
    const smallPrint = wall.page.getByText(/^No connection since/);
    /** Cuts the line and returns the small print, once the screen has noticed. */
    const fallAsleep = async (): Promise<string> => {
      wall.line.cut();
      await smallPrint.waitFor({ timeout: 60_000 });
      return (await smallPrint.textContent()) ?? '';
    };
    const wake = async (): Promise<void> => {
      wall.line.restore();
      await expect.poll(() => smallPrint.count(), { timeout: 60_000 }).toBe(0);
    };
    await wall.page.setViewportSize({ width: 1920, height: 1080 });
    await wall.visit('/wall');
    await lesson.teacher.post('/live/walls', { code: await codeOn(wall), assessment_id: lesson.id });
    for (const [number, choice] of [0, 1, 1, 2].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'It flows around.');
    await shows('of 4 answered');
    await shows('Form - 1A');
    const question = await text();

    // Form - 1A closes, Form - 1B opens and is answered, and a distribution is revealed: the screen shows what it showed.
    const since = await fallAsleep();
    await lesson.step('re-assign');
    for (const [number, choice] of [0, 0, 1, 0].entries()) await lesson.answerAs(`student${number + 1}@demo.school`, choice, 'I changed my mind.');
    await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1A', what: 'distribution' });
    await lesson.step('next');
    expect(await text()).toBe(question);
    expect(await wall.page.getByText('Form - 1A').count()).toBeGreaterThan(0);
    expect(await wall.page.getByText(/Form - (1B|2)/).count()).toBe(0);
    expect(await smallPrint.textContent()).toBe(since);
    await wall.expectAccessible('asleep');

    // Awake, it shows the form that is asked now, and not a form that has passed.
    await wake();
    await shows('Form - 2');
    await shows('of 4 answered');
    await expect.poll(text, patience).not.toBe(question);
    expect(await wall.page.getByText(/Form - 1/).count()).toBe(0);

    // The lesson ends while it sleeps again: it keeps the question, and wakes to the end.
    const transfer = await text();
    await fallAsleep();
    await lesson.step('finished');
    expect(await text()).toBe(transfer);
    expect(await wall.page.getByText(en['teach.projectorFinished']).count()).toBe(0);
    await wake();
    await shows(en['teach.projectorFinished']);
    expect(await wall.page.getByText('Form - 2').count()).toBe(0);
    await wall.page.reload();
    await shows(en['teach.projectorFinished']);
    await wall.expectAccessible('awake after the end');
    expect(wall.faults()).toEqual([]);
  },
  300_000,
);
