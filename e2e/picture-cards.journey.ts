import { en } from '@classwright/contract/messages/en';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const TEACHER = 'teacher@demo.school';
const STUDENT = 'student17@demo.school';
const OWN = ['cat', 'boat', 'cat', 'moon'] as const;
const OTHER = ['dog', 'boat', 'cat', 'moon'] as const;
type Picture = (typeof OWN)[number] | 'dog';

const pictureOf = (page: Page, picture: Picture): Locator => page.getByRole('button', { name: en[`pictures.name.${picture}`], exact: true });
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
async function tap(page: Page, pictures: readonly Picture[]): Promise<void> {
  for (const picture of pictures) await pictureOf(page, picture).click();
}
/** As with Tab and Space: the browser presses the button that has the focus. */
async function tapByKeyboard(page: Page, pictures: readonly Picture[]): Promise<void> {
  for (const picture of pictures) {
    await pictureOf(page, picture).focus();
    await page.keyboard.press('Space');
  }
}
const enters = (page: Page) => page.getByText(en['pictures.enter'], { exact: true });
const isHome = (page: Page) => expect.poll(() => new URL(page.url()).pathname).toBe('/home');

journey(
  '[B2785] a picture card: printed, pictures chosen at the first use, signed in again with four taps, wrong ones, a reset, and new ones',
  async ({ bring, query }) => {
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn(TEACHER);
    const [found] = (await query(
      `SELECT course_id AS id FROM class_students JOIN accounts ON accounts.id = account_id WHERE email = '${STUDENT}' AND course_id IN (SELECT course_id FROM class_staff JOIN accounts staff ON staff.id = class_staff.account_id WHERE staff.email = '${TEACHER}') LIMIT 1`,
    )) as [{ id: number }];
    const ofStudent = `/students?course_id=${found.id}&email=${encodeURIComponent(STUDENT)}`;
    await teacher.visit(ofStudent);
    await teacher.page.getByRole('button', { name: /^Sign-in card for / }).click();
    const cards = teacher.page.getByRole('dialog', { name: en['cards.title'] });
    await cards.getByLabel(en['cards.kind'], { exact: true }).selectOption('pictures');
    await teacher.expectAccessible('choice of cards');
    await button(cards, en['cards.make']).click();
    const code = await cards.locator('code').first().innerText();
    await teacher.expectAccessible('picture card made');
    await teacher.page.emulateMedia({ media: 'print' });
    await teacher.look('printed card');
    await teacher.page.emulateMedia({ media: 'screen' });

    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    const { page } = student;
    const scan = (at: Page = page) => at.goto(`/choose-password#code=${code}`);
    await scan();
    await page.getByText('Choose 4 pictures', { exact: false }).waitFor();
    await student.expectNoBarrier('pictures to choose');
    await tap(page, ['cat', 'cat', 'cat', 'cat']);
    await page.getByText(en['pictures.tooSimple']).waitFor();
    await tap(page, OWN);
    await button(page, en['pictures.next']).waitFor();
    await student.expectNoBarrier('pictures to remember');
    await button(page, en['pictures.next']).click();
    await tap(page, OTHER);
    await page.getByText(en['pictures.different']).waitFor();
    await button(page, en['pictures.next']).click();
    await tap(page, OWN.slice(0, 2));
    await student.expectNoBarrier('pictures repeated');
    await tap(page, OWN.slice(2));
    await isHome(page);

    // The computer of the classroom: the card, four taps, and nothing to type.
    const computer = await bring({ name: 'computer' });
    await scan(computer.page);
    await enters(computer.page).waitFor();
    await computer.expectAccessible('pictures to tap');
    await tapByKeyboard(computer.page, OTHER);
    await computer.page.getByText(en['error.PICTURES_REFUSED']).waitFor();
    await computer.expectAccessible('wrong pictures');
    await tapByKeyboard(computer.page, OWN);
    await isHome(computer.page);

    // Somebody has tried too often.
    await query(`UPDATE picture_cards SET wrong = 9 WHERE account_id = (SELECT id FROM accounts WHERE email = '${STUDENT}')`);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await scan();
    await enters(page).waitFor();
    await tap(page, OTHER);
    await page.getByText(en['pictures.ask']).waitFor();
    await student.expectNoBarrier('teacher asked');

    await teacher.visit(ofStudent);
    await teacher.page.getByText(en['students.asksTeacher']).waitFor();
    await teacher.expectAccessible('student whose card asks');
    await teacher.page.getByRole('button', { name: /^Reset the pictures of / }).click();
    const dialog = teacher.page.getByRole('dialog');
    await teacher.expectAccessible('reset');
    await button(dialog, en['students.resetGo']).click();
    await dialog.waitFor({ state: 'hidden' });

    await button(page, en['pictures.retry']).click();
    await page.getByText('Choose 4 pictures', { exact: false }).waitFor();
    await tap(page, OTHER);
    await button(page, en['pictures.next']).click();
    await tap(page, OTHER);
    await isHome(page);
  },
);

journey('[B2786] the next student scans a card while the page of the one before is open', async ({ bring, query }) => {
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn(TEACHER);
  const people = (await query(
    `SELECT DISTINCT learner.account_id AS id, accounts.first_name AS name FROM class_students learner JOIN accounts ON accounts.id = learner.account_id
       JOIN class_staff ON class_staff.course_id = learner.course_id JOIN accounts staff ON staff.id = class_staff.account_id AND staff.email = '${TEACHER}'
      ORDER BY learner.account_id LIMIT 2`,
  )) as { id: number; name: string }[];
  const codes = await teacher.page.evaluate(
    async (ids) => {
      const { token } = JSON.parse(sessionStorage.getItem('cw.session') ?? '{}') as { token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch('/api/sign-in-cards', { method: 'POST', headers, body: JSON.stringify({ account_ids: ids, kind: 'pictures' }) });
      const { cards } = (await answer.json()) as { cards: { account_id: number; secret: string }[] };
      return ids.map((id) => cards.find(({ account_id }) => account_id === id)?.secret ?? '');
    },
    people.map(({ id }) => Number(id)),
  );
  const computer = await bring({ name: 'computer' });
  for (const [at, { name }] of people.entries()) {
    await computer.page.goto(`/choose-password#code=${codes[at]}`);
    await computer.page.getByRole('heading', { name: en['pictures.hello'].replace('{name}', name) }).waitFor();
    expect(new URL(computer.page.url()).hash).toBe('');
  }
  await tap(computer.page, OWN);
  await button(computer.page, en['pictures.next']).click();
  await tap(computer.page, OWN);
  await isHome(computer.page);
});
