import { en } from '@classwright/contract/messages/en';
import type { Download } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const WHAT = 'The password of a teacher was stolen by a false email';

journey('[B2670] an administrator finds whose data a stolen password showed, ends it, and prints the report', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: '/students' });
  await teacher.page.getByRole('table').first().waitFor(patience);

  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/incidents' });
  await admin.page.getByText(en['incidents.none']).waitFor(patience);
  await button(admin, en['incidents.new']).click();
  const dialog = admin.page.getByRole('dialog');
  await button(admin, en['incidents.open']).click();
  await dialog.getByText(`${en['incidents.title']} is required`, { exact: false }).waitFor(patience);
  await admin.expectAccessible('a new incident');
  await dialog.getByRole('textbox', { name: en['incidents.title'] }).fill(WHAT);
  await button(admin, en['incidents.open']).click();
  await admin.page.getByRole('heading', { name: WHAT }).waitFor(patience);
  await admin.page.getByText(en['incidents.readNone']).waitFor(patience);

  await button(admin, en['incidents.add']).first().click();
  await dialog.getByRole('combobox', { name: en['incidents.account'] }).fill('teacher@demo');
  await admin.page.getByRole('listbox').getByRole('option').first().click(patience);
  await dialog.getByRole('button', { name: en['incidents.add'], exact: true }).click();
  await button(admin, new RegExp('^End all sign-ins of ')).waitFor(patience);
  const read = admin.page.getByRole('region', { name: en['incidents.read'] });
  await read.getByText(/^\d+ people$/).waitFor(patience);
  await button(admin, `Show the names: ${en['incidents.read']}`).click();
  await read.getByRole('table', { name: en['incidents.read'] }).waitFor(patience);
  await admin.expectAccessible('an incident');

  const arrived = new Promise<Download>((resolve) => {
    admin.page.once('download', resolve);
    admin.context.once('page', (opened) => opened.once('download', resolve));
  });
  await button(admin, en['incidents.export.read']).click();
  const file = await arrived;
  expect(file.suggestedFilename()).toMatch(/^incident-\d+-read-.*\.xlsx$/);

  await button(admin, new RegExp('^End all sign-ins of ')).click();
  await dialog.getByRole('button', { name: en['incidents.signOut'], exact: true }).click();
  const log = admin.page.getByRole('region', { name: en['incidents.log'] }).getByRole('list');
  await log.getByText(/signed .* out everywhere$/).waitFor(patience);
  await button(admin, en['incidents.addNote']).click();
  await dialog.getByRole('textbox', { name: en['incidents.note'] }).fill('Called the police');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await log.getByText('Called the police').waitFor(patience);
  await button(admin, en['incidents.clock.markNamed'].replace('{name}', en['incidents.clock.authority'])).click();
  await dialog.getByRole('textbox', { name: en['incidents.note'] }).fill('By the form of the state');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await log.getByText(en['incidents.step.authority']).waitFor(patience);

  await admin.page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => fits(admin)).toBe(true); // the columns follow the width in the next frames
  await admin.expectAccessible('an incident on a phone');
  await button(admin, en['incidents.close']).click();
  await dialog.getByRole('textbox', { name: en['incidents.closeNote'] }).fill('The families have a letter');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await button(admin, en['incidents.reopen']).waitFor(patience);
  expect(await button(admin, en['incidents.addNote']).count()).toBe(0);
  await admin.page.emulateMedia({ media: 'print' });
  await admin.page.getByText('Report of an incident at', { exact: false }).waitFor(patience);
  await admin.page.emulateMedia({ media: 'screen' });
});
