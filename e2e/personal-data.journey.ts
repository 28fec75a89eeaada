import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 30_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

journey('[B2735] a student makes a copy of their data by keyboard on a phone, and downloads it', async ({ bring }) => {
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.signIn('student1@demo.school', { to: '/profile' });
  await button(student, en['records.make']).focus();
  await student.page.keyboard.press('Enter');
  const download = button(student, /^Download the copy of /);
  // The copy is made by a job that lets lessons go first.
  await download.waitFor({ timeout: 90_000 });
  await student.expectAccessible('copy of my data');
  expect(await fits(student)).toBe(true);
  const saved = student.page.context().waitForEvent('download', patience);
  await download.focus();
  await student.page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await button(student, en['records.make']).click();
  await student.page.getByText(en['error.COPY_ONCE_A_DAY']).waitFor(patience);
});

journey('[B2736] an administrator sees what an erasure removes, asks for it, and cancels it', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/profile?account_id=60' });
  const erase = button(admin, 'Erase in 14 days');
  await erase.waitFor(patience);
  expect(await admin.page.getByRole('row', { name: /^Schoolwork / }).textContent()).toMatch(/\d/);
  await admin.expectAccessible('erasure');
  await erase.click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByText('For good, after 14 days').waitFor(patience);
  await dialog.getByRole('button', { name: 'Erase in 14 days' }).click();
  await admin.page.getByText(/^This person will be erased on /).waitFor(patience);
  await button(admin, en['erasure.cancel']).click();
  await erase.waitFor(patience);
  await admin.page.setViewportSize({ width: 360, height: 740 });
  expect(await fits(admin)).toBe(true);
});
