import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, lessonPath, openLesson, see, seeSent, startLesson, submit, watchChannels } from './join/steps.ts';

const EMAIL = 'student1@demo.school';

journey('[L257–L259] with the socket up nothing polls', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.page.clock.install();
  const entered = watchChannels(student);
  const calls: { url: string; at: number }[] = [];
  student.page.on('request', (request) => request.url().includes('/api/') && calls.push({ url: request.url(), at: Date.now() }));
  await openLesson(student, EMAIL, lesson.id);
  await expect.poll(() => entered.size).toBeGreaterThanOrEqual(2); // the account's and the lesson's
  await expect.poll(() => Date.now() - (calls.at(-1)?.at ?? 0)).toBeGreaterThan(3_000); // the requests of opening it have ended
  calls.length = 0;
  await student.page.clock.runFor(15_000);
  expect(calls).toEqual([]);
});

journey(
  'a phone comes in by one call: the question is there before the socket, and the socket, which has its ticket, takes no other',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    await student.signIn(EMAIL);
    const calls: string[] = [];
    const { page } = student;
    page.on('framenavigated', () => (calls.length = 0)); // requests of the page before are not its own
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname.slice('/api'.length));
    });
    let letIn = (): void => undefined;
    const held = new Promise<void>((resolve) => (letIn = resolve));
    await page.routeWebSocket(/\/app\//, async (socket) => {
      await held;
      socket.connectToServer();
    });
    await student.visit(lessonPath(lesson.id));
    await choose(student, 'It gets brighter');
    const toTheQuestion = calls.filter((call) => call !== '/live/learning/draft').toSorted();
    expect(toTheQuestion).toEqual(['/config', '/live/learning/join']);
    letIn();
    await expect.poll(() => calls).toContain('/live/learning/state');
    expect(calls.filter((call) => call === '/live/learning/join')).toHaveLength(1);
    expect(calls).not.toContain('/broadcasting/auth');
    await submit(student);
    await seeSent(student);
  },
);

journey('[B2594] Home goes to a lesson that begins without its event: the socket is down, and the page asks', async ({ bring, server }) => {
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await page.routeWebSocket(/\/app\//, (socket) => void socket.close());
  await student.signIn(EMAIL);
  await page.getByText('No lesson is running').waitFor();
  await startLesson(server);
  await page.getByRole('timer').waitFor({ timeout: 60_000 });
  // the way back is the student's own decision: Home shows the lesson and stays
  await student.visit('/home');
  await page.getByRole('link', { name: 'Join the lesson' }).waitFor();
  await page.waitForTimeout(6_000); // longer than the page waits before it asks again
  expect(new URL(page.url()).pathname).toBe('/home');
});

journey('[L257–L259] without the socket the lesson goes on by asking: login, time, forms, posts and the end', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await page.routeWebSocket(/\/app\//, (socket) => void socket.close());
  await page.clock.install();
  await openLesson(student, EMAIL, lesson.id);
  let pageMs = 0;
  const times: number[] = [];
  page.on('request', (request) => request.url().includes('elapsedtime') && times.push(pageMs));
  await choose(student, 'It gets brighter');
  await submit(student);
  await seeSent(student);
  expect((await lesson.teacher.get(`/live/learning/student/responded?assessment_id=${lesson.id}`)).students).toHaveLength(1);
  expect(await page.getByText('Offline:').count()).toBe(0);
  await lesson.answerAs('student2@demo.school', 1, 'Seen without a socket.');
  await see(student, 'Seen without a socket.');
  await lesson.step('re-assign');
  await see(student, 'Your answer in Form - 1A');
  const gaps = () => times.slice(1).map((at, index) => at - (times[index] ?? at));
  const passSecond = async () => {
    await page.clock.runFor(1_000);
    pageMs += 1_000;
  };
  await expect.poll(() => passSecond().then(() => gaps().filter((ms) => ms >= 5_000 && ms <= 8_000).length), { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await lesson.step('next');
  await see(student, 'A new question about the same idea. Answer on your own.');
  await lesson.step('finished');
  await page.getByRole('heading', { name: 'Live Snapshot' }).waitFor();
});

journey('[L268] a lesson that cannot be loaded says so above the summary, and Retry opens it', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.signIn(EMAIL);
  let broken = true;
  await student.page.route('**/api/live/learning/join', (route) =>
    broken
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ status: 'error', code: 'INTERNAL', message: 'Something went wrong on the server.', request_id: 'r1' }),
        })
      : route.fallback(),
  );
  await student.visit(lessonPath(lesson.id));
  await student.page.getByRole('heading', { name: 'Assessment Summary' }).waitFor();
  await see(student, /Something went wrong on the server/);
  await student.expectAccessible('load failed');
  broken = false;
  // Unless it has retried automatically in the meantime.
  await student.page.getByRole('button', { name: 'Retry' }).or(student.page.getByRole('timer')).first().click();
  await student.page.getByRole('timer').waitFor();
});

