import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract/messages/en';
import { peopleBook, TITLES } from '@classwright/server/modules/school/imports/testing/people-book';
import { readRows } from '@classwright/server/platform/spreadsheets/index';
import type { Download, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see, signInByCall, watchChannels } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';
import { chooseAct } from './row-acts.ts';

const ADMIN = 'admin@demo.school';
const TEACHER = 'teacher@demo.school';
const SCHOOL = 'Rowan Bridge School';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const patience = { timeout: 60_000 };

const dialogOf = ({ page }: Person, name: string | RegExp): Locator => page.getByRole('dialog', { name, exact: true });
const button = (within: { getByRole: Person['page']['getByRole'] }, name: string): Locator => within.getByRole('button', { name, exact: true });

/** Checks that nothing is wider than the screen. */
async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Returns the download of a press in a new window, and the address that opened it. */
async function downloadBy({ page, context }: Person, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer; address: URL }> {
  const arrived = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    context.once('page', (opened) => opened.once('download', resolve));
  });
  await press();
  const download = await arrived;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()), address: new URL(download.url()) };
}

async function rowsOf(bytes: Buffer): Promise<(string | undefined)[][]> {
  const rows: (string | undefined)[][] = [];
  for await (const batch of readRows(bytes)) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

const upload = async (dialog: Locator, name: string, bytes: Buffer): Promise<void> =>
  dialog.getByLabel(en['import.file'], { exact: true }).setInputFiles({ name, mimeType: XLSX, buffer: bytes });

/** Returns the texts of a printed sheet of cards, without those of the surrounding screen. */
async function onPaper({ page }: Person): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const cards = await page.locator('body > [data-paper] li:visible').allInnerTexts();
  expect(await page.getByRole('dialog').count()).toBe(0);
  return cards;
}

