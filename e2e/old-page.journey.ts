import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { choose, openLesson, see, startLesson, submit } from './join/steps.ts';
import { entryOf } from './menu-steps.ts';

const OLD = 'A new version is ready.';

/** From now on every response comes from a newer server. */
const upgrade = async ({ page }: Person): Promise<void> => {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [PROTOCOL_HEADER]: String(PROTOCOL_VERSION + 1) } });
  });
};

journey(
  '[B344] a tab of yesterday is told in mid-typing that it is older than the server; after a reload the words are there and go out',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, 'student1@demo.school', lesson.id);
    const words = page.getByLabel('Justify Your Answer');
    await choose(student, 'It stays the same');
    await words.pressSequentially('The battery is ');
    await upgrade(student);
    await words.pressSequentially('the same.', { delay: 100 });
    await see(student, OLD);
    await student.expectAccessible('an old page');
    expect(await words.inputValue()).toBe('The battery is the same.');

    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByText(OLD).waitFor({ state: 'detached' });
    await expect.poll(() => words.inputValue()).toBe('The battery is the same.');
    await submit(student);
    await expect.poll(async () => JSON.stringify(await lesson.posts())).toContain('The battery is the same.');
  },
);

journey('[B344] staff are told too, and their page goes on until they reload it', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school');
  await upgrade(teacher);
  await (await entryOf(teacher, 'lessons', 'Assessments')).click();
  await see(teacher, OLD);
  await teacher.page.getByRole('heading', { name: 'Assessments' }).waitFor();
  await teacher.expectAccessible('an old page of staff');
  await teacher.page.unrouteAll({ behavior: 'wait' });
  await teacher.page.getByRole('button', { name: 'Reload the page' }).click();
  await teacher.page.getByText(OLD).waitFor({ state: 'detached' });
});
