import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { journey, type Person } from './harness/index.ts';
import { see, signInByCall } from './join/steps.ts';
import { chooseActByKeys } from './row-acts.ts';

const ADMIN = 'admin@demo.school';
const TEACHER = 'teacher@demo.school';
const OTHER_TEACHER = 'teacher2@demo.school';
const STUDENT = 'student1@demo.school';
const patience = { timeout: 60_000 };

const dialogOf = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', typeof name === 'string' ? { name, exact: true } : { name });
const responseIn = (person: Person, letter: string) => person.page.getByRole('group', { name: `Response ${letter}`, exact: true });

/** Searches in a field and selects the option with exactly this name. A new question may start with it. */
async function choose({ page }: Person, label: string, text: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true });
  if ((await field.inputValue()) === text) return;
  await field.fill(text);
  await page
    .getByRole('option')
    .filter({ has: page.getByText(text, { exact: true }) })
    .click(patience);
}

/** Fills in the form with a whole question, with points by a rubric of two rows. */
async function fillForm(person: Person, title: string): Promise<void> {
  const form = person.page.getByRole('dialog', { name: /^(Create|Edit) Question$/ });
  await form.getByLabel('Title', { exact: true }).first().fill(title);
  const rubric = form.getByRole('region', { name: /^Rubric/ });
  for (const [index, [point, level]] of (
    [
      ['4', 'Correct reasoning'],
      ['1', 'Everyday idea'],
    ] as const
  ).entries()) {
    await rubric.getByRole('button', { name: 'Add row' }).click();
    await rubric.getByLabel('Point', { exact: true }).nth(index).fill(point);
    await rubric.getByLabel('Level', { exact: true }).nth(index).fill(level);
  }
  for (const [letter, words, level, valid] of [
    ['A', 'It becomes lighter', 'Everyday idea', 'No'],
    ['B', 'It keeps its mass', 'Correct reasoning', 'Yes'],
  ] as const) {
    const response = responseIn(person, letter);
    await response.getByLabel('Title', { exact: true }).fill(words);
    await response.getByLabel('Match Level', { exact: true }).fill(level);
    await response.getByLabel('Response text', { exact: true }).fill(`Because ${words.toLowerCase()}.`);
    await response.getByText(valid, { exact: true }).click();
  }
  await choose(person, 'Type', 'Multiple choice');
  await choose(person, 'Cluster', 'Matter and reactions');
  await choose(person, 'Standard', 'CH-2 Conservation of mass');
  await choose(person, 'Subject', 'Chemistry');
  await choose(person, 'Grade', 'Ages 14–16');
}

async function saveForm(person: Person, said: string): Promise<void> {
  await person.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save(?! (Template|and next))/ })
    .click();
  await see(person, said);
  await person.page.getByRole('dialog', { name: /^(Create|Edit) Question$/ }).waitFor({ state: 'hidden', ...patience });
}

/** Takes the next step of approval from the chip in the list. */
async function moveTo(person: Person, title: string, status: string): Promise<void> {
  const { page } = person;
  const row = page.getByRole('row', { name: new RegExp(title) });
  await row.getByRole('button', { name: /^Change the status/ }).click(patience);
  const dialog = dialogOf(person, `Are You want to change the Status to ${status}?`);
  await dialog.waitFor(patience);
  if (status === 'Send To Admin') await person.expectAccessible('approval');
  await dialog.getByRole('button', { name: 'Agree', exact: true }).click();
  await row.getByText(status, { exact: true }).waitFor(patience);
}