journey(
  '[B036] [B040] [L160] [L167] [L519] [L520] [L522] a school is imported from a spreadsheet, its cards are printed, a new student signs in with one and chooses a password',
  async ({ bring }) => {
    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn(ADMIN, { to: '/accounts' });
    await page.getByRole('table', { name: en['accounts.title'] }).waitFor(patience);

    // The template opens in a new window with a code that is valid once, never the token.
    const template = await downloadBy(admin, () => button(page, en['accounts.template']).click());
    expect(template.name).toBe('account-import-template.xlsx');
    expect([...template.address.searchParams.keys()]).toEqual(['code']);
    expect((await rowsOf(template.bytes))[0]).toEqual(TITLES);

    // A file that is not a list of people gets a clear message, and the dialog stays.
    await button(page, en['accounts.import']).click();
    const dialog = dialogOf(admin, en['import.title']);
    await dialog.waitFor(patience);
    await button(dialog, en['import.submit']).click();
    await dialog.getByText(en['import.file.required'], { exact: true }).waitFor(patience);
    await upload(dialog, 'people.csv', Buffer.from('First Name,Last Name\n'));
    await dialog.getByText(en['import.file.not_xlsx']).waitFor(patience);
    await upload(dialog, 'people.xlsx', Buffer.from('not a spreadsheet at all'));
    await dialog.getByText(en['import.file.not_xlsx']).waitFor(patience);
    await upload(dialog, 'people.xlsx', await peopleBook([['Ada', 'Lovelace']], ['Name', 'Colour']));
    await dialog.getByText(/This one has no column First Name, Last Name, Email, Account Type/).waitFor(patience);
    await admin.expectAccessible('import refused');

    // The preview shows the result row by row. Nothing has happened yet.
    const people = [
      ['Amara', 'Okonkwo', 'amara@rowan.test', '+44 20 7946 0001', SCHOOL, 'Student', ''],
      ['Zoë', 'O’Neill', 'zoe@rowan.test', '', SCHOOL, 'student', ''],
      ['=1+1', 'Formula', 'formula@rowan.test', '', '', 'Student', ''],
      ['Björk', 'Ægisdóttir', 'bjork.rowan.test', '', SCHOOL, 'Student', ''],
      ['Twice', 'Over', 'AMARA@rowan.test', '', SCHOOL, 'Student', ''],
      ['Noor', 'Haddad', 'noor@rowan.test', '', SCHOOL, 'Headmaster', ''],
      ['Maria', 'Okafor', TEACHER, '', SCHOOL, 'Teachers', ''],
    ];
    await upload(dialog, 'rowan.xlsx', await peopleBook(people));
    await dialog.getByText('3 new, 1 already exist, 3 with errors').waitFor(patience);
    await dialog.getByRole('row', { name: /bjork\.rowan\.test/ }).waitFor(patience);
    await dialog.getByText(en['import.row.email']).first().waitFor(patience);
    await dialog.getByText('Row 2 has the same address. Keep one of them.').first().waitFor(patience);
    await admin.expectAccessible('import preview');
    await dialog.getByLabel(en['import.willHappen'], { exact: true }).selectOption({ label: en['import.all'] });
    await expect.poll(() => dialog.getByRole('row').count(), patience).toBe(8);

    // All or nothing, unless only the good rows are chosen.
    await button(dialog, en['import.submit']).click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: /Nothing was imported/ })
      .waitFor(patience);
    await dialog.getByLabel(/^Import the rows without errors/).check();
    await button(dialog, en['import.submit']).click();
    await dialog.getByText('Import Completed with 3 errors').waitFor(patience);
    await admin.expectAccessible('import done');
    const errors = await downloadBy(admin, () => button(dialog, en['import.downloadErrors']).click());
    expect(await rowsOf(errors.bytes)).toEqual([
      ['Row', 'Column', 'Value', 'What to do'],
      ['5', 'Email', 'bjork.rowan.test', en['import.row.email']],
      ['6', 'Email', 'AMARA@rowan.test', 'Row 2 has the same address. Keep one of them.'],
      ['7', 'Account Type', 'Headmaster', expect.stringContaining('Choose one of: ')],
    ]);

    // Cards for exactly the new people.
    await button(dialog, en['import.printCards']).click();
    const cards = dialogOf(admin, en['cards.title']);
    await admin.expectAccessible('cards to make');
    await button(cards, en['cards.make']).click();
    await cards.getByText(en['cards.shownOnce']).waitFor(patience);
    expect(await cards.getByRole('listitem').count()).toBe(3);
    const code = await cards.getByRole('listitem').filter({ hasText: 'zoe@rowan.test' }).locator('code').innerText();
    await admin.expectAccessible('cards made');
    expect(await onPaper(admin)).toEqual([
      expect.stringContaining('=1+1 Formula'),
      expect.stringContaining('Zoë O’Neill'),
      expect.stringContaining('Amara Okonkwo'),
    ]);
    await admin.look('cards on paper');
    await page.emulateMedia({ media: 'screen' });
    await button(cards, en['common.close']).click();
    for (const email of ['amara@rowan.test', 'zoe@rowan.test', 'formula@rowan.test']) await page.getByRole('row', { name: email }).waitFor(patience);

    // On the student's phone: the card, a password, home.
    const student = await bring({ name: 'new student', viewport: 'smallPhone' });
    await student.visit('/');
    await student.page.getByRole('link', { name: en['signIn.card'] }).click();
    await student.page.getByLabel(en['card.code'], { exact: true }).fill('aaaa-bbbb-cccc');
    await student.page.keyboard.press('Enter');
    await student.page
      .getByRole('alert')
      .getByText(/is not valid/)
      .waitFor(patience);
    await expectNoSideScroll(student);
    await student.expectAccessible('card refused');
    await student.page.getByLabel(en['card.code'], { exact: true }).fill(code.toUpperCase().replaceAll('-', ' '));
    await student.page.keyboard.press('Enter');
    await see(student, 'Hello Zoë. You sign in as zoe@rowan.test.');
    const password = student.page.getByLabel(en['password.new'], { exact: true });
    const again = student.page.getByLabel(en['choose.again'], { exact: true });
    await password.fill('short');
    await again.fill('short');
    await student.page.keyboard.press('Enter');
    await see(student, 'Choose at least 8 characters');
    expect(await password.inputValue()).toBe('short');
    await expect.poll(() => student.page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await student.expectAccessible('password too short');
    await password.fill('seven purple otters');
    await again.fill('seven purple otter');
    await student.page.keyboard.press('Enter');
    await see(student, en['choose.different']);
    await again.fill('seven purple otters');
    await student.page.keyboard.press('Enter');
    await student.page.waitForURL('**/home');
    await student.page.getByRole('heading', { level: 1 }).first().waitFor(patience);

    // The card was valid once.
    const second = await bring({ name: 'somebody who found the card', viewport: 'smallPhone' });
    await second.visit(`/choose-password#code=${code}`);
    await second.page
      .getByRole('alert')
      .getByText(/is not valid/)
      .waitFor(patience);
    expect(second.page.url()).not.toContain(code);
  },
);

