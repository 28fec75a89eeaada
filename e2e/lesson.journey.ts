import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';

/** The time that a screen may take on a busy machine. */
const patience = { timeout: 60_000 };

/**
 * A whole lesson as people experience it: a teacher at a laptop and three students on phones, one of whom loses the
 * network in the middle of an answer, one reloads the page, and one never presses the button.
 */
journey(
  '[L004] a teacher and three students go through a whole lesson, with a lost network, a reload and an answer that was never submitted',
  async ({ bring, server }) => {
    const teacher = await bring({ name: 'teacher' });
    const students = [
      await bring({ name: 'student 1', viewport: 'phone' }),
      await bring({ name: 'student 2', viewport: 'smallPhone' }),
      await bring({ name: 'student 3', viewport: 'phone' }),
    ] as const;
    const [reloads, losesNetwork, neverSubmits] = students;

    await teacher.signIn('teacher@demo.school');
    for (const [index, student] of students.entries()) await student.signIn(`student${index + 1}@demo.school`);
    await openLesson(teacher);
    await teacher.expectAccessible('before the lesson');

    await step(teacher, en['teach.activate'], en['teach.ask.activate']);
    for (const student of students) await student.page.getByText(en['join.timeRemaining']).waitFor();
    await everybodySees(students, 'Form - 1A');
    await reloads.expectAccessible('answering');
    await teacher.page.getByText('Form - 1A running').waitFor();

    // A reload keeps the choice and the text.
    await choose(reloads, 1);
    await justify(reloads, 'The battery is the same, so the current is the same.');
    await saved(reloads);
    await reloads.page.reload();
    await expect.poll(() => isChosen(reloads, 1), patience).toBe(true);
    await expect.poll(() => justification(reloads), patience).toBe('The battery is the same, so the current is the same.');
    await submit(reloads);
    await reloads.page.getByText(en['join.sent']).waitFor();
    await reloads.page.getByText(en['join.howAnswered']).waitFor();
    await reloads.expectAccessible('after answering');

    // Without a network the answer is on the device, says so, and is sent automatically.
    await choose(losesNetwork, 0);
    losesNetwork.line.cut();
    await justify(losesNetwork, 'It gets more current now: 中文, «¿qué?» & <b>no markup</b>');
    await submit(losesNetwork);
    await losesNetwork.page.getByText(en['join.onThisDevice'], { exact: true }).waitFor();
    await losesNetwork.look('offline with an answer');
    expect(await losesNetwork.page.getByText(en['join.sent'], { exact: true }).count()).toBe(0);
    losesNetwork.line.restore();
    await losesNetwork.page.getByText(en['join.sent'], { exact: true }).waitFor({ timeout: 60_000 });

    // If a student never presses the button, the draft is filed when the form closes.
    await choose(neverSubmits, 2);
    await justify(neverSubmits, 'I am not sure yet');
    await saved(neverSubmits);
    await expect.poll(() => submissions(teacher), patience).toBe('2');
    await teacher.expectAccessible('Form - 1A running');

    await comments(teacher, true);
    await step(teacher, en['teach.re-assign'], en['teach.ask.re-assign']);
    await everybodySees(students, 'Form - 1B');
    await teacher.page.getByText('Form - 1B running').waitFor();
    for (const student of students) await expect.poll(() => isAnyChosen(student)).toBe(false);

    // Form - 1B: answer, then talk.
    for (const student of students) {
      await choose(student, 0);
      await justify(student, `${student.name} has thought again`);
      await submit(student);
      await student.page.getByText(en['join.sent'], { exact: true }).waitFor();
    }
    await losesNetwork.page.getByText('student 1 has thought again').waitFor();
    await like(losesNetwork, 'student 1 has thought again');
    await losesNetwork.page.getByText(en['live.reaction.added']).first().waitFor();
    await comment(losesNetwork, 'student 1 has thought again', 'What changed your mind?');
    await losesNetwork.page.getByText(en['live.comment.added']).first().waitFor();
    // The answers and comments are covered for the teacher until requested.
    await teacher.page.getByRole('button', { name: /^Show the answers/ }).click();
    await teacher.page.getByText('What changed your mind?').first().waitFor();
    await losesNetwork.expectAccessible('discussing');
    await teacher.expectAccessible('Form - 1B discussed');

    // The server dies and returns: nothing that was acknowledged is lost, and the lesson continues.
    await server.kill();
    await server.restart();
    await step(teacher, en['teach.next'], en['teach.ask.next']);
    await everybodySees(students, 'Form - 2');
    for (const student of students) {
      await choose(student, 1);
      await submit(student);
      await student.page.getByText(en['join.sent'], { exact: true }).waitFor({ timeout: 60_000 });
    }
    await expect.poll(() => submissions(teacher), patience).toBe('3');

    await step(teacher, en['teach.finished'], en['teach.ask.finished']);
    for (const student of students) await student.page.getByRole('heading', { level: 1, name: en['snapshot.title'] }).waitFor({ timeout: 60_000 });
    await reloads.expectAccessible('live snapshot');
    await teacher.page.getByText(en['teach.state.finished'], { exact: true }).first().waitFor();
    for (const label of [en['teach.activate'], en['teach.adjust'], en['teach.cancel']])
      await expect.poll(() => teacher.page.getByRole('button', { name: label }).count()).toBe(0);
    await teacher.expectAccessible('finished');
    await figuresHold(server, teacher);
  },
  360_000,
);