journey(
  'a student proposes a question, a teacher approves it twice, an admin publishes it, another teacher finds it misspelt and rates it',
  async ({ bring }) => {
    const title = 'Does a sealed flask lose weight when the candle inside burns?';
    const student = await bring({ name: 'student' });
    await student.signIn(STUDENT, { to: '/all-questions' });
    await student.page.getByRole('table', { name: 'Question Bank' }).waitFor(patience);
    await student.expectAccessible('bank of a student');
    await student.page.getByRole('button', { name: 'Create Question' }).click();
    await dialogOf(student, 'Create Question').waitFor(patience);
    expect(await student.page.getByLabel('Status', { exact: true }).count()).toBe(0);
    await student.page.getByRole('button', { name: /^Save/ }).last().click();
    await see(student, 'Question Topic is required');
    await student.expectAccessible('form with faults');
    await fillForm(student, title);
    expect(await responseIn(student, 'B').getByLabel('Points').inputValue()).toBe('4');
    await student.expectAccessible('form filled');
    await saveForm(student, 'Question Created Successfully');
    const ownRow = student.page.getByRole('row', { name: /sealed flask/ });
    await ownRow.getByText('Not Approved', { exact: true }).waitFor(patience);

    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn(TEACHER, { to: '/all-questions?search_text=flask' });
    await moveTo(teacher, 'sealed flask', 'Approved ?');
    await moveTo(teacher, 'sealed flask', 'Send To Admin');
    await expect.poll(() => teacher.page.getByRole('button', { name: /^Change the status/ }).count()).toBe(0);

    const admin = await bring({ name: 'administrator' });
    await admin.signIn(ADMIN, { to: '/all-questions?status=Send+To+Admin' });
    await moveTo(admin, 'sealed flask', 'Public');
    await admin.expectAccessible('bank of an admin');

    const colleague = await bring({ name: 'colleague' });
    await colleague.signIn(OTHER_TEACHER, { to: '/all-questions' });
    const { page } = colleague;
    await page.getByRole('table', { name: 'Question Bank' }).waitFor(patience);
    await colleague.expectAccessible('bank of a teacher');
    await page.getByRole('searchbox', { name: en['table.search'] }).fill('canddle flsk');
    await expect.poll(() => new URL(page.url()).search, patience).toContain('canddle');
    const found = page.getByRole('row', { name: /sealed flask/ });
    await found.waitFor(patience);
    await expect.poll(() => page.getByRole('row').count(), patience).toBe(2);
    await found.getByText('Public', { exact: true }).waitFor(patience);
    await found.getByRole('link').click();
    const detail = dialogOf(colleague, title);
    await detail.getByText('Because it keeps its mass.').waitFor(patience);
    expect(await detail.getByRole('button', { name: 'EDIT', exact: true }).count()).toBe(0);
    await detail.getByText('No lesson has asked this question yet').waitFor(patience);
    await colleague.expectAccessible('detail');
    await detail.getByRole('button', { name: 'Rate', exact: true }).click();
    const rate = dialogOf(colleague, 'Rate This Question');
    await rate.waitFor(patience);
    await page.keyboard.press('Space');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await rate.getByText('3.5 of 5, Exceptionl').last().waitFor(patience);
    await colleague.expectAccessible('rating');
    await page.keyboard.press('Enter');
    await rate.waitFor({ state: 'hidden', ...patience });
    await found.getByText('Exceptionl').waitFor(patience);
  },
);

