import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, lessonPath, openLesson, see, seeOnDevice, startLesson, submit } from './join/steps.ts';

const EMAIL = 'student1@demo.school';
const WORDS = 'The battery is the same.';

journey('[B007] [L277] an answer given without network is said to be on this device, survives the closed tab, and is filed once', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await openLesson(student, EMAIL, lesson.id, { stays: true });
  await choose(student, 'It stays the same');
  await page.getByLabel('Justify Your Answer').fill(WORDS);
  await see(student, /^Saved \d/);

  student.line.cut();
  await see(student, 'Offline:');
  await choose(student, 'It gets brighter');
  await see(student, /^Saved on this device \d/);
  await student.expectAccessible('offline');
  await submit(student);
  await seeOnDevice(student);
  await student.expectAccessible('submitted offline');
  expect(await lesson.posts()).toEqual([]);

  // The tab is closed. Another one is opened when the network is back.
  await page.close();
  student.line.restore();
  const again = await student.context.newPage();
  await again.goto(lessonPath(lesson.id));
  await again.getByText('Sent', { exact: true }).waitFor({ timeout: 20_000 });
  const posts = await lesson.posts();
  expect(posts).toHaveLength(1);
  expect(posts[0]?.body[0]).toMatchObject({ response: 'It gets brighter' });
  expect(JSON.stringify(posts[0])).toContain(WORDS);
});
