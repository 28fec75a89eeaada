import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

journey(
  '[B2504] a teacher sees what a class believes, reads the answers behind a figure, names a response and undoes it, and gets the next question proposed',
  async ({ bring, query }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: '/ideas' });
    await page.getByRole('heading', { level: 1, name: en['idea.title'], exact: true }).waitFor(patience);
    const table = page.getByRole('table', { name: en['idea.tableCaption'], exact: true });
    await table.waitFor(patience);
    const used = table.getByRole('row', { name: /^Current is used up/ });
    await used.waitFor(patience);
    await teacher.expectAccessible('ideas');
    await teacher.look('ideas');

    // the answers behind a figure
    await table
      .getByRole('button', { name: /Open the answers\.$/ })
      .first()
      .click();
    const answers = page.getByRole('dialog');
    await answers.getByText('After talking', { exact: false }).first().waitFor(patience);
    await teacher.expectAccessible('answers behind a figure');
    await teacher.look('answers behind a figure');
    await page.keyboard.press('Escape');

    // one idea over classes and years, and the next question
    await table.getByRole('button', { name: 'Current is used up', exact: true }).click();
    await page.getByRole('heading', { level: 3, name: en['idea.evidence'], exact: true }).waitFor(patience);
    await teacher.expectAccessible('one idea');
    await teacher.look('one idea');
    await page
      .getByRole('button', { name: /^Next question for / })
      .first()
      .click();
    await page.getByRole('dialog', { name: en['nextQuestion.title'], exact: true }).waitFor(patience);
    await page
      .getByText(/right alone\. |No question fits now/)
      .first()
      .waitFor(patience);
    await teacher.expectAccessible('the next question');
    await teacher.look('the next question');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    // a proposed question starts a new assessment
    await page.getByRole('combobox', { name: en['idea.class'], exact: true }).selectOption({ index: 1 });
    await page.getByRole('button', { name: en['nextQuestion.propose'], exact: true }).click();
    await page
      .getByRole('link', { name: /^Plan a lesson with the question / })
      .first()
      .click();
    await see(teacher, /^This assessment starts with “.+” as its first question\.$/);
    await teacher.expectAccessible('an assessment that starts with a question');
    await teacher.look('an assessment that starts with a question');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectToFit(teacher);
    await page.setViewportSize({ width: 1280, height: 720 });
    await teacher.visit('/ideas');
    await table.waitFor(patience);

    // a response that stands for nothing yet
    const unnamed = page.getByRole('region', { name: en['idea.unnamedTitle'], exact: true });
    await unnamed
      .getByRole('button', { name: /^Name the idea behind/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: en['idea.nameTitle.one'], exact: true });
    await dialog.getByRole('button', { name: en['idea.writeNew'], exact: true }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Name is required').waitFor(patience);
    await teacher.expectAccessible('naming');
    await teacher.look('naming');
    await dialog.getByLabel('Name', { exact: true }).fill('It is somewhere in between');
    await dialog.getByLabel(en['list.field.sentence'], { exact: true }).fill('Two answers are both half right, so the truth is between them.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await see(teacher, '1 response now stands for “It is somewhere in between”.');
    await table.getByRole('button', { name: 'It is somewhere in between', exact: true }).waitFor(patience);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await see(teacher, '1 response no longer stands for an idea.');
    const [left] = await query(
      `SELECT count(*)::integer AS count FROM idea_responses JOIN ideas ON ideas.id = idea_id WHERE name = 'It is somewhere in between'`,
    );
    expect(left).toEqual({ count: 0 });

    // the same on a phone
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Current is used up', exact: true }).waitFor(patience);
    await expectToFit(teacher);
    await teacher.expectAccessible('ideas on a phone');
    await teacher.look('ideas on a phone');
  },
);

journey(
  '[B2505] a question’s page shows the ideas behind its wrong responses and lets staff change them; students find no page of ideas',
  async ({ bring, query }) => {
    const [row] = await query(`
    SELECT question.id FROM questions question JOIN question_versions version ON version.id = question.current_version_id WHERE version.title = 'A bell and a lamp in one loop'`);
    const { id } = row as { id: number };
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/all-questions?view=${id}` });
    const section = page.getByRole('region', { name: en['idea.ofQuestion'], exact: true });
    await section.getByText('Current is used up', { exact: true }).waitFor(patience);
    await teacher.expectAccessible('the ideas of a question');
    await teacher.look('the ideas of a question');
    await section
      .getByRole('button', { name: /^Change the idea behind/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: en['idea.nameTitle.one'], exact: true }).waitFor(patience);
    await page.keyboard.press('Escape');
    const student = await bring({ name: 'student' });
    await student.signIn('student1@demo.school', { to: '/ideas' });
    await student.page.getByRole('heading', { level: 1, name: en['shell.notFoundTitle'], exact: true }).waitFor(patience);
  },
);