journey('a draft survives a reload, a template begins the next question, and two people who edit at once are told', async ({ bring, server }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn(TEACHER, { to: '/questions?create=true' });
  const form = dialogOf(teacher, 'Create Question');
  await form.waitFor(patience);
  const title = form.getByLabel('Title', { exact: true }).first();
  await title.fill('Why does a closed jar with a burning candle');
  await form.getByRole('button', { name: 'Add criterion' }).click();
  await form.getByLabel('Criterion Name', { exact: true }).fill('Names the gases');
  await form.getByText(/^Draft saved on this device/).waitFor(patience);
  await teacher.look('draft kept');
  await page.reload();
  await form.getByRole('button', { name: 'Restore' }).click(patience);
  await expect.poll(() => title.inputValue()).toBe('Why does a closed jar with a burning candle');
  await expect.poll(() => form.getByLabel('Criterion Name', { exact: true }).inputValue()).toBe('Names the gases');
  await form.getByRole('button', { name: 'Remove criterion 1' }).click();

  // A template needs complete responses.
  await form.getByRole('button', { name: 'Save Template' }).click();
  await form.getByText('Match Level is required').first().waitFor(patience);
  await fillForm(teacher, 'Why does a closed jar with a burning candle keep its mass?');
  await form.getByRole('button', { name: 'Save Template' }).click();
  const template = dialogOf(teacher, 'Save Template');
  await template.getByRole('button', { name: 'Save', exact: true }).click();
  for (const message of ['Name is required', 'Description is required']) await template.getByText(message).waitFor(patience);
  await template.getByLabel('Name', { exact: true }).fill('Two ideas');
  await template.getByLabel('Description', { exact: true }).fill('An everyday idea against the correct one');
  await teacher.expectAccessible('save a template');
  await template.getByRole('button', { name: 'Save', exact: true }).click();
  await template.waitFor({ state: 'hidden', ...patience });
  await saveForm(teacher, 'Question Created Successfully');

  // The next one starts with it.
  await page.getByRole('button', { name: 'Create Question' }).click();
  await form.waitFor(patience);
  expect(await form.getByRole('button', { name: 'Restore' }).count()).toBe(0);
  await form.getByRole('button', { name: 'Select Template' }).click();
  const templates = dialogOf(teacher, 'Select Template');
  await templates.getByRole('row', { name: /Two ideas/ }).waitFor(patience);
  await teacher.expectAccessible('select a template');
  await templates.getByRole('button', { name: 'Select Two ideas' }).click();
  await templates.waitFor({ state: 'hidden', ...patience });
  await expect.poll(() => responseIn(teacher, 'B').getByLabel('Points').inputValue()).toBe('4');
  await page.keyboard.press('Escape');
  await dialogOf(teacher, 'Close the form?').getByRole('button', { name: 'Discard changes' }).click();
  await form.waitFor({ state: 'hidden', ...patience });

  // Someone else edits in the meantime: the dialog shows who and what, each field is chosen, and both are kept under
  // Versions.
  const row = page.getByRole('row', { name: /closed jar/ });
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'EDIT', exact: true }).click();
  const edit = dialogOf(teacher, 'Edit Question');
  await edit.waitFor(patience);
  const id = Number(new URL(page.url()).searchParams.get('edit'));
  const admin = await signInByCall(server, ADMIN);
  const { question } = await admin.get(`/questions/${id}`);
  await admin.post(`/questions/${id}`, { ...question, _method: 'PUT', title: 'Closed jar: what does the balance say?', tag: ['mass'], google_drive_link: [] });
  await edit.getByLabel('Title', { exact: true }).first().fill('A closed jar on a balance');
  await page.keyboard.press('Control+s');
  await edit.getByText(/while you were editing it/).waitFor(patience);
  await edit.getByText('Closed jar: what does the balance say?').waitFor(patience);
  await edit.getByText(/now have their values: Tag\./).waitFor(patience);
  await teacher.expectAccessible('edited by two');
  await page.keyboard.press('Control+s');
  await see(teacher, 'Question Updated Successfully');
  await edit.waitFor({ state: 'hidden', ...patience });
  const { question: saved } = await admin.get(`/questions/${id}`);
  expect(saved).toMatchObject({ title: 'A closed jar on a balance', tag: ['mass'] });

  // The other person's save is a separate version, and can be restored.
  await teacher.visit(`/questions?versions=${id}`);
  const versions = dialogOf(teacher, 'Versions');
  await versions.getByText('Closed jar: what does the balance say?').first().waitFor(patience);
  await teacher.expectAccessible('versions');
  await versions.getByRole('button', { name: 'Restore this version: 2' }).click();
  await dialogOf(teacher, 'Restore version 2?').getByRole('button', { name: 'Restore this version', exact: true }).click();
  await see(teacher, 'Version 2 is the newest again');
  expect((await admin.get(`/questions/${id}`)).question.title).toBe('Closed jar: what does the balance say?');
});