journey('a browser that keeps nothing says so, and the answer is sent all the same', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await student.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await openLesson(student, EMAIL, lesson.id);
  await choose(student, 'It stays the same');
  await see(student, 'This browser cannot save on this device');
  await student.expectAccessible('keeps nothing');
  await submit(student);
  await seeSent(student);
  expect(await lesson.posts()).toHaveLength(1);
});

journey('what a student typed to a classmate survives a lost network and a reload, and is added once', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const { post } = await lesson.answerAs('student2@demo.school', 0, 'Two paths.');
  await lesson.teacher.post('/live/learning/settings/update', { assessment_id: lesson.id, can_comment: true });
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await page.clock.install();
  await openLesson(student, EMAIL, lesson.id);
  await choose(student, 'It stays the same');
  await submit(student);
  await seeSent(student);
  const open = () =>
    page
      .locator(`[data-post="${post.id}"]`)
      .getByRole('button', { name: /^Comment, post of / })
      .click();
  await open();
  await page.getByRole('textbox', { name: /^Comment on/ }).fill('Why two?');
  student.line.swallowAnswers();
  await page.getByRole('button', { name: 'Send' }).click();
  const saidWrong = async () => {
    await page.clock.runFor(2_000); // until the call has had its time
    return page.getByText('Something Went Wrong').count();
  };
  await expect.poll(saidWrong, { timeout: 40_000 }).toBeGreaterThan(0);
  student.line.restore();
  await page.reload();
  await page
    .locator(`[data-post="${post.id}"]`)
    .getByRole('button', { name: /comment/i })
    .click();
  await expect.poll(() => page.getByRole('textbox', { name: /^Comment on/ }).inputValue()).toBe('Why two?');
  await page.getByRole('button', { name: 'Send' }).click();
  await see(student, 'Comment added Successfully');
  const [seen] = (await lesson.posts()).filter((one) => one.id === post.id);
  expect(seen?.comments).toHaveLength(1);
});

journey('the lesson can be gone through with the keyboard alone', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'desktop' });
  const { page } = student;
  await openLesson(student, EMAIL, lesson.id);
  const press = async (key: string, times = 1) => {
    for (let index = 0; index < times; index += 1) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');
  await press('Tab');
  await expect.poll(focused).toBe('Live Feed');
  await press('ArrowRight');
  await expect.poll(focused).toBe('Results');
  await press('ArrowLeft');
  await page.locator('input[type=radio]').first().focus();
  await press('ArrowDown');
  await expect.poll(() => page.locator('label', { hasText: 'It stays the same' }).locator('input').isChecked()).toBe(true);
  await press('Tab', 3);
  await page.keyboard.type('By keyboard.');
  await press('Tab');
  await expect.poll(focused).toBe('Submit Answer');
  await press('Enter');
  await seeSent(student);
  await expect.poll(focused).toBe('It stays the same');
  expect(JSON.stringify(await lesson.posts())).toContain('By keyboard.');
});