async function openLesson(teacher: Person): Promise<void> {
  await teacher.visit('/assessments');
  await teacher.page.getByRole('link', { name: 'Simple circuits: closing a switch', exact: true }).click();
  await teacher.page.getByRole('dialog').getByRole('link', { name: en['assessments.liveLearning'] }).click();
  await teacher.page.waitForURL(/teacher-live-learning\?assessment_id=\d+/);
  await teacher.page.getByRole('button', { name: en['teach.activate'] }).waitFor();
}

/** Presses the lesson's only button and confirms exactly the matching question. */
async function step(teacher: Person, button: string, question: string): Promise<void> {
  const { page } = teacher;
  await page
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .first()
    .click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog');
  await dialog.getByText(question, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: /^(?:Start Form|Finish the lesson)/ }).click();
  await dialog.waitFor({ state: 'hidden', timeout: 60_000 });
}

async function comments(teacher: Person, enable: boolean): Promise<void> {
  const { page } = teacher;
  const label = enable ? en['teach.enableCommenting'] : en['teach.disableCommenting'];
  await page
    .getByRole('switch', { name: label })
    .or(page.getByRole('button', { name: label }))
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByText(enable ? en['teach.ask.commentingOn'] : en['teach.ask.commentingOff'], { exact: true })
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  await page.getByText(en['live.settings.changed']).first().waitFor();
}

async function everybodySees(students: readonly Person[], form: string): Promise<void> {
  for (const { page } of students) await page.getByText(form, { exact: true }).first().waitFor({ timeout: 60_000 });
}

const radios = ({ page }: Person) => page.getByRole('radiogroup').first().getByRole('radio');
const field = ({ page }: Person) => page.getByRole('textbox', { name: en['join.justify'] });

const choose = (student: Person, index: number): Promise<void> => radios(student).nth(index).locator('xpath=..').click();
const isChosen = (student: Person, index: number): Promise<boolean> => radios(student).nth(index).isChecked();
async function isAnyChosen(student: Person): Promise<boolean> {
  for (const radio of await radios(student).all()) if (await radio.isChecked()) return true;
  return false;
}
const justify = (student: Person, words: string): Promise<void> => field(student).fill(words);
const justification = (student: Person): Promise<string> => field(student).inputValue();
const saved = ({ page }: Person): Promise<void> => page.getByText(/^Saved \d{1,2}:\d\d:\d\d [AP]M/).waitFor();
const submit = ({ page }: Person): Promise<void> => page.getByRole('button', { name: en['join.submit'], exact: true }).click();

const post = ({ page }: Person, words: string) => page.locator('[data-post]').filter({ hasText: words });
const like = (student: Person, words: string): Promise<void> =>
  post(student, words)
    .getByRole('button', { name: /^Like the post/ })
    .click();

async function comment(student: Person, words: string, text: string): Promise<void> {
  await post(student, words)
    .getByRole('button', { name: /comment/i })
    .first()
    .click();
  await student.page.getByRole('textbox', { name: /^Comment on/ }).fill(text);
  await student.page.getByRole('button', { name: en['join.send'], exact: true }).click();
}

/** Returns the large number of the card SUBMISSIONS. */
async function submissions({ page }: Person): Promise<string> {
  const text =
    (await page
      .locator('section, article, div')
      .filter({ hasText: /^SUBMISSIONS/ })
      .last()
      .textContent()) ?? '';
  return /SUBMISSIONS\s*(\d+)/.exec(text)?.[1] ?? '';
}

/** Checks that every acknowledged answer is in the figures, once, in its form. */
async function figuresHold(server: ProductServer, teacher: Person): Promise<void> {
  const assessmentId = new URL(teacher.page.url()).searchParams.get('assessment_id');
  const token = await teacher.page.evaluate(() =>
    Object.values({ ...sessionStorage })
      .map(String)
      .join(' '),
  );
  const bearer = /"(?:api_token|token)":"([^"]+)"/.exec(token)?.[1];
  const reply = await fetch(`${server.url}/api/live/learning/summary?assessment_id=${assessmentId}`, { headers: { authorization: `Bearer ${bearer}` } });
  const { summary } = (await reply.json()) as { summary: { distribution: { form: string; answered: number; of: number }[] } };
  expect(summary.distribution.map(({ form, answered, of }) => [form, answered, of])).toEqual([
    ['Form - 1A', 3, 3],
    ['Form - 1B', 3, 3],
    ['Form - 2', 3, 3],
  ]);
}