for (const viewport of ['desktop', 'smallPhone'] as const)
  journey(`[B342] an import of people is taken back from the list of earlier ones, with what goes said before (${viewport})`, async ({ bring, server }) => {
    const admin = await bring({ name: 'admin', viewport });
    await admin.signIn(ADMIN);
    const { page } = admin;
    await admin.visit('/accounts?import=true');
    const dialog = dialogOf(admin, en['import.title']);
    const file = `القائمة الخاطئة ${viewport}.xlsx`;
    const rows = ['نور', '李小龍', 'Zoë'].map((name, index) => [name, 'Takeback', `takeback${index}.${viewport}@import.test`, '', '', 'Student', '']);
    await upload(dialog, file, await peopleBook(rows));
    await dialog.getByText('3 new, 0 already exist, 0 with errors').waitFor(patience);
    await button(dialog, en['import.submit']).click();
    await button(dialog, en['takeBack.open']).waitFor(patience);

    // Later, from the list of earlier imports.
    await page.goto('/accounts?import=true');
    await dialog.getByRole('button', { name: new RegExp(file) }).click(patience);
    await button(dialog, en['takeBack.open']).click(patience);
    const question = dialog.getByRole('group', { name: en['takeBack.title'], exact: true });
    await question.getByText('All 3 accounts from this import are permanently deleted.').waitFor(patience);
    await admin.expectAccessible('question before an import was removed');
    await button(question, 'Undo 3').click();
    await dialog.getByText('Undone: accounts removed: 3, kept: 0.').waitFor(patience);
    await admin.expectAccessible('import undone');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const office = await signInByCall(server, ADMIN);
    expect((await office.get('/accounts?last_name=Takeback')).data).toEqual([]);
  });

