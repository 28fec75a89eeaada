import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

journey('[B2775] a guardian makes an account with a code on paper on a phone, and sees the child until the tie ends', async ({ bring }) => {
  const student = await bring({ name: 'student' });
  await student.signIn('student1@demo.school', { to: '/profile' });
  await button(student, en['guardian.make']).click();
  await student.page.getByLabel(en['guardian.field.relation']).fill('Mother');
  await student.page.keyboard.press('Enter');
  const sheet = student.page.locator('code').first();
  await sheet.waitFor(patience);
  const code = (await sheet.textContent())!.trim();
  await student.expectAccessible('code on paper');

  const guardian = await bring({ name: 'guardian', viewport: 'phone' });
  const { page } = guardian;
  await page.goto('/guardian-code');
  await page.getByLabel(en['guardianCode.code'], { exact: true }).fill('abcd-efgh-jkmn-pqrs');
  await page.keyboard.press('Enter');
  await page.getByText(en['error.GUARDIAN_CODE_REFUSED']).waitFor(patience);
  await page.getByLabel(en['guardianCode.code'], { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await button(guardian, en['guardianCode.make']).waitFor(patience);
  await guardian.expectAccessible('new guardian');
  expect(await fits(guardian)).toBe(true);
  await page.getByLabel(en['account.field.firstName']).fill('Rosa');
  await page.getByLabel(en['account.field.lastName']).fill('Raman');
  await page.getByLabel(en['guardian.field.email']).fill('rosa@family.example');
  await page.getByLabel(en['account.field.password'], { exact: true }).fill('ten green umbrellas fly');
  const child = page.waitForResponse((reply) => /\/children\/\d+$/.test(new URL(reply.url()).pathname), patience);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: en['children.title'] }).waitFor(patience);
  await page.getByRole('heading', { name: en['children.announcements'] }).waitFor(patience);
  await page.getByRole('heading', { name: en['children.grades'] }).waitFor(patience);
  await guardian.expectAccessible('my children');
  expect(await fits(guardian)).toBe(true);

  await button(guardian, en['children.follow']).click();
  await button(guardian, en['calendar.feedMake']).click(patience);
  await page.getByLabel(en['calendar.feedAddress']).waitFor(patience);
  await guardian.expectAccessible('follow in a calendar');
  await page.keyboard.press('Escape');

  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/school-settings' });
  await admin.page.getByRole('switch', { name: en['guardianRules.weekly'] }).click(patience);
  await admin.page.getByText(/can choose the weekly email now/).waitFor(patience);
  await page.reload();
  await page.getByRole('switch', { name: en['children.week'] }).click(patience);
  await page.getByText(en['children.weekChosen']).waitFor(patience);
  await guardian.expectAccessible('weekly email');
  expect(await fits(guardian)).toBe(true);
  const id = new URL((await child).url()).pathname.split('/').at(-1);
  await admin.page.goto(`/profile?account_id=${id}`);
  await button(admin, 'End the tie of Rosa Raman').click();
  await admin.expectAccessible('end a tie');
  await admin.page.getByRole('dialog').getByRole('button', { name: en['guardian.end'], exact: true }).click();
  await button(admin, 'End the tie of Rosa Raman').waitFor({ ...patience, state: 'detached' });
  await page.getByText(en['children.none']).waitFor(patience); // the open page hears of it
  await guardian.expectAccessible('no child');
});
