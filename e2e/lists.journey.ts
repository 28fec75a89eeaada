import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { journey, type Person, type ProductServer } from './harness/index.ts';
import { see } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const ADMIN = 'admin@demo.school';
const patience = { timeout: 60_000 };

const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });

/** Makes a call with the sign-in of a person's browser, as another window of theirs would. */
async function call({ page }: Person, { url }: ProductServer, path: string, body?: object): Promise<{ data: Record<string, unknown> }> {
  const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('cw.session'))) ?? '{}') as { token: string };
  const response = await fetch(`${url}/api${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { data: Record<string, unknown> };
}

/** Checks that nothing is wider than the screen. */
async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('a list’s whole life by keys alone: made, found, sorted, edited by two at once, in use, deleted', async ({ bring, server }) => {
  const admin = await bring({ name: 'administrator' });
  const { page } = admin;
  await admin.signIn(ADMIN);
  await (await entryOf(admin, 'people', 'Groups')).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Groups' }).waitFor(patience);
  await admin.expectAccessible('groups');

  // Nothing entered: the errors are next to their fields, and the first has the focus.
  await page.getByRole('button', { name: 'Create Group' }).focus();
  await page.keyboard.press('Enter');
  const create = dialogOf(admin, 'Create Group');
  await create.waitFor(patience);
  expect(new URL(page.url()).search).toBe('?create=true');
  await page.keyboard.press('Enter');
  for (const message of ['Name is required', 'Color is required', 'Style is required']) await create.getByText(message).waitFor(patience);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await admin.expectAccessible('create group with faults');

  // Filled in by keys. Escape asks, and typed values stay. Enter saves.
  await page.keyboard.type('Reading circle');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await create.getByRole('radio', { name: 'Striped' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByText(en['dialog.unsaved']).waitFor(patience);
  await page.keyboard.press('Enter');
  await page.getByText(en['dialog.unsaved']).waitFor({ state: 'hidden' });
  await admin.look('group filled');
  await page.keyboard.press('Enter');
  await see(admin, 'Group Created Successfully');
  await create.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Create Group');
  const row = page.getByRole('row', { name: /Reading circle/ });
  await row.waitFor(patience);
  expect(await row.textContent()).toContain('YES');
  expect(await row.textContent()).toContain('Blue');

  // The address holds search and order.
  await page.getByRole('searchbox', { name: en['table.search'] }).fill('reading');
  await expect.poll(() => new URL(page.url()).search, patience).toContain('search_text=reading');
  await expect.poll(() => page.getByRole('row').count(), patience).toBe(2);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search, patience).toContain('direction=desc');
  await page.reload();
  await row.waitFor(patience);
  await expect.poll(() => page.getByRole('row').count(), patience).toBe(2);

  // Someone else edits the row in the meantime: it is reported, nothing is overwritten, and typed values are kept.
  await page.getByRole('button', { name: 'Edit Reading circle' }).focus();
  await page.keyboard.press('Enter');
  const edit = dialogOf(admin, 'Edit Group');
  await edit.getByLabel('Name', { exact: true }).fill('Reading circle A');
  const id = Number(new URL(page.url()).searchParams.get('edit'));
  await call(admin, server, `/groups/${id}`, { _method: 'PUT', name: 'Book club', color: 'teal', style: 'striped', is_active: false });
  await page.keyboard.press('Enter');
  await edit.getByText(/while you were editing it/).waitFor(patience);
  await edit.getByRole('region', { name: 'Name' }).getByText('Book club').waitFor();
  expect(await edit.getByRole('radio', { name: 'Teal' }).isChecked()).toBe(true);
  await admin.expectAccessible('edited by two');
  await edit.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await see(admin, 'Group Updated Successfully');
  const { data } = await call(admin, server, `/groups/${id}`);
  expect(data).toMatchObject({ name: 'Reading circle A', color: 'teal', is_active: false });

  // Deleted, by its name.
  await page.getByRole('button', { name: 'Delete Reading circle A' }).focus();
  await page.keyboard.press('Enter');
  const remove = dialogOf(admin, 'Are you sure you want to delete this Group?');
  await remove.getByText(en['list.unused']).waitFor(patience);
  await admin.expectAccessible('delete group');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await see(admin, 'Group Deleted Successfully');
  await see(admin, en['table.nothingFound']);

  // A row in use stays. The dialog lists the uses and offers no delete.
  await admin.visit('/levels');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByText(/^In use by /).waitFor(patience);
  await page.getByText(en['list.inUseHint']).waitFor(patience);
  expect(await page.getByRole('button', { name: en['common.ok'], exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

/** The dialogs that together contain every kind of field. */
const DIALOGS = ['groups', 'periods', 'assessment-periods', 'standard', 'censorship-word-list'];

journey('the dialogs of lists fit a phone of 360 px, in light and in dark', async ({ bring }) => {
  const admin = await bring({ name: 'administrator', viewport: 'smallPhone' });
  await admin.signIn(ADMIN);
  for (const route of DIALOGS) {
    await admin.visit(`/${route}?create=true`);
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByRole('button', { name: en['common.save'], exact: true }).click(patience);
    await dialog.getByRole('alert').first().waitFor(patience);
    await expectNoSideScroll(admin);
    await admin.expectAccessible(`${route} with faults`);
  }
});
