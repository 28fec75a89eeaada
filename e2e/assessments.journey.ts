import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { journey, type Person } from './harness/index.ts';
import { entryOf } from './menu-steps.ts';
import { choose, see, signInByCall, submit } from './join/steps.ts';
import { chooseAct, listActs } from './row-acts.ts';

const TEACHER = 'teacher@demo.school';
const ADMIN = 'admin@demo.school';
const patience = { timeout: 60_000 };
const ONE = 'Closing a switch';
const TWO = 'A heater in the shed';

const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const button = (person: Person, form: string, name: string) => dialogOf(person, form).getByRole('button', { name, exact: true });
const stepIs = (person: Person, name: string) => person.page.getByRole('heading', { name, level: 3, exact: true }).waitFor(patience);
const row = ({ page }: Person, title: string | RegExp) => page.getByRole('row', { name: title });
const field = (person: Person, form: string, label: string) => dialogOf(person, form).getByLabel(label, { exact: true });

/** Selects a field's first option by keys. */
async function chooseFirst(person: Person, form: string, label: string): Promise<void> {
  const box = dialogOf(person, form).getByRole('combobox', { name: label, exact: true });
  await box.focus();
  await person.page.keyboard.press('ArrowDown');
  await dialogOf(person, form).getByRole('option').first().waitFor(patience);
  await person.page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue(), patience).not.toBe('');
}

/** Fills in the open step 3. */
async function fillAbout(person: Person, form: string, title: string, date: string): Promise<void> {
  if (title !== '') await field(person, form, 'Title').fill(title);
  await chooseFirst(person, form, en['form.class']);
  await chooseFirst(person, form, en['assessments.topic']);
  await chooseFirst(person, form, en['assessments.group']);
  await chooseFirst(person, form, en['assessments.standard']);
  await chooseFirst(person, form, en['assessments.subject']);
  await chooseFirst(person, form, en['assessments.questionGrade']);
  await field(person, form, en['assessments.scheduleDate']).fill(date);
  await chooseFirst(person, form, en['assessments.period']);
}

/** Selects a question of the bank by keys, for a place named by the dialog's title. */
async function pick(person: Person, place: 'form.pickFor.1' | 'form.pickFor.2', text: string): Promise<void> {
  const picker = dialogOf(person, en[place]);
  await picker.getByRole('searchbox').fill(text);
  const take = picker.getByRole('button', { name: new RegExp(`^Choose.*${text}`) }).first();
  await take.waitFor(patience);
  await take.focus();
  await person.page.keyboard.press('Enter');
  await picker.waitFor({ state: 'hidden' });
}

