import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

journey('[B2748] an administrator shortens a time by keyboard after seeing what it makes due, and the policy can be printed', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/retention' });
  await admin.page.getByText('We keep records of sign-ins', { exact: false }).first().waitFor(patience);
  await admin.page.getByText(/becomes due until/).waitFor(patience);
  await admin.expectAccessible('how long data is kept');
  await button(admin, en['retention.change']).focus();
  await admin.page.keyboard.press('Enter');
  const log = admin.page.getByRole('textbox', { name: 'Records of use, in days' });
  await log.focus();
  await admin.page.keyboard.press('ControlOrMeta+A');
  await admin.page.keyboard.type('5');
  await admin.page.keyboard.press('Enter');
  await admin.page.getByText('Enter a whole number from 90 to 1,100.').waitFor(patience);
  await admin.page.keyboard.press('ControlOrMeta+A');
  await admin.page.keyboard.type('100');
  await admin.page.getByText(/^Records of use: this makes due tonight/).waitFor(patience);
  await admin.expectAccessible('a shorter time');
  await admin.page.keyboard.press('Enter');
  await admin.page.getByText('of who looked at data for 100 days', { exact: false }).first().waitFor(patience);
  await admin.page.emulateMedia({ media: 'print' });
  await admin.page.getByText('This is the written policy that 16 CFR 312.10 asks for.', { exact: false }).waitFor(patience);
  expect(await button(admin, en['retention.change']).isVisible()).toBe(false);
  await admin.page.emulateMedia({ media: 'screen' });
  await admin.page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => fits(admin)).toBe(true); // the columns follow the width in the next frames
});

journey('[B2749] an administrator holds a person, whose erasure is refused with the reason until the hold ends', async ({ bring }) => {
  const admin = await bring({ name: 'administrator', viewport: 'phone' });
  await admin.signIn('admin@demo.school', { to: '/retention' });
  await button(admin, en['retention.holds.add']).click(patience);
  const dialog = admin.page.getByRole('dialog');
  await button(admin, en['retention.holds.save']).click();
  await dialog.getByText(en['retention.oneOfBoth']).waitFor(patience);
  await admin.expectAccessible('a hold without anything');
  await dialog.getByRole('combobox', { name: 'Person' }).fill('student3@demo');
  await admin.page.getByRole('option').first().click(patience);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A claim of the family');
  const until = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Last day').fill(until);
  await button(admin, en['retention.holds.save']).click();
  const end = button(admin, /^End the hold of /);
  await end.waitFor(patience);
  await expect.poll(() => fits(admin)).toBe(true); // the columns follow the width in the next frames
  await admin.expectAccessible('a hold');
  await end.click();
  await dialog.getByRole('button', { name: 'End', exact: true }).click();
  await admin.page.getByText(en['retention.holds.none']).waitFor(patience);
});
