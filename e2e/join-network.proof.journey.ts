import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, openLesson, see, seeOnDevice, seeSent, startLesson, submit } from './join/steps.ts';

const EMAIL = 'student1@demo.school';
const WORDS = 'The battery is the same.';

journey(
  '[B182] [L277][L258] words typed just before the tab is closed reach the server with nobody coming back, and are filed at the deadline',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, EMAIL, lesson.id);
    await choose(student, 'It stays the same');
    const field = page.getByLabel('Justify Your Answer');
    await field.fill(WORDS);
    await see(student, /^Saved \d/);
    await field.press('Control+End');
    await page.keyboard.type(' So is the current.', { delay: 0 });
    const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('cw.session'))) ?? '{}') as { token: string };
    await page.close({ runBeforeUnload: true }); // the last tab of a browser; the device does not come back
    const draft = async () => {
      const reply = await fetch(`${server.url}/api/student/active/assessment?assessment_id=${lesson.id}`, { headers: { authorization: `Bearer ${token}` } });
      return JSON.stringify(((await reply.json()) as { draft: object | null }).draft);
    };
    await expect.poll(draft, { timeout: 20_000 }).toContain('So is the current.');
    await server.advanceClockMs(310_000);
    await expect.poll(async () => JSON.stringify(await lesson.posts()), { timeout: 20_000 }).toContain('So is the current.');
  },
);

journey('[B008] [L440] an answer whose acknowledgement is lost is filed once, however often it is sent', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.page.clock.install();
  let sent = 0;
  student.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/posts/add')) sent += 1;
  });
  await openLesson(student, EMAIL, lesson.id);
  await choose(student, 'It stays the same');
  await see(student, /^Saved \d/);
  student.line.swallowAnswers();
  await submit(student);
  await seeOnDevice(student);
  await expect.poll(async () => (await lesson.posts()).length).toBe(1);
  // the attempt times out and is repeated
  const sendAgain = async () => {
    await student.page.clock.runFor(1_000);
    return sent;
  };
  await expect.poll(sendAgain, { timeout: 60_000 }).toBeGreaterThan(1);
  student.line.restore();
  await seeSent(student, 30_000);
  expect(await lesson.posts()).toHaveLength(1);
});

journey('[L277] the server is killed in mid-form and started again: draft and answer arrive', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await openLesson(student, EMAIL, lesson.id);
  await choose(student, 'It stays the same');
  await see(student, /^Saved \d/);
  await server.kill();
  await student.page.getByLabel('Justify Your Answer').fill(WORDS);
  await see(student, /^Saved on this device \d/);
  await submit(student);
  await seeOnDevice(student);
  await server.restart();
  await seeSent(student, 40_000);
  const posts = await lesson.posts();
  expect(posts).toHaveLength(1);
  expect(JSON.stringify(posts[0])).toContain(WORDS);
});

journey(
  '[B018] [L254][L255][L258][L278] at 0:00 input stops and the last words are filed; a closing that nobody heard of is asked for',
  async ({ bring, server }) => {
    const lesson = await startLesson(server, 2);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    // a device whose clock is wrong by an hour
    await page.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() + 3_600_000;
    });
    await openLesson(student, EMAIL, lesson.id);
    await choose(student, 'It stays the same');
    await page.getByLabel('Justify Your Answer').fill(WORDS);
    await see(student, /^Saved \d/);
    const [minutes, seconds] = ((await page.getByRole('timer').textContent()) ?? '').split(':').map(Number) as [number, number];
    expect(minutes! * 60 + seconds!).toBeLessThanOrEqual(120); // it was started with two minutes

    // on to half a minute before the end and a few seconds
    await server.advanceClockMs((minutes * 60 + seconds - 35) * 1_000);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^00:[0-3]\d$/);
    await student.look('almost over');
    await page.getByText('30 seconds left').waitFor({ state: 'attached', timeout: 20_000 });
    await page.getByLabel('Justify Your Answer').fill(`${WORDS} So is the current.`);
    expect(await page.title()).toMatch(/^\d\d:\d\d · /);
    await see(student, /^Time is up/, 60_000);
    // the sign of a running session is gone
    await expect.poll(() => page.title()).not.toMatch(/\d\d:\d\d/);
    expect(await page.getByRole('button', { name: 'Submit Answer' }).count()).toBe(0);
    await see(student, 'Your answer, submitted automatically at the end', 20_000);
    expect(JSON.stringify(await lesson.posts())).toContain('So is the current.');
  },
  240_000,
);

journey(
  '[B003] [B173] [L434] an answer that arrives in the next form is refused with the server’s words, kept, and lands in no other form',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, EMAIL, lesson.id);
    student.line.cut();
    await choose(student, 'It stays the same');
    await page.getByLabel('Justify Your Answer').fill(WORDS);
    await submit(student);
    await seeOnDevice(student);
    await lesson.step('re-assign');
    student.line.restore();
    await see(student, 'Form - 1A: this answer was too late to count.', 60_000);
    // one line of it, since Form - 1B needs the screen
    await page.getByText('Form - 1A: this answer was too late to count.').click();
    await see(student, 'You have no answer that counts in this form.');
    await see(student, 'This form has closed. Your answer is kept, marked late, and your teacher can see it.');
    await see(student, WORDS);
    await student.expectAccessible('refused');
    expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
    expect(await lesson.posts('Form - 1B')).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.getByText('this answer was too late to count').count()).toBe(0);
    await see(student, 'Your answer in Form - 1A was too late to count.');
  },
);