journey('[K463] the bank fits a phone of 360 px, in light and in dark, and its form works there', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  const { page } = teacher;
  await teacher.signIn(TEACHER, { to: '/all-questions' });
  const list = page.getByRole('list', { name: 'Question Bank' });
  await list.getByRole('link').first().waitFor(patience);
  await teacher.expectAccessible('bank');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await teacher.look('filters');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await list.getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Responses', exact: true }).waitFor(patience);
  await teacher.expectAccessible('detail');
  await teacher.visit('/draft-questions?create=true');
  const form = dialogOf(teacher, 'Create Question');
  await form.waitFor(patience);
  await form.getByText('DRAFT', { exact: true }).click();
  await form.getByLabel('Title', { exact: true }).first().fill('Written on the bus');
  await teacher.expectAccessible('form');
  await responseIn(teacher, 'A').scrollIntoViewIfNeeded();
  await teacher.look('responses');
  await form.getByRole('button', { name: /^Save(?! (Template|and next))/ }).click();
  await see(teacher, 'Question Created Successfully');
  await page.getByRole('list', { name: 'Draft Questions' }).getByText('Written on the bus').waitFor(patience);
  await teacher.expectAccessible('drafts');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

journey('by keys alone: found, narrowed, written, given a file, put in another order, saved, deleted', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await teacher.signIn(TEACHER, { to: '/all-questions' });
  await page.getByRole('table', { name: 'Question Bank' }).waitFor(patience);
  await page.getByRole('button', { name: 'Filters', exact: true }).focus();
  await press('Enter');
  await page.getByRole('combobox', { name: 'Subject', exact: true }).focus();
  await page.keyboard.type('History');
  await expect.poll(() => page.getByRole('listbox', { name: 'Subject' }).getByRole('option').allTextContents(), patience).toEqual(['History']);
  await press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await press('Enter');
  await expect.poll(() => new URL(page.url()).search, patience).toContain('question_subject_id');
  await page.getByRole('button', { name: 'Reset', exact: true }).first().focus();
  await press('Enter');
  await expect.poll(() => new URL(page.url()).search, patience).toBe('');

  await page.getByRole('button', { name: 'Create Question' }).focus();
  await press('Enter');
  const form = dialogOf(teacher, 'Create Question');
  await form.waitFor(patience);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('div')?.textContent), patience).toContain('Title');
  await page.keyboard.type('Written by keys');
  await form.getByRole('radio', { name: 'PUBLISHED' }).focus();
  await press('ArrowLeft');
  await expect.poll(() => form.getByRole('radio', { name: 'DRAFT' }).isChecked()).toBe(true);
  await form.getByRole('combobox', { name: 'Tag' }).focus();
  await page.keyboard.type('first tag');
  await press('Enter');
  await page.keyboard.type('second,');
  await press('Escape');
  for (const tag of ['first tag', 'second']) await form.getByRole('button', { name: `Remove ${tag}` }).waitFor(patience);
  for (const [letter, words] of [
    ['A', 'One'],
    ['B', 'Two'],
  ] as const) {
    await responseIn(teacher, letter).getByLabel('Title', { exact: true }).focus();
    await page.keyboard.type(words);
  }
  await form.getByRole('button', { name: 'Position of response B' }).focus();
  await press('Enter', 'Enter');
  await expect.poll(() => responseIn(teacher, 'A').getByLabel('Title', { exact: true }).inputValue(), patience).toBe('Two');
  // A local file comes through the browser's own dialog. The field accepts it.
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await form.locator('aside input[type="file"]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
  await form.getByRole('button', { name: 'View dot.png' }).waitFor(patience);
  await teacher.expectAccessible('form with a file');
  await press('Control+s');
  await see(teacher, 'Question Created Successfully');
  await form.waitFor({ state: 'hidden', ...patience });

  await teacher.visit('/draft-questions');
  await chooseActByKeys(teacher, 'Written by keys', en['act.view']);
  const detail = dialogOf(teacher, 'Written by keys');
  await detail.getByRole('button', { name: 'View dot.png' }).waitFor(patience);
  await teacher.look('detail with a file');
  await detail.getByRole('button', { name: 'EDIT', exact: true }).focus();
  await press('Enter');
  const edit = dialogOf(teacher, 'Edit Question');
  await edit.waitFor(patience);
  expect(await responseIn(teacher, 'A').getByLabel('Title', { exact: true }).inputValue()).toBe('Two');
  await press('Escape');
  await edit.waitFor({ state: 'hidden', ...patience });
  await chooseActByKeys(teacher, 'Written by keys', en['act.delete']);
  const remove = dialogOf(teacher, 'Are you sure you want to delete this Question?');
  await remove.waitFor(patience);
  await press('Tab', 'Enter');
  await see(teacher, 'Question Deleted Successfully');
  await see(teacher, 'No drafts');
});
