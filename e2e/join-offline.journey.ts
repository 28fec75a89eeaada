import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { choose, lessonPath, openLesson, see, seeOnDevice, startLesson, submit } from './join/steps.ts';

const EMAIL = 'student1@demo.school';
const WORDS = 'The battery is the same.';

/** Waits until the browser has cached the page for use without a network. */
const untilKept = ({ page }: Person): Promise<void> =>
  expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/student-live-learning'))?.active)), { timeout: 40_000 })
    .toBe(true);

const secondsIn = (time: string): number => {
  const [minutes, seconds] = time.split(':').map(Number) as [number, number];
  return minutes * 60 + seconds;
};

journey(
  '[B180] a student who reloads without a network finds the lesson with question, time and own words; the answer goes out when it is back',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, EMAIL, lesson.id);
    const endsAtMs = Date.now() + secondsIn((await page.getByRole('timer').textContent()) ?? '') * 1_000;
    const secondsLeft = () => (endsAtMs - Date.now()) / 1_000;
    await untilKept(student);
    await choose(student, 'It stays the same');
    await page.getByLabel('Justify Your Answer').fill(WORDS);
    await see(student, /^Saved \d/);

    student.line.cut();
    await see(student, 'Offline:');
    await page.reload();
    await page.getByRole('timer').waitFor();
    await see(student, 'What happens');
    const left = async () => (await page.getByRole('timer').textContent()) ?? '';
    await expect.poll(async () => Math.abs(secondsIn(await left()) - secondsLeft())).toBeLessThan(5);
    await expect.poll(() => page.getByLabel('Justify Your Answer').inputValue()).toBe(WORDS);
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(1);
    await see(student, 'Offline:');
    await student.expectAccessible('reloaded offline');
    // This text differs from the draft on the server, which would otherwise count as received.
    await page.getByLabel('Justify Your Answer').fill(`${WORDS} So is the current.`);
    await submit(student);
    await seeOnDevice(student);
    await page.reload();
    await seeOnDevice(student);

    // The class continues in the meantime. The current state is requested when the network is back.
    await lesson.step('re-assign');
    student.line.restore();
    await see(student, 'Show question', 60_000);
    await see(student, 'Form - 1A: this answer was too late to count.', 60_000);
    await page.getByText('Form - 1A: this answer was too late to count.').click();
    await see(student, 'We counted your earlier draft:');
    const posts = await lesson.posts();
    expect(JSON.stringify(posts)).toContain(WORDS);

    // Signing out keeps nothing of the lesson except what the server does not have.
    await student.visit('/home');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^cw\.(lesson|typed)/.test(key)))).toEqual([]);
    const kept = await page.evaluate(async () => {
      const addresses: string[] = [];
      for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
      return addresses;
    });
    expect(kept).toContain('/student-live-learning');
    expect(kept.filter((path) => !/^\/(assets\/|student-live-learning$)/.test(path))).toEqual([]);
  },
);

journey('where no network was there from the start, an address of a lesson says so and offers to try again', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await openLesson(student, EMAIL, lesson.id);
  await untilKept(student);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('cw.lesson')) localStorage.removeItem(key);
  });
  student.line.cut();
  await page.goto(lessonPath(lesson.id));
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await page.getByRole('button', { name: 'Go to Home' }).waitFor();
  student.line.restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('timer').waitFor();
});
