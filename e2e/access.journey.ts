import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';
import { see } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const ADMIN = 'admin@demo.school';
const TEACHER = 'teacher@demo.school';
const patience = { timeout: 60_000 };
const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const menuOf = ({ page }: Person) => page.getByRole('navigation').getByRole('link', { name: 'Invitation Groups', exact: true });

/** Makes a call with the sign-in of a person's browser. Returns its status and body. */
async function call({ page }: Person, { url }: ProductServer, path: string, body?: object): Promise<{ status: number; body: any }> {
  const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('cw.session'))) ?? '{}') as { token: string };
  const response = await fetch(`${url}/api${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Searches in a field and selects the option with exactly this name or email address. */
async function choose({ page }: Person, label: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).fill(text);
  await page
    .getByRole('option')
    .filter({ has: page.getByText(text, { exact: true }) })
    .click(patience);
}

/** Fills in the dialog that creates a row of a list, and saves it. */
async function make(person: Person, path: string, thing: string, name: string | null, chosen: Record<string, string>): Promise<void> {
  await person.visit(`${path}?create=true`);
  const dialog = dialogOf(person, `Create ${thing}`);
  await dialog.waitFor(patience);
  if (name !== null) await dialog.getByLabel('Name', { exact: true }).fill(name);
  for (const [label, text] of Object.entries(chosen)) await choose(person, label, text);
  await dialog.getByRole('button', { name: en['common.save'], exact: true }).click();
  await see(person, `${thing} Created Successfully`);
}

journey(
  '[L365] a new role gets one extra right: the next call is allowed, the menu of whoever is signed in follows, and all of it back',
  async ({ bring, server }) => {
    // A teacher is signed in and stays so.
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn(TEACHER);
    await teacher.page.getByRole('heading', { level: 1 }).waitFor(patience);
    expect(await menuOf(teacher).count()).toBe(0);
    expect(await call(teacher, server, '/invitation/groups', { name: 'Olympiad' })).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });

    // A role that may see and create invitation groups.
    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn(ADMIN);
    await make(admin, '/roles', 'Role', 'Group keeper', {});
    await make(admin, '/policy', 'Policy', 'Keepers look', { Role: 'Group keeper', Action: 'View' });
    await make(admin, '/resource-policy', 'Resource Policy', null, { Resource: 'Invitation Groups', Policy: 'Keepers look' });
    await make(admin, '/account-roles', 'Account Role', null, { Account: TEACHER, Role: 'Group keeper' });
    await admin.expectAccessible('account roles');
    expect((await call(teacher, server, '/invitation/groups', { name: 'Olympiad' })).status).toBe(403);
    await make(admin, '/policy', 'Policy', 'Keepers add', { Role: 'Group keeper', Action: 'Create' });
    await make(admin, '/resource-policy', 'Resource Policy', null, { Resource: 'Invitation Groups', Policy: 'Keepers add' });

    // The next call with the same sign-in is allowed. The menu follows on the next page, without a reload.
    expect(await call(teacher, server, '/invitation/groups', { name: 'Olympiad' })).toMatchObject({
      status: 201,
      body: { message: 'Invitation Group Created Successfully' },
    });
    await (await entryOf(teacher, 'lessons', 'Assessments')).click();
    await (await entryOf(teacher, 'classes', 'Invitation Groups')).click(patience);
    await teacher.page.getByRole('row', { name: /Olympiad/ }).waitFor(patience);
    await teacher.page.getByRole('button', { name: 'Create Invitation Group', exact: true }).waitFor();
    expect(await teacher.page.getByRole('button', { name: /^(Edit|Delete) / }).count()).toBe(0);
    await teacher.look('invitation groups of a keeper');

    // The reason for a right in one line, and for a missing one.
    const accountId = (await call(teacher, server, '/auth/me')).body.user.account_id as number;
    await admin.visit(`/policy-explorer?account=${accountId}`);
    await page.getByRole('button', { name: 'Why: Create on Invitation Groups' }).click();
    await page.getByText(/the role Group keeper has the policy Keepers add/).waitFor(patience);
    await admin.expectAccessible('policy explorer');
    await admin.visit(`/policy-explorer?account=${accountId}&operation=invitationGroup.delete`);
    await page.getByText(/cannot delete “Invitation Groups”/i).waitFor(patience);
    await page.getByRole('table', { name: en['explorer.callers'] }).waitFor(patience);
    await admin.expectAccessible('who can call');

    // Deactivated: found by the filters, and the next call is refused.
    await admin.visit('/account-roles');
    await page.getByRole('row').nth(1).waitFor(patience);
    await page.getByRole('button', { name: en['list.filters'], exact: true }).click();
    const filters = page.getByRole('group', { name: en['list.filters'] });
    await filters.getByRole('combobox', { name: 'Role', exact: true }).fill('Group keeper');
    await page.getByRole('option', { name: 'Group keeper' }).click(patience);
    await expect.poll(() => page.getByRole('row').count(), patience).toBe(2);
    await admin.expectAccessible('account roles of one role');
    await page.getByRole('button', { name: /^Edit / }).click();
    const edit = dialogOf(admin, 'Edit Account Role');
    await edit.getByRole('switch', { name: /^Active/ }).press('Space');
    await edit.getByRole('button', { name: en['common.save'] }).click();
    await see(admin, 'Account Role Updated Successfully');
    expect((await call(teacher, server, '/invitation/groups', { name: 'Choir' })).status).toBe(403);
    await (await entryOf(teacher, 'lessons', 'Assessments')).click();
    await (await entryOf(teacher, 'classes', 'Gradebook')).waitFor(patience);
    await menuOf(teacher).waitFor({ state: 'detached', ...patience });

    // The last administrator cannot be locked out.
    await admin.visit('/account-roles?search_text=admin%40demo.school');
    await page.getByRole('row', { name: /admin@demo\.school/ }).waitFor(patience);
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByText(en['list.unused']).waitFor(patience);
    await page.getByRole('button', { name: en['common.ok'], exact: true }).click();
    await page.getByRole('alert').getByText(en['error.LAST_ADMIN']).waitFor(patience);

    // The audit trail shows all of it.
    await admin.visit('/audit');
    await page
      .getByRole('row', { name: / created .*\(Account Role\)/ })
      .first()
      .waitFor(patience);
    await admin.expectAccessible('audit');
    await page.getByRole('button', { name: en['audit.filters'], exact: true }).click();
    await page.getByRole('combobox', { name: en['audit.kind'], exact: true }).click();
    await page.getByRole('option', { name: 'Role', exact: true }).click();
    await expect.poll(() => page.getByRole('row', { name: /\(Account Role\)/ }).count(), patience).toBe(0);
    await page.getByRole('row', { name: /Group keeper/ }).waitFor(patience);
  },
);
