import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
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

journey('[B2842] the receipt of an erasure says in plain words what went, on a laptop and a phone, and is printed', async ({ bring, query }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/profile?account_id=61' });
  await button(admin, 'Erase in 14 days').click(patience);
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Erase in 14 days' }).click(patience);
  await admin.page.getByText(/^This person will be erased on /).waitFor(patience);
  await query("UPDATE erasures SET due_at = app_now() - interval '1 minute'");
  await query("INSERT INTO jobs (kind, payload, key) VALUES ('erasures', '{\"missed\": 0}', 'schedule')");
  const receipt = admin.page.getByText(/^Receipt of /);
  await expect
    .poll(
      async () => {
        await admin.page.goto(new URL('/data-requests', admin.page.url()).href);
        await admin.page.getByRole('heading', { name: en['erasures.title'] }).waitFor(patience);
        return receipt.count();
      },
      { timeout: 90_000, interval: 2_000 },
    )
    .toBe(1);
  await receipt.focus();
  await admin.page.keyboard.press('Enter');
  await admin.page.getByRole('row', { name: /^Schoolwork / }).waitFor(patience);
  await receipt.scrollIntoViewIfNeeded();
  await admin.page.getByText(en['erasures.byTable']).scrollIntoViewIfNeeded();
  await admin.expectAccessible('receipt of an erasure');
  await admin.page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => fits(admin)).toBe(true);
  await admin.page.getByText(en['erasures.byTable']).scrollIntoViewIfNeeded();
  await admin.expectAccessible('receipt of an erasure on a phone');
  await admin.page.evaluate(() => (window.print = () => undefined));
  await button(admin, /^Print the receipt of /).click();
  await admin.page.emulateMedia({ media: 'print' });
  await admin.page.locator('[data-paper] th', { hasText: /^Schoolwork$/ }).waitFor(patience);
  await admin.look('receipt on paper');
});