journey(
  '[B042] [K047] [L025] [L512] [L513] [L514] [L523] the account dialog by keys alone; whoever is deactivated is signed out at once everywhere',
  async ({ bring }) => {
    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn(ADMIN, { to: '/accounts' });
    await page.getByRole('table', { name: en['accounts.title'] }).waitFor(patience);
    await admin.expectAccessible('accounts');

    // Empty fields: each shows an error, the first has the focus, and everything typed stays.
    await button(page, en['accounts.create']).focus();
    await page.keyboard.press('Enter');
    const create = dialogOf(admin, en['accounts.newAccount']);
    await create.waitFor(patience);
    await expect.poll(async () => (await create.boundingBox())?.width).toBe(800);
    await page.keyboard.type('Nora');
    await page.keyboard.press('Enter');
    for (const field of ['Last Name', 'Email', 'Phone Number', 'Account Type', 'Role'])
      await create.getByText(`${field} is required`, { exact: true }).waitFor(patience);
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)).toBe('Last Name');
    expect(await create.getByLabel('First Name', { exact: true }).inputValue()).toBe('Nora');
    await admin.expectAccessible('create account with faults');

    // The only school is already selected.
    expect(await create.getByRole('combobox', { name: 'School' }).inputValue()).toBe(SCHOOL);

    // The form is filled by keys alone, with Tab from field to field.
    await page.keyboard.type('Zetterblom');
    await page.keyboard.press('Tab');
    await page.keyboard.type('nora@rowan.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('+46 8 555 010');
    await page.keyboard.press('Tab');
    await page.keyboard.type('rowan');
    // The options match the typed text once nothing is loading.
    await expect.poll(() => create.locator('[role="listbox"] + [role="status"]').textContent(), patience).toMatch(/^Found: \d+$/);
    await page.keyboard.press('Enter');
    expect(await create.getByRole('combobox', { name: 'School' }).inputValue()).toBe(SCHOOL);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Stu');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Stu');
    expect(await create.getByLabel('Role', { exact: true }).locator('option:checked').textContent()).toBe('Student');
    await page.keyboard.press('Escape');
    await page.getByText(en['dialog.unsaved']).waitFor(patience);
    await page.keyboard.press('Enter');
    await page.getByText(en['dialog.unsaved']).waitFor({ state: 'hidden' });
    await admin.look('account filled');
    await create.getByLabel('Email', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await see(admin, en['account.created']);
    await create.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(en['accounts.create']);
    await page.getByRole('row', { name: /Nora Zetterblom/ }).waitFor(patience);

    // The search panel and its two notices.
    await button(page, en['accounts.search']).click();
    await page.getByRole('search').getByLabel('Last Name', { exact: true }).fill('qqqq');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No Result found').waitFor(patience);
    await admin.expectAccessible('nobody found');
    await page.getByRole('search').getByLabel('Last Name', { exact: true }).fill('ZETTERBL');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Showing Search Results').waitFor(patience);
    await expect.poll(() => page.getByRole('row').count(), patience).toBe(2);
    expect(new URL(page.url()).search).toBe('?last_name=ZETTERBL');
    await admin.expectAccessible('somebody found');

    // an edit by keys
    await page.getByRole('button', { name: 'Edit Nora Zetterblom' }).focus();
    await page.keyboard.press('Enter');
    const edit = dialogOf(admin, en['accounts.editAccount']);
    await edit.getByLabel('First Name', { exact: true }).fill('Nora Maria');
    await page.keyboard.press('Enter');
    await see(admin, en['account.updated']);
    await page.getByRole('row', { name: /Nora Maria Zetterblom/ }).waitFor(patience);

    // A sign-in link for her, created and shown once.
    await page.getByRole('button', { name: 'More for Nora Maria Zetterblom' }).click();
    await page.getByRole('menuitem', { name: en['accounts.link'] }).click();
    const link = dialogOf(admin, 'Sign-in link for Nora Maria Zetterblom');
    await button(link, en['link.make']).click();
    const address = await link.getByLabel(en['link.address'], { exact: true }).inputValue(patience);
    await admin.expectAccessible('sign-in link');
    const nora = await bring({ name: 'Nora' });
    const entered = watchChannels(nora);
    await nora.visit(new URL(address).pathname + new URL(address).hash);
    await see(nora, 'Hello Nora Maria.');
    await nora.expectAccessible('choose a password');
    await nora.page.getByLabel(en['password.new'], { exact: true }).fill('northern lights over umeå');
    await nora.page.getByLabel(en['choose.again'], { exact: true }).fill('northern lights over umeå');
    await nora.page.keyboard.press('Enter');
    await nora.page.waitForURL('**/home');
    await nora.page.getByRole('button', { name: 'Account of Nora Maria Zetterblom' }).waitFor(patience);
    await page.keyboard.press('Escape');

    // Deactivated: her open page closes, without a click of hers.
    await expect.poll(() => entered.size).toBeGreaterThan(0);
    const refused = nora.page.waitForResponse((answer) => answer.status() === 401); // the first call to be refused
    await page.getByRole('button', { name: 'More for Nora Maria Zetterblom' }).click();
    await page.getByRole('menuitem', { name: en['accounts.deactivate'] }).click();
    await see(admin, 'Nora Maria Zetterblom was deactivated and signed out everywhere.');
    await refused;
    await see(nora, en['signIn.deactivated']);
    expect(new URL(nora.page.url()).pathname).toBe('/');
    await nora.expectAccessible('deactivated');
    await page
      .getByRole('row', { name: /Nora Maria Zetterblom/ })
      .getByText(en['accounts.inactive'])
      .waitFor(patience);

    // Deleted: she has left data, so it is refused with a message. The confirmation closes anyway.
    await chooseAct(admin, 'Nora Maria Zetterblom', en['act.delete']);
    const remove = dialogOf(admin, en['accounts.deleteConfirm']);
    await remove.getByText('Nora Maria Zetterblom', { exact: true }).waitFor(patience);
    await admin.expectAccessible('delete account');
    await button(remove, en['common.ok']).click();
    await page
      .getByRole('alert')
      .getByText(/Deactivate the account instead/)
      .waitFor(patience);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    // The search results as a spreadsheet.
    const sheet = await downloadBy(admin, () => button(page, en['accounts.export']).click());
    expect((await rowsOf(sheet.bytes)).map(([first, last]) => [first, last])).toEqual([
      ['First Name', 'Last Name'],
      ['Nora Maria', 'Zetterblom'],
    ]);
    await button(page, en['filter.reset']).click();
    await expect.poll(() => new URL(page.url()).search, patience).toBe('');

    // Many together, by keys, and undone.
    await page.getByRole('checkbox', { name: en['table.selectPage'] }).press('Space');
    await page.getByRole('checkbox', { name: en['table.selectPage'] }).press('Enter');
    await admin.expectAccessible('selected people');
    await button(page, en['accounts.bulk.signOut']).click();
    await admin.expectAccessible('sign out many');
    await page.keyboard.press('Escape');
  },
);

