import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { pdf } from './file-samples.ts';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 25_000 };
const CLASS = 1;
const WORK = 'Lamps in a row';
const QUESTION = 'Which lamp is the brightest, and why?';

const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
/** Returns the button that opens a work in a list: its title, with the text below it. */
const opener = ({ page }: Person, title: string) => page.getByRole('button', { name: title }).and(page.locator('button:not([aria-label])')).first();
const noSideScroll = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Presses Tab until something has the focus, as people without a mouse do. */
async function tabTo({ page }: Person, name: string): Promise<void> {
  const named = () => page.evaluate(() => document.activeElement?.closest('button, a')?.textContent?.trim() ?? '');
  for (let presses = 0; presses < 200; presses += 1) {
    if ((await named()).includes(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${name} by Tab`);
}

journey(
  '[K011] [K012] a teacher’s week: announce, assign, collect, grade by keys alone, return with a message, which the student sees at once',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school');

    // Monday: the week's topic.
    await teacher.visit(`/class-details/${CLASS}`);
    await page.getByRole('button', { name: /^Announce something to/ }).click(patience);
    await page.getByRole('textbox', { name: en['stream.text'] }).fill('This week: lamps in a row. Bring a battery on Thursday.', patience);
    await teacher.expectAccessible('announcing');
    await button(teacher, en['stream.save']).click();
    await page.getByRole('article', { name: /lamps in a row/ }).waitFor(patience);

    // Work with a due date, points and a sheet, and a question.
    await teacher.visit(`/class-classwork/${CLASS}?create=ASSIGNMENT`);
    const form = dialogOf(teacher, en['work.form.create']);
    await form.getByRole('textbox', { name: en['work.form.title'], exact: true }).fill(WORK, patience);
    await form.getByLabel(en['work.form.points'], { exact: true }).selectOption('50');
    await form.getByLabel(en['work.form.dueDate'], { exact: true }).fill('2099-03-05');
    await form
      .getByLabel(en['work.form.files'], { exact: true })
      .and(page.locator('input'))
      .setInputFiles([pdf('Circuit sheet.pdf', ['Draw the circuit'])]);
    await form
      .getByRole('button', { name: en['files.field.remove'].replace('{name}', 'Circuit sheet.pdf') })
      .first()
      .waitFor(patience);
    await teacher.expectAccessible('assigning');
    await form.getByRole('button', { name: en['work.form.post'], exact: true }).click();
    await opener(teacher, WORK).waitFor(patience);
    await teacher.visit(`/class-classwork/${CLASS}?create=QUESTION`);
    await form.getByRole('textbox', { name: en['work.form.title'], exact: true }).fill(QUESTION, patience);
    await form.getByLabel(en['work.form.points'], { exact: true }).selectOption('50');
    await form.getByRole('button', { name: en['work.form.post'], exact: true }).click();
    await opener(teacher, QUESTION).waitFor(patience);

    // The student finds all of it on a small phone.
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    await student.signIn('student1@demo.school', { stays: true, to: `/class-details/${CLASS}` });
    await student.page.getByRole('article', { name: /lamps in a row/ }).waitFor(patience);
    await student.visit(`/class-classwork/${CLASS}`);
    await opener(student, WORK).click(patience);
    const own = dialogOf(student, en['openWork.submit.title']);
    await own.getByText('Circuit sheet.pdf').waitFor(patience);
    await own.getByText(/Mar 5, 2099/).waitFor(patience);
    await student.expectAccessible('instructions');
    await own.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click();
    await own
      .getByLabel(en['openWork.yourFile'], { exact: true })
      .and(student.page.locator('input'))
      .setInputFiles([pdf('My circuit.pdf', ['My drawing'])]);
    const submit = own.getByRole('button', { name: en['openWork.submit'], exact: true });
    await expect.poll(() => submit.isEnabled(), patience).toBe(true);
    await student.expectAccessible('handing in');
    await noSideScroll(student);
    await submit.click();
    await own.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);
    // Back closes the dialog as elsewhere. The list shows the state of the work.
    await student.page.goBack();
    await own.waitFor({ state: 'detached', ...patience });
    await opener(student, QUESTION).click(patience);
    await own.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click();
    await own.getByRole('textbox', { name: en['openWork.yourAnswer'], exact: true }).fill('The first one, since it is the only one with a path of its own.');
    await own.getByRole('button', { name: en['openWork.submit'], exact: true }).click();
    await own.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);

    // The teacher opens the submitted work, from here on by keys alone.
    await teacher.visit(`/class-classwork/${CLASS}`);
    await opener(teacher, WORK).waitFor(patience);
    await tabTo(teacher, WORK);
    await page.keyboard.press('Enter');
    const work = dialogOf(teacher, WORK);
    await work.getByText('1 of 30 submitted').waitFor(patience);
    await teacher.expectAccessible('all students');
    const article = page.locator('dialog[open] article:not([inert])');
    await page.keyboard.press('j');
    await article.getByText('My circuit.pdf').first().waitFor(patience);
    const name = String(await article.getAttribute('aria-label'));
    await page.waitForURL(/student=\d+/, patience);
    await teacher.expectAccessible('one student');
    for (const key of ['j', 'j', 'k', 'k']) await page.keyboard.press(key);
    await expect.poll(() => article.getAttribute('aria-label')).toBe(name);

    await page.keyboard.press('m');
    await dialogOf(teacher, en['openWork.write']).waitFor(patience);
    await page.keyboard.type('Is lamp 2 upside down?');
    await teacher.expectAccessible('writing a message');
    await tabTo(teacher, en['openWork.send']);
    await page.keyboard.press('Enter');
    await dialogOf(teacher, en['openWork.write']).waitFor({ state: 'detached', ...patience });
    await article.getByText('Is lamp 2 upside down?').waitFor(patience);

    await page.keyboard.press('g');
    const grade = dialogOf(teacher, en['openWork.editGrade']);
    await grade.waitFor(patience);
    await page.keyboard.type('90%');
    await teacher.expectAccessible('grading');
    await page.keyboard.press('Enter');
    await grade.waitFor({ state: 'detached', ...patience });
    await page.keyboard.press('k'); // saving went on to the next one
    await article.getByText('45 / 50', { exact: true }).waitFor(patience);

    // The student has the work open in the meantime: the message is there, and returned work appears without a reload.
    await student.visit(`/std-classwork?class=${CLASS}`);
    await opener(student, WORK).click(patience);
    await own.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click();
    await own.getByText('Is lamp 2 upside down?').waitFor(patience);
    await page.keyboard.press('r');
    const giveBack = dialogOf(teacher, en['openWork.return']);
    await giveBack.getByText(`${name} sees the grade 45 / 50 and this message.`).waitFor(patience);
    await page.keyboard.type('Well drawn. Mind the poles.');
    await teacher.expectAccessible('returning');
    await tabTo(teacher, en['openWork.return']);
    await page.keyboard.press('Enter');
    await giveBack.waitFor({ state: 'detached', ...patience });
    await own.getByText('Well drawn. Mind the poles.').waitFor(patience);
    await own.getByText('45 / 50', { exact: true }).first().waitFor(patience);
    await own.getByText(en['openWork.lockedReturned']).waitFor(patience);
    await student.expectAccessible('returned');
    await noSideScroll(student);

    // A reload and a copied address lead to the same place.
    await student.page.reload();
    await own.getByText('Well drawn. Mind the poles.').waitFor(patience);
    const other = await student.context.newPage();
    await other.goto(student.page.url());
    await other.getByText('Well drawn. Mind the poles.').waitFor(patience);
    await other.close();
  },
  600_000,
);
