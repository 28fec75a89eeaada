import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const PICTURE = en['consents.use.picture'];

journey('[B2625] a guardian agrees to pictures on a phone and withdraws, and a classmate sees the picture only in between', async ({ bring, query }) => {
  const rows = await query(
    `SELECT course_id AS id FROM class_staff JOIN people ON people.id = account_id WHERE email = 'teacher@demo.school'
        AND (SELECT count(*) FROM class_students JOIN people ON people.id = account_id
              WHERE email IN ('student1@demo.school', 'student2@demo.school') AND class_students.course_id = class_staff.course_id) = 2 ORDER BY course_id LIMIT 1`,
  );
  const address = `/class-details/${(rows as { id: number }[])[0]?.id}`;
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: address });
  await button(teacher, /^Announce something to/).click(patience);
  await teacher.page.getByRole('textbox', { name: en['stream.text'] }).fill('Who brings the circuit?', patience);
  await button(teacher, en['stream.save']).click();
  const announced = ({ page }: Person) => page.getByRole('article', { name: /brings the circuit/ });
  await announced(teacher).waitFor(patience);

  const student = await bring({ name: 'student' });
  await student.signIn('student1@demo.school', { to: address });
  await announced(student).getByRole('button', { name: '0 replies' }).click(patience);
  await student.page.getByLabel(en['stream.reply']).fill('I bring it.', patience);
  await button(student, en['stream.send']).click();
  await student.page.getByText('I bring it.').waitFor(patience);
  await student.page.goto('/profile');
  await button(student, en['guardian.make']).click(patience);
  await student.page.getByLabel(en['guardian.field.relation']).fill('Mother');
  await student.page.keyboard.press('Enter');
  const sheet = student.page.locator('code').first();
  await sheet.waitFor(patience);
  const code = (await sheet.textContent())!.trim();

  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/school-settings' });
  await admin.page.getByLabel(`Who agrees to ${PICTURE}?`).selectOption('guardian', patience);
  await admin.expectAccessible('who agrees to optional uses');
  await button(admin, en['consents.demandSave']).click();
  await admin.page.getByText(en['consents.demandSaved']).waitFor(patience);
  await button(admin, `Students and their consent: ${PICTURE}`).click(patience);
  await admin.page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(1)
    .waitFor(patience);
  await admin.expectAccessible('students without a consent');
  await admin.page.setViewportSize({ width: 360, height: 740 });
  await admin.expectAccessible('students without a consent on a phone');
  expect(await fits(admin)).toBe(true);

  const classmate = await bring({ name: 'classmate' });
  await classmate.signIn('student2@demo.school', { to: address });
  const faces = async (): Promise<number> => {
    await classmate.page.goto(address);
    await announced(classmate).getByRole('button', { name: '1 reply' }).click(patience);
    await classmate.page.getByText('I bring it.').waitFor(patience);
    return classmate.page.locator('dialog, [role="region"], main').locator('img[src*="/files/"]').count();
  };
  const without = await faces();

  const guardian = await bring({ name: 'guardian', viewport: 'phone' });
  const { page } = guardian;
  await page.goto('/guardian-code');
  await page.getByLabel(en['guardianCode.code'], { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await button(guardian, en['guardianCode.make']).waitFor(patience);
  await page.getByLabel(en['account.field.firstName']).fill('Rosa');
  await page.getByLabel(en['account.field.lastName']).fill('Raman');
  await page.getByLabel(en['guardian.field.email']).fill('rosa@family.example');
  await page.getByLabel(en['account.field.password'], { exact: true }).fill('ten green umbrellas fly');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: en['consents.childTitle'] }).waitFor(patience);
  await page.getByText(en['consents.notGivenYours']).waitFor(patience);
  await guardian.expectAccessible('uses that need a yes');
  expect(await fits(guardian)).toBe(true);
  await button(guardian, `Agree to: ${PICTURE}`).click();
  await page.getByText(/^Rosa Raman agreed on/).waitFor(patience);
  expect(await faces()).toBeGreaterThan(without);
  await button(guardian, `Withdraw the consent: ${PICTURE}`).click();
  await page.getByText(en['consents.notGivenYours']).waitFor(patience);
  expect(await faces()).toBe(without);
});