journey(
  '[L016] [K023] [K063] [K206] [K207] [K316] profile and password: what is missing stands at its field, what was typed stays',
  async ({ bring, server }) => {
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await student.signIn('student40@demo.school');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: en['shell.profile'] }).click();
    const form = page.getByRole('form', { name: en['profile.title'] });
    await form.getByLabel('City', { exact: true }).fill('Umeå');
    await button(form, 'Save').click();
    for (const field of ['State', 'Zip', 'Phone Number', 'Address', 'Date of Birth'])
      await form.getByText(`${field} is required`, { exact: true }).waitFor(patience);
    expect(await form.getByLabel('City', { exact: true }).inputValue()).toBe('Umeå');
    await student.expectAccessible('profile with faults');
    await form.getByLabel('State', { exact: true }).fill('Västerbotten');
    await form.getByLabel('Zip', { exact: true }).fill('903 27');
    await form.getByLabel('Phone Number', { exact: true }).fill('call me');
    await form.getByLabel('Date of Birth', { exact: true }).fill('2010-02-28');
    await form.getByLabel('Address', { exact: true }).fill('Storgatan 1');
    await button(form, 'Save').click();
    await form.getByText(en['profile.phone']).waitFor(patience);
    expect(await form.getByLabel('Date of Birth', { exact: true }).inputValue()).toBe('2010-02-28');
    await form.getByLabel('Phone Number', { exact: true }).fill('+46 90 555 01');
    await button(form, 'Save').click();
    await see(student, en['profile.saved']);
    await page.reload();
    await expect.poll(() => form.getByLabel('Zip', { exact: true }).inputValue(), patience).toBe('903 27');
    await student.expectAccessible('profile');

    // the password
    const password = page.getByRole('form', { name: en['password.title'] });
    await password.getByLabel(en['password.current'], { exact: true }).fill('wrong');
    await password.getByLabel(en['password.new'], { exact: true }).fill('seven purple otters');
    await button(password, en['password.save']).click();
    await password.getByText(en['password.wrong']).waitFor(patience);
    expect(await password.getByLabel(en['password.new'], { exact: true }).inputValue()).toBe('seven purple otters');
    await password.getByLabel(en['password.current'], { exact: true }).fill('classwright-demo');
    await button(password, en['password.save']).click();
    await see(student, en['password.changed']);
    await expect(signInByCall(server, 'student40@demo.school')).rejects.toThrow('SIGN_IN_REFUSED');

    // An administrator opens it.
    const admin = await bring({ name: 'administrator' });
    await admin.signIn(ADMIN, { to: '/accounts?email=student40' });
    await admin.page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await admin.page.getByRole('menuitem', { name: en['accounts.profile'] }).click();
    await admin.page.getByRole('heading', { level: 1, name: /^Profile of/ }).waitFor(patience);
    await expect.poll(() => admin.page.getByLabel('City', { exact: true }).inputValue(), patience).toBe('Umeå');
    expect(await admin.page.getByRole('form', { name: en['password.title'] }).count()).toBe(0);
    await admin.expectAccessible('profile of a student');
  },
);

journey('[K202] [K203] [K204] [L522] the student directory: found, of one class, and a new card for one’s own student', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn(TEACHER);
  await (await entryOf(teacher, 'classes', 'Students')).click();
  await page.getByRole('heading', { name: 'Filter Students' }).waitFor(patience);
  const table = page.getByRole('table', { name: 'Student List' });
  await table.waitFor(patience);
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['#', 'First Name', 'Last Name', 'Email']);
  await teacher.expectAccessible('students');
  const search = page.getByRole('search');
  await search.getByLabel('Email', { exact: true }).fill('STUDENT17@');
  await page.keyboard.press('Enter');
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(2);
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)).toBe('Email');
  await button(search, en['accounts.searchReset']).click();
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(26);

  // A teacher's own class: cards for all, or for the student who forgot the password.
  await search.getByRole('combobox', { name: en['students.class'], exact: true }).click();
  await search.getByRole('option', { name: 'Science 10B' }).click(patience);
  await button(search, en['accounts.searchGo']).click();
  await button(page, en['students.cards']).waitFor(patience);
  await page.getByText('1 – 25 of 30').waitFor(patience);
  await search.getByLabel('Email', { exact: true }).fill('student17@');
  await page.keyboard.press('Enter');
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(2);
  await teacher.expectAccessible('students of a class');
  await table.getByRole('button', { name: /^Sign-in card for / }).click();
  const cards = dialogOf(teacher, en['cards.title']);
  await button(cards, en['cards.make']).click();
  await cards.locator('code').first().waitFor(patience);
});

journey('what an import of people would do fits a phone of 360 px, in light and in dark', async ({ bring }) => {
  const admin = await bring({ name: 'administrator', viewport: 'smallPhone' });
  await admin.signIn(ADMIN);
  const dialog = admin.page.getByRole('dialog');
  await admin.visit('/accounts?import=true');
  await upload(dialog, 'rowan.xlsx', await peopleBook([['Björk', 'Ægisdóttir', 'bjork.rowan.test', '', SCHOOL, 'Student', '']]));
  await dialog.getByText('0 new, 0 already exist, 1 with errors').waitFor(patience);
  await dialog.getByText(en['import.row.email']).first().waitFor(patience);
  await expectNoSideScroll(admin);
  await admin.expectAccessible('import preview');
});
