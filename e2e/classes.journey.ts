import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { see } from './join/steps.ts';
import { chooseAct } from './row-acts.ts';

const patience = { timeout: 60_000 };

journey('[K052] a class from its making to a student who joins it by code', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/class-details' });
  await expect.poll(() => new URL(admin.page.url()).pathname, patience).toBe('/classes');
  await admin.page.getByRole('table').waitFor(patience);
  await admin.expectAccessible('classes of an administrator');
  await admin.page.getByRole('button', { name: 'Create Class' }).click();
  const form = admin.page.getByRole('dialog', { name: 'Create Class' });
  await form.getByLabel('Name').fill('Astronomy club');
  await form.getByLabel('Section').fill('A');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Level is required').waitFor(patience);
  await admin.expectAccessible('create a class');
  await form.getByLabel('Level').selectOption({ index: 1 });
  await form.getByLabel('Owner').fill('okafor');
  await admin.page.getByRole('option', { name: /teacher@demo\.school/ }).click(patience);
  await form.getByRole('button', { name: 'Save' }).click();
  await see(admin, 'Class Created Successfully');
  await chooseAct(admin, 'Astronomy club', en['classes.act.code']);
  const box = admin.page.getByRole('dialog', { name: 'Class code' });
  const code = (await box.getByText(/^[a-z2-9]{7}$/).textContent())?.trim() ?? '';
  await admin.expectAccessible('the code of a class');
  await box.getByRole('button', { name: 'Ok' }).click();

  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  await student.signIn('student40@demo.school', { to: '/std-classes' });
  await student.page.getByLabel('Class code').fill(code.toUpperCase());
  await student.page.getByRole('button', { name: 'Join', exact: true }).click();
  await see(student, 'You are now in Astronomy club.');
  await student.page.getByText('Astronomy club').first().waitFor(patience);
  await student.expectAccessible('classes of a student');

  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: '/classes' });
  await teacher.page
    .getByRole('link', { name: /to grade$/ })
    .first()
    .waitFor(patience);
  await teacher.expectAccessible('classes of a teacher');
  await teacher.page.getByRole('button', { name: 'Show as table' }).click();
  await teacher.page.getByRole('table').waitFor(patience);
  await teacher.page.reload();
  await teacher.page.getByRole('table').waitFor(patience);
  await teacher.expectAccessible('classes of a teacher as a table');
});
