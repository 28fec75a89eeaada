import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, viewports } from './harness/index.ts';
import { choose, see, startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
const DAY_MS = 86_400_000;

/** Checks that nothing is wider than the screen. */
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

async function lookAt(person: Person, what: string): Promise<void> {
  await expectToFit(person);
  await person.expectAccessible(what);
  await person.page.setViewportSize(viewports.desktop);
  await expectToFit(person);
  await person.look(`${what} laptop`);
  await person.page.setViewportSize(viewports.smallPhone);
}

journey(
  '[B2231] [B2235] [B2246] [B2247] the summary says the own way and why on the first screen, a student who missed the lesson does it alone, and a week later the idea is asked again',
  async ({ bring, server }) => {
    // Five students answer, two of them change to the right answer after talking.
    const lesson = await startLesson(server);
    const emails = [1, 2, 3, 4, 5].map((number) => `student${number}@demo.school`);
    const reasons = [
      'The battery is the same, so nothing changes.',
      'Two paths let more current flow through the battery.',
      'It has to share with the other lamp.',
    ];
    for (const [index, email] of emails.entries()) await lesson.answerAs(email, index % 3, reasons[index % 3] as string);
    await lesson.step('re-assign');
    for (const [index, email] of emails.entries()) await lesson.answerAs(email, index < 4 ? 0 : 1, 'After talking I am sure.');
    await lesson.step('next');
    for (const email of emails) await lesson.answerAs(email, 0, 'As before.');
    await lesson.step('finished');

    // The summary: the sentence and the reason are on the first screen of a small phone.
    const took = await bring({ name: 'took part', viewport: 'smallPhone' });
    await took.signIn('student2@demo.school', { to: `/student-live-snapshot?assessment_id=${lesson.id}` });
    const way = took.page.getByRole('region', { name: en['snapshot.yourWay'] });
    await way.waitFor(patience);
    const why = way.getByText(en['snapshot.whyRight']).first();
    const bottom = await why.evaluate((element) => (element.nextElementSibling ?? element).getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(740);
    await lookAt(took, 'summary');

    // A student who missed it does it alone.
    const missed = await bring({ name: 'missed', viewport: 'smallPhone' });
    await missed.signIn('student9@demo.school', { to: '/home' });
    const card = missed.page.getByRole('link', { name: /^You missed “Simple circuits: closing a switch”/ });
    await card.waitFor(patience);
    await lookAt(missed, 'home with a missed lesson');
    await card.click();
    await missed.page.getByRole('button', { name: /^Start Form.-.1A$/ }).waitFor(patience);
    await lookAt(missed, 'missed lesson');
    await missed.page.getByRole('button', { name: /^Start Form.-.1A$/ }).click();
    await choose(missed, 'It stays the same');
    await missed.page.getByLabel(en['solo.justify']).fill('One lamp or two, the battery decides.');
    await see(missed, /^Saved \d/);
    await missed.page.reload();
    await expect.poll(() => missed.page.getByLabel(en['solo.justify']).inputValue(), patience).toBe('One lamp or two, the battery decides.');
    await lookAt(missed, 'solo form 1a');
    await missed.page.getByRole('button', { name: /^Submit Form.-.1A$/ }).click();
    const thought = missed.page.getByRole('region', { name: en['solo.reasons'] });
    await thought
      .getByText(reasons[1] as string)
      .first()
      .waitFor(patience);
    expect(await missed.page.getByText('Correct', { exact: true }).count()).toBe(0);
    await lookAt(missed, 'solo form 1b');
    await choose(missed, 'It gets brighter');
    await missed.page.getByRole('button', { name: /^Submit Form.-.1B$/ }).click();
    await missed.page.getByRole('button', { name: /^Submit Form.-.2$/ }).waitFor(patience);
    await lookAt(missed, 'solo form 2');
    await missed.page.getByRole('radio').first().check({ force: true });
    await missed.page.getByRole('button', { name: /^Submit Form.-.2$/ }).click();
    await see(missed, en['solo.doneHint']);
    await lookAt(missed, 'solo done');

    // The teacher sees who has done it, apart from the figures of the class.
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school', { to: `/live-snapshot?assessment_id=${lesson.id}` });
    await teacher.page.getByRole('heading', { name: /^1 of \d+ students who missed it have done it alone\.$/ }).waitFor(patience);
    await teacher.expectAccessible('results with those who missed it');

    // Eight days later one question is on Home, and says at once what is right.
    await server.advanceClockMs(8 * DAY_MS);
    const later = await bring({ name: 'a week later', viewport: 'smallPhone' });
    await later.signIn('student2@demo.school', { to: '/home' });
    const again = later.page.getByRole('link', { name: /^One question again/ });
    await again.waitFor(patience);
    await lookAt(later, 'home with a question again');
    await again.click();
    await later.page.getByRole('button', { name: en['review.submit'] }).waitFor(patience);
    await lookAt(later, 'question again');
    await later.page.getByRole('radio').first().check({ force: true });
    await later.page.getByRole('button', { name: en['review.submit'] }).click();
    await see(later, en['review.nowhere']);
    await lookAt(later, 'question again answered');
    const results = await bring({ name: 'teacher a week later' });
    await results.signIn('teacher@demo.school', { to: `/live-snapshot?assessment_id=${lesson.id}` });
    await results.page.getByText(/^After a week \d+% were right \(\d+ asked, 1 answered\)\.$/).waitFor(patience);
    await results.look('results a week later');
  },
  300_000,
);
