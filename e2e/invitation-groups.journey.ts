import { en } from '@classwright/contract/messages/en';
import { writeWorkbook } from '@classwright/server/platform/spreadsheets/index';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see, signInByCall } from './join/steps.ts';

const ADMIN = 'admin@demo.school';
const patience = { timeout: 60_000 };
const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });

/** A spreadsheet of groups and people. */
async function spreadsheet(rows: readonly (readonly string[])[]): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const columns = ['Group Name', 'Email'].map((title) => ({ title, width: 30 }));
  const pieces = (await writeWorkbook([{ name: 'Groups', columns, rows }]).toArray()) as Buffer[];
  return { name: 'groups.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: Buffer.concat(pieces) };
}

/** Searches and selects the person with this address. */
async function pick({ page }: Person, email: string): Promise<void> {
  const field = page.getByRole('combobox', { name: en['invitationGroup.add'] });
  await field.fill(email);
  const option = page.getByRole('option').filter({ has: page.getByText(email, { exact: true }) });
  await option.waitFor(patience);
  await expect.poll(() => page.getByRole('option').count(), patience).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue(), patience).toBe('');
}

/** Checks that nothing is wider than the screen, and that the dialog fills it. */
async function expectWholeScreen(person: Person, name: string): Promise<void> {
  const { page } = person;
  const size = page.viewportSize();
  await expect.poll(() => dialogOf(person, name).boundingBox(), patience).toEqual({ x: 0, y: 0, ...size });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('[Q119–Q129] an invitation group by keys: made, filled by name and from a spreadsheet, searched, emptied, deleted', async ({ bring, server }) => {
  const admin = await bring({ name: 'administrator' });
  const { page } = admin;
  await admin.signIn(ADMIN, { to: '/invitation-groups' });
  await page.getByText('No Invitation Groups yet').waitFor(patience);
  await admin.expectAccessible('no groups');

  // The template is a file in a new tab, with no token in its address.
  await expectTemplate(admin);

  // Created by keys. Without a name the dialog stays open.
  await page.getByRole('button', { name: 'Create Invitation Group' }).first().focus();
  await page.keyboard.press('Enter');
  const create = dialogOf(admin, 'Create Invitation Group');
  await create.waitFor(patience);
  await page.keyboard.press('Enter');
  await create.getByText('Name is required').waitFor(patience);
  await admin.expectAccessible('create a group');
  await page.keyboard.type('Robotics club');
  await page.keyboard.press('Enter');
  await see(admin, 'Invitation Group Created Successfully');
  const row = page.getByRole('row', { name: /Robotics club/ });
  await row.waitFor(patience);

  // The people of the group, in full screen.
  await page.getByRole('button', { name: 'Accounts of Robotics club: 0 accounts' }).focus();
  await page.keyboard.press('Enter');
  const accounts = dialogOf(admin, 'Accounts of Robotics club');
  await accounts.getByText(en['invitationGroup.noAccounts']).waitFor(patience);
  await expectWholeScreen(admin, 'Accounts of Robotics club');
  const insert = accounts.getByRole('button', { name: en['invitationGroup.insert'], exact: true });
  expect(await insert.isDisabled()).toBe(true);
  await admin.expectAccessible('nobody in the group');

  // Two are selected as chips and added together.
  await pick(admin, 'student1@demo.school');
  await pick(admin, 'student2@demo.school');
  await page.keyboard.press('Escape');
  expect(await accounts.getByRole('button', { name: /^Remove / }).count()).toBe(2);
  await admin.look('two chosen');
  await insert.focus();
  await page.keyboard.press('Enter');
  await see(admin, '2 accounts added to Robotics club');
  await accounts.getByRole('row', { name: /student1@demo\.school/ }).waitFor(patience);
  await accounts.getByRole('row', { name: /student2@demo\.school/ }).waitFor(patience);

  // Thirty from a spreadsheet: errors are listed row by row, and nothing is partly imported until that is chosen.
  await accounts.getByRole('button', { name: en['invitationGroup.importHere'], exact: true }).focus();
  await page.keyboard.press('Enter');
  const imports = dialogOf(admin, 'Import Accounts');
  await imports.getByRole('button', { name: en['invitationGroup.importStart'], exact: true }).click(patience);
  await imports.getByText('Select a valid xlsx file').waitFor(patience);
  const people = Array.from({ length: 28 }, (_, index) => ['', `student${index + 1}@demo.school`]);
  const file = imports.getByLabel(en['invitationGroup.file']);
  await file.setInputFiles(await spreadsheet([...people, ['', 'nobody@demo.school'], ['', 'no address'], ['Other', 'student3@demo.school']]));
  await page.getByRole('button', { name: en['invitationGroup.importStart'], exact: true }).focus();
  await page.keyboard.press('Enter');
  await imports.getByText('Row 30, Email').waitFor(patience);
  expect(await imports.getByRole('list', { name: en['invitationGroup.errors'] }).getByRole('listitem').count()).toBe(3);
  await imports.getByText('Nothing was imported: 3 errors in 31 rows.', { exact: false }).first().waitFor(patience);
  await admin.expectAccessible('an import with errors');
  await imports.getByRole('button', { name: en['invitationGroup.importRest'] }).focus();
  await page.keyboard.press('Enter');
  await imports.getByText('Import Completed with 3 errors').first().waitFor(patience);
  await page.keyboard.press('Escape');
  await imports.waitFor({ state: 'hidden' });

  // Pages of 25, and a search over all of them.
  await accounts.getByText('28 accounts', { exact: true }).waitFor(patience);
  await expect.poll(() => accounts.getByRole('row').count(), patience).toBe(26);
  await admin.expectAccessible('a full group');
  await accounts.getByRole('button', { name: 'Page 2', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => accounts.getByRole('row').count(), patience).toBe(4);
  await accounts.getByRole('searchbox', { name: en['invitationGroup.search'] }).fill('student17@');
  await accounts.getByText('1 account', { exact: true }).waitFor(patience);

  // Removed after a confirmation. The account stays.
  await accounts.getByRole('button', { name: /^Remove .+ from the group$/ }).focus();
  await page.keyboard.press('Enter');
  const question = dialogOf(admin, en['invitationGroup.removeConfirm']);
  await question.waitFor(patience);
  await admin.expectAccessible('take somebody out');
  await question.getByRole('button', { name: en['common.ok'], exact: true }).focus();
  await page.keyboard.press('Enter');
  await see(admin, '1 account removed from Robotics club');
  await accounts.getByText('0 accounts', { exact: true }).waitFor(patience);

  // Escape closes it. Reloading its address opens it again.
  await page.goto(page.url());
  await accounts.getByText('27 accounts', { exact: true }).waitFor(patience);
  await page.keyboard.press('Escape');
  await accounts.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Accounts of Robotics club: 27 accounts' }).waitFor(patience);

  // Several groups together, from the list.
  await page.getByRole('button', { name: en['invitationGroup.import'] }).click();
  await file.setInputFiles(
    await spreadsheet([
      ['Chess', 'student4@demo.school'],
      ['Choir', 'student5@demo.school'],
      ['robotics CLUB', 'student30@demo.school'],
    ]),
  );
  await imports.getByRole('button', { name: en['invitationGroup.importStart'], exact: true }).click();
  await see(admin, 'Import Completed with 0 errors');
  await page.getByRole('button', { name: 'Accounts of Chess: 1 account', exact: true }).waitFor(patience);
  await page.getByRole('button', { name: 'Accounts of Robotics club: 28 accounts' }).waitFor(patience);
  await admin.expectAccessible('three groups');

  // Deleted, and nobody with it.
  await page.getByRole('button', { name: 'Delete Chess' }).focus();
  await page.keyboard.press('Enter');
  const remove = dialogOf(admin, 'Are you sure you want to delete this Invitation Group?');
  await remove.getByText(en['list.unused']).waitFor(patience);
  await remove.getByRole('button', { name: en['common.ok'], exact: true }).focus();
  await page.keyboard.press('Enter');
  await see(admin, 'Invitation Group Deleted Successfully');
  await page.getByRole('row', { name: /Chess/ }).waitFor({ state: 'detached' });
  await signInByCall(server, 'student4@demo.school');

  // On a phone of 360 px.
  const phone = await bring({ name: 'administrator on a phone', viewport: 'smallPhone' });
  await phone.signIn(ADMIN, { to: '/invitation-groups' });
  await phone.page.getByRole('button', { name: 'Accounts of Robotics club: 28 accounts' }).waitFor(patience);
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await phone.expectAccessible('groups');
  await phone.page.getByRole('button', { name: 'Accounts of Robotics club: 28 accounts' }).tap();
  await dialogOf(phone, 'Accounts of Robotics club').getByText('28 accounts', { exact: true }).waitFor(patience);
  await expectWholeScreen(phone, 'Accounts of Robotics club');
  await phone.expectAccessible('people of a group');
});

async function expectTemplate({ page }: Person): Promise<void> {
  const link = page.getByRole('link', { name: en['invitationGroup.template'] });
  const href = await link.getAttribute('href');
  expect([href, await link.getAttribute('target')]).toEqual(['/api/import/group/account/download', '_blank']);
  const response = await page.request.get(String(href));
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
}
