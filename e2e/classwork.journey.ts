import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('a teacher makes work for a class, a student finds it, and the teacher sets how grades count', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: '/class-classwork/1' });
  await page.getByRole('button', { name: 'Create', exact: true }).click(patience);
  await page.getByRole('menuitem', { name: 'Assignment', exact: true }).click(patience);
  const form = page.getByRole('dialog', { name: 'Create Assignment', exact: true });
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Measure the pendulum', patience);
  await teacher.expectAccessible('create assignment');
  await expectNoSideScroll(teacher);
  await form.getByRole('button', { name: 'Post', exact: true }).click(patience);
  await see(teacher, 'Class Work created successfully.');
  await page.getByText('Measure the pendulum').first().waitFor(patience);
  await teacher.expectAccessible('classwork of a class');
  await teacher.visit('/class-gradebook/1?setting=true');
  await page.getByRole('combobox', { name: 'Overall Grade Calculation' }).waitFor(patience);
  await teacher.expectAccessible('grade calculation');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(teacher);
  await teacher.visit('/class-classwork/1?create=QUESTION');
  await form.getByRole('textbox', { name: 'Title', exact: true }).waitFor(patience);
  await expectNoSideScroll(teacher);
});
