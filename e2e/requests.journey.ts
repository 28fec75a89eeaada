import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = ({ page }: Person) => page.getByRole('dialog');
const fits = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const WORDS = 'My last name is written with an accent.';

journey('[B2712] a student asks for a correction on a phone, the office enters a paper request too, and answers both', async ({ bring }) => {
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.signIn('student1@demo.school', { to: '/profile' });
  await button(student, en['dataRequest.own.ask']).focus();
  await student.page.keyboard.press('Enter');
  await dialog(student).getByLabel(en['dataRequest.field.kind']).waitFor(patience);
  await dialog(student).getByRole('button', { name: en['dataRequest.own.ask'] }).click();
  await dialog(student)
    .getByText(/is required|Enter/)
    .first()
    .waitFor(patience);
  await student.expectAccessible('ask the school');
  await dialog(student).getByLabel(en['dataRequest.field.words']).fill(WORDS);
  await student.page.keyboard.press('ControlOrMeta+Enter');
  await student.page.getByText(WORDS).waitFor(patience);
  await dialog(student).waitFor({ state: 'hidden', ...patience });
  await student.expectAccessible('own requests');
  expect(await fits(student)).toBe(true);

  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/data-requests' });
  await admin.page.getByText(WORDS).waitFor(patience);
  await admin.page.getByText('45 days left').waitFor(patience);
  await button(admin, en['dataRequest.record']).click();
  const form = dialog(admin);
  await form.getByRole('combobox', { name: en['dataRequest.field.person'] }).fill('student3@demo');
  await admin.page.getByRole('listbox').getByRole('option').first().click(patience);
  await form.getByLabel(en['dataRequest.field.asker']).fill('Rosa Ruiz');
  await form.getByLabel(en['dataRequest.field.wordsOfPaper']).fill('A copy of all grades, please.');
  await form.getByRole('button', { name: en['dataRequest.recordSave'], exact: true }).click();
  await form.getByText(en['dataRequest.invalidDay']).waitFor(patience);
  await admin.expectAccessible('enter a paper request');
  const today = await admin.page.evaluate(() => new Date().toISOString().slice(0, 10));
  await form.getByLabel(en['dataRequest.field.asked_on']).fill(today);
  await form.getByRole('button', { name: en['dataRequest.recordSave'], exact: true }).click();
  await admin.page.getByText('A copy of all grades, please.').waitFor(patience);
  await admin.expectAccessible('requests that wait');
  await button(admin, /^Answer the request of (?!Rosa)/).click();
  await dialog(admin).getByText(en['dataRequest.outcome.refused'], { exact: true }).click();
  await dialog(admin).getByRole('button', { name: en['dataRequest.close'], exact: true }).click();
  await dialog(admin).getByText(en['dataRequest.refusalNeedsReason']).waitFor(patience);
  await dialog(admin).getByText(en['dataRequest.outcome.done'], { exact: true }).click();
  await dialog(admin).getByLabel(en['dataRequest.field.answer']).fill('The accent is there now.');
  await admin.page.keyboard.press('ControlOrMeta+Enter');
  await dialog(admin).waitFor({ state: 'hidden', ...patience });
  await admin.page.getByText(WORDS).waitFor({ state: 'detached', ...patience });
  await admin.page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => fits(admin)).toBe(true); // the columns follow the width in the next frames
  await admin.page.getByText(en['dataRequest.show.closed'], { exact: true }).click();
  await admin.page.getByText(WORDS).waitFor(patience);
  await admin.expectAccessible('closed requests');

  await student.page.reload();
  await student.page.getByText('Answer: The accent is there now.').waitFor(patience);
});