/** Checks that nothing is wider than the screen. */
async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('[Q155] [Q165] an assessment in four steps by keys alone, from two questions of the bank, and a student answers it', async ({ bring, server }) => {
  const form = en['assessments.create'];
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn(TEACHER);
  await (await entryOf(teacher, 'lessons', 'Assessments')).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: en['assessments.title'] }).waitFor(patience);
  await teacher.expectAccessible('list');
  await page.getByRole('button', { name: form, exact: true }).focus();
  await page.keyboard.press('Enter');

  // Step 1, Select Grade: nothing is selected, and only the message appears.
  await stepIs(teacher, en['form.step.grade']);
  await page.getByRole('radio', { name: 'Grade 10' }).waitFor(patience);
  await page.keyboard.press('Enter');
  await dialogOf(teacher, form).getByText('Select a Group').waitFor(patience);
  await teacher.expectAccessible('step 1 with its fault');
  await page.getByRole('radio', { name: 'Grade 10' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  // Step 2, Select Protocol.
  await stepIs(teacher, en['form.step.protocol']);
  await button(teacher, form, en['form.continue']).focus();
  await page.keyboard.press('Enter');
  await dialogOf(teacher, form).getByText('Select a Protocol').waitFor(patience);
  await page.getByRole('radio', { name: 'Peer instruction' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  // Step 3, Create Assessment: every field shows its error, the first has the focus.
  await stepIs(teacher, en['form.step.about']);
  await button(teacher, form, en['form.continue']).focus();
  await page.keyboard.press('Enter');
  for (const label of ['Title', 'Class', 'Topic', 'Group', 'Standard', 'Subject', 'Period', 'Schedule Date'])
    await dialogOf(teacher, form).getByText(`${label} is required`, { exact: true }).waitFor(patience);
  await dialogOf(teacher, form).getByRole('alert').getByText('Select Question Grade', { exact: true }).waitFor(patience);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), patience).toBe('true');
  await teacher.expectAccessible('step 3 with its faults');
  await fillAbout(teacher, form, 'Lamps and switches', '2027-03-01');
  await teacher.look('step 3 filled');

  // A reload in the middle keeps everything.
  await dialogOf(teacher, form)
    .getByText(/Draft kept on this device/)
    .waitFor(patience);
  await page.reload();
  await stepIs(teacher, en['form.step.about']);
  await expect.poll(() => field(teacher, form, 'Title').inputValue()).toBe('Lamps and switches');
  await dialogOf(teacher, form)
    .getByText(/Continuing your draft from/)
    .waitFor(patience);
  await button(teacher, form, en['form.continue']).focus();
  await page.keyboard.press('Enter');

  // Step 4, Add Questions.
  await stepIs(teacher, en['form.step.questions']);
  await button(teacher, form, en['form.save']).focus();
  await page.keyboard.press('Enter');
  await dialogOf(teacher, form).getByText('Assessment Must contain two questions').waitFor(patience);
  await teacher.expectAccessible('step 4 without questions');
  await dialogOf(teacher, form).getByRole('button', { name: en['form.pick'] }).first().focus();
  await page.keyboard.press('Enter');
  await dialogOf(teacher, en['form.pickFor.1']).getByRole('table', { name: en['bank.picker.title'] }).waitFor(patience);
  await teacher.expectAccessible('picker');
  await pick(teacher, 'form.pickFor.1', ONE);
  await dialogOf(teacher, form).getByRole('button', { name: en['form.pick'] }).last().focus();
  await page.keyboard.press('Enter');
  await pick(teacher, 'form.pickFor.2', TWO);
  await dialogOf(teacher, form).getByRole('button', { name: en['form.swap'] }).waitFor(patience);
  await teacher.expectAccessible('step 4 with both');
  await button(teacher, form, en['form.save']).focus();
  await page.keyboard.press('Enter');
  await see(teacher, 'Assessment Created Successfully');
  await dialogOf(teacher, form).waitFor({ state: 'hidden' });
  await row(teacher, /Lamps and switches/).waitFor(patience);

  // The lesson runs, and a student answers in Form - 1A.
  const student = await bring({ name: 'student', viewport: 'phone' });
  const admin = await signInByCall(server, ADMIN); // a second sign-in of the teacher would end the first
  const find = async () => (await admin.get('/assessments?search_text=Lamps%20and%20switches')).data[0] as { class_id: number; attempts: object[] };
  const { data: people } = await admin.get(`/class-wise-account-list?class_id=${(await find()).class_id}`);
  const { email } = (people as { role: string; email: string }[]).find(({ role }) => role === 'STUDENT') as { email: string };
  await student.signIn(email);
  await page.getByRole('link', { name: 'Lamps and switches', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'LIVE LEARNING', exact: true }).waitFor(patience);
  await teacher.expectAccessible('detail');
  await page.getByRole('link', { name: 'LIVE LEARNING', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^${en['teach.activate']}`) }).click();
  await page.getByRole('dialog').getByText(en['teach.ask.activate']).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Form - 1A running').waitFor(patience);
  await student.page.getByText(en['join.timeRemaining']).waitFor(patience);
  await choose(student, 'It gets brighter');
  await submit(student);
  await student.page.getByText(en['join.sent'], { exact: true }).waitFor(patience);
  expect((await find()).attempts).toEqual([{ form: 'Form - 1A' }]);

  // While it has attempts, it can be neither edited nor deleted.
  await teacher.visit('/assessments');
  await row(teacher, /Lamps and switches/)
    .getByRole('link', { name: 'Continue: Lamps and switches' })
    .waitFor(patience);
  expect(await listActs(teacher, 'Lamps and switches')).toEqual([en['act.copy']]);
});

journey('[Q148] [Q149] [Q150] [Q151] [Q164] one with a new question is copied, archived, un-archived, edited and deleted', async ({ bring }) => {
  const form = en['assessments.create'];
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn(TEACHER, { to: '/assessments?create=true' });
  await page.getByRole('radio', { name: 'Grade 10' }).check(patience);
  await button(teacher, form, en['form.continue']).click();
  await page.getByRole('radio', { name: 'Peer instruction' }).check(patience);
  await button(teacher, form, en['form.continue']).click();
  await stepIs(teacher, en['form.step.about']);
  await fillAbout(teacher, form, 'Light and shadow', '2027-03-02');
  await button(teacher, form, en['form.back']).click();
  await stepIs(teacher, en['form.step.protocol']);
  await button(teacher, form, en['form.continue']).click();
  await button(teacher, form, en['form.continue']).click();
  await stepIs(teacher, en['form.step.questions']);

  // A question of the bank, and one that is written here.
  await dialogOf(teacher, form).getByRole('button', { name: en['form.pick'] }).first().click();
  await pick(teacher, 'form.pickFor.1', ONE);
  await dialogOf(teacher, form).getByRole('button', { name: en['form.newQuestion'] }).click();
  await writeQuestion(teacher, 'A royal letter');
  await dialogOf(teacher, form).getByText('A royal letter').first().waitFor(patience);
  await dialogOf(teacher, form)
    .getByText(/looks unrelated to the first/)
    .waitFor(patience);
  await teacher.expectAccessible('hint');
  await button(teacher, form, en['form.save']).click();
  await see(teacher, 'Assessment Created Successfully');
  await row(teacher, /Light and shadow/).waitFor(patience);

  // The snapshot opens in a new window.
  await page.getByRole('link', { name: 'Light and shadow', exact: true }).click();
  const [snapshot] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: en['assessments.snapshot'] }).click()]);
  await snapshot.getByRole('heading', { name: 'Light and shadow', level: 1 }).waitFor(patience);
  await snapshot.getByRole('table').first().waitFor(patience);
  expect(new URL(snapshot.url()).search).toMatch(/^\?id=\d+$/);
  await snapshot.close();

  // A copy opens at the missing part. Nothing is created before it is saved.
  await teacher.visit('/assessments');
  await chooseAct(teacher, 'Light and shadow', en['act.copy']);
  const begun = en['assessments.create'];
  await stepIs(teacher, en['form.step.about']);
  expect(await field(teacher, begun, 'Title').inputValue()).toMatch(/^Light and shadow Copy \d{4}-\d{2}-\d{2}$/);
  expect(await field(teacher, begun, en['form.class']).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await dialogOf(teacher, begun).waitFor({ state: 'hidden' });
  expect(await row(teacher, /Light and shadow Copy \d/).count()).toBe(0);
  await chooseAct(teacher, 'Light and shadow', en['act.copy']);
  await stepIs(teacher, en['form.step.about']);
  await fillAbout(teacher, begun, '', '2027-03-03');
  await button(teacher, begun, en['form.continue']).click();
  await stepIs(teacher, en['form.step.questions']);

  // A question with a changed response becomes a new question.
  await dialogOf(teacher, begun).getByRole('button', { name: 'Edit the question A royal letter' }).click();
  const question = dialogOf(teacher, en['bank.form.edit']);
  await question.getByRole('group', { name: 'Response A' }).getByLabel('Title', { exact: true }).fill('What the king wanted');
  await question.getByRole('button', { name: /^Save/ }).last().click();
  await see(teacher, en['form.isNewQuestion']);
  await question.waitFor({ state: 'hidden' });
  await dialogOf(teacher, begun).getByText('What the king wanted').waitFor(patience);
  await button(teacher, begun, en['form.save']).click();
  await see(teacher, 'Assessment Created Successfully');
  const copy = /Light and shadow Copy \d/;
  await row(teacher, copy).waitFor(patience);

  // Archived, found in the other list, and restored.
  await chooseAct(teacher, 'Light and shadow Copy', en['act.archive']);
  const archive = dialogOf(teacher, en['assessments.archiveConfirm']);
  await archive.getByText(copy).waitFor(patience);
  await teacher.expectAccessible('archive');
  await archive.getByRole('button', { name: en['common.ok'] }).click();
  await see(teacher, 'Assessment Archived Successfully');
  await row(teacher, copy).waitFor({ state: 'detached' });
  await teacher.visit('/archived-assessments');
  await row(teacher, copy).waitFor(patience);
  expect(await row(teacher, /^Light and shadow Science/).count()).toBe(0);
  await teacher.expectAccessible('archived');
  await chooseAct(teacher, 'Light and shadow Copy', en['act.unarchive']);
  await dialogOf(teacher, en['assessments.unarchiveConfirm']).getByRole('button', { name: en['common.ok'] }).click();
  await see(teacher, 'Assessment Un-archived Successfully');
  await row(teacher, copy).waitFor({ state: 'detached' });

  // Found, edited, deleted.
  const edit = en['assessments.edit'];
  await teacher.visit('/assessments');
  await page.getByRole('searchbox').fill('shadow copy');
  await expect.poll(() => new URL(page.url()).search, patience).toContain('search_text=shadow');
  await row(teacher, copy).waitFor(patience);
  await chooseAct(teacher, 'Light and shadow Copy', en['act.edit']);
  await stepIs(teacher, en['form.step.grade']);
  for (const step of ['form.step.protocol', 'form.step.about'] as const) {
    await button(teacher, edit, en['form.continue']).click();
    await stepIs(teacher, en[step]);
  }
  await field(teacher, edit, 'Title').fill('Shadow copy, edited');
  await button(teacher, edit, en['form.continue']).click();
  await stepIs(teacher, en['form.step.questions']);
  await button(teacher, edit, en['form.save']).click();
  await see(teacher, 'Assessment Updated Successfully');
  await chooseAct(teacher, 'Shadow copy, edited', en['act.delete']);
  await teacher.expectAccessible('delete');
  await dialogOf(teacher, en['assessments.deleteConfirm']).getByRole('button', { name: en['common.ok'] }).click();
  await see(teacher, 'Assessment Deleted Successfully');
  await see(teacher, en['table.nothingFound']);
});

/** Fills in the open question form with two responses unrelated to lamps. */
async function writeQuestion(person: Person, title: string): Promise<void> {
  const { page } = person;
  const form = dialogOf(person, en['bank.form.create']);
  await form.getByLabel('Title', { exact: true }).first().fill(title);
  const about = form.getByRole('textbox', { name: 'Description', exact: true }).first();
  await about.click();
  await page.keyboard.type('The king wrote to parliament about taxes in 1640. What can historians learn from his letter about the government?');
  for (const [letter, words, reason, isValid] of [
    ['A', 'What he wanted', 'A letter shows the intentions of its author', 'Yes'],
    ['B', 'What happened next', 'A source cannot report the future', 'No'],
  ] as const) {
    const response = form.getByRole('group', { name: `Response ${letter}`, exact: true });
    await response.getByLabel('Title', { exact: true }).fill(words);
    await response.getByLabel('Match Level', { exact: true }).fill(letter);
    await response.getByLabel('Response text', { exact: true }).fill(reason);
    await response.getByRole('radio', { name: isValid, exact: true }).check({ force: true });
    await response.getByLabel('Points', { exact: true }).fill(isValid === 'Yes' ? '4' : '0');
  }
  for (const label of ['Cluster', 'Standard', 'Subject', 'Grade']) {
    const box = form.getByRole('combobox', { name: label, exact: true });
    await box.click();
    await form.getByRole('option').first().click(patience);
    await form.getByRole('listbox').waitFor({ state: 'hidden' });
  }
  await person.look('new question');
  await form.getByRole('button', { name: /^Save/ }).last().click();
  await form.waitFor({ state: 'hidden', timeout: 60_000 });
}

journey('the list, the form and the detail fit a phone of 360 px, in light and in dark', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  const { page } = teacher;
  await teacher.signIn(TEACHER, { to: '/assessments' });
  await page.getByRole('list', { name: en['assessments.title'] }).waitFor(patience);
  await expectNoSideScroll(teacher);
  await teacher.expectAccessible('list');
  await page.getByRole('button', { name: new RegExp(`^${en['assessments.filters']}`) }).click();
  await page.getByLabel(en['assessments.scheduleDate'], { exact: true }).waitFor(patience);
  await expectNoSideScroll(teacher);
  await teacher.expectAccessible('filters');
  await chooseAct(teacher, 'Simple circuits', en['act.edit']);
  await stepIs(teacher, en['form.step.grade']);
  await teacher.expectAccessible('step 1');
  for (const step of ['form.step.protocol', 'form.step.about', 'form.step.questions'] as const) {
    await button(teacher, en['assessments.edit'], en['form.continue']).click();
    await stepIs(teacher, en[step]);
    await expectNoSideScroll(teacher);
    await teacher.expectAccessible(step);
  }
  await teacher.visit('/archived-assessments');
  await page.getByText('Circuits with one switch, first try').first().waitFor(patience);
  await expectNoSideScroll(teacher);
  await teacher.expectAccessible('archived ones');
  await teacher.visit('/assessments');
  await page.getByRole('link', { name: /^Simple circuits/ }).click(patience);
  await page.getByRole('button', { name: en['assessments.snapshot'] }).waitFor(patience);
  await expectNoSideScroll(teacher);
  await teacher.expectAccessible('detail');
  const id = new URL(page.url()).searchParams.get('assessment');
  await teacher.visit(`/assessment-snapshot?id=${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor(patience);
  await expectNoSideScroll(teacher);
  await teacher.expectAccessible('snapshot');
});
