import { channels } from '@classwright/contract/lesson/live/events';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, lessonPath, openLesson, see, seeOnDevice, seeSent, signInByCall, startLesson, submit, watchChannels } from './join/steps.ts';

const EMAIL = 'student1@demo.school';

journey('[L284–L288] a sign-in on another device says so in red, signs this one out, and what was not sent still arrives', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { page } = student;
  await openLesson(student, EMAIL, lesson.id);
  await choose(student, 'It stays the same');
  await see(student, /^Saved \d/);

  // The answer cannot be sent while the other device takes over.
  student.line.cut();
  await page.getByLabel('Justify Your Answer').fill('Written on the first device.');
  await submit(student);
  await seeOnDevice(student);
  await signInByCall(server, EMAIL);
  student.line.restore();
  await see(student, 'You signed in again on another device or in another window, so you were signed out here.', 60_000);
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 60_000 }).toBe('/');
  await see(student, 'You signed in again on another device or in another window, so you were signed out here.');
  await student.look('signed out');
  expect(await page.evaluate(() => localStorage.getItem('cw.session.last'))).toBeNull();
  await expect.poll(async () => JSON.stringify(await lesson.posts()), { timeout: 20_000 }).toContain('Written on the first device.');
  expect(await lesson.posts()).toHaveLength(1);
});

journey('[L287] an answer that the first device could not send shows on the second as soon as it arrives', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const phone = await bring({ name: 'phone', viewport: 'phone' });
  await openLesson(phone, EMAIL, lesson.id);
  await choose(phone, 'It stays the same');
  phone.line.cut();
  await phone.page.getByLabel('Justify Your Answer').fill('Written on the phone.');
  await submit(phone);
  await seeOnDevice(phone);
  const laptop = await bring({ name: 'laptop', viewport: 'desktop' });
  const entered = watchChannels(laptop);
  const { accountId } = await signInByCall(server, EMAIL);
  await openLesson(laptop, EMAIL, lesson.id);
  await expect.poll(() => [...entered]).toContain(channels.account(accountId));
  await laptop.page.getByRole('button', { name: 'Submit Answer' }).waitFor();
  phone.line.restore();
  // Nobody touches the laptop, and the form stays open.
  await seeSent(laptop);
  expect(await laptop.page.getByText('Written on the phone.').count()).toBe(1);
  expect(await lesson.posts()).toHaveLength(1);
});

journey('[L287] with the network up the other device is heard of at once', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  const { accountId } = await signInByCall(server, EMAIL);
  const entered = watchChannels(student);
  await openLesson(student, EMAIL, lesson.id);
  await expect.poll(() => [...entered]).toContain(channels.account(accountId));
  await signInByCall(server, EMAIL);
  await expect.poll(() => new URL(student.page.url()).pathname).toBe('/');
  await see(student, 'You signed in again on another device');
});

journey('[B016] two tabs of one student: what is typed in one stands in the other, and one answer is filed', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'desktop' });
  const { page } = student;
  await openLesson(student, EMAIL, lesson.id, { stays: true });
  const other = await student.context.newPage();
  await other.goto(lessonPath(lesson.id));
  await other.getByRole('timer').waitFor();
  await choose(student, 'It gets dimmer');
  await page.getByLabel('Justify Your Answer').fill('Typed in the first tab.');
  await expect.poll(() => other.getByLabel('Justify Your Answer').inputValue()).toBe('Typed in the first tab.');
  await expect.poll(() => other.locator('label', { hasText: 'It gets dimmer' }).locator('input').isChecked()).toBe(true);
  // Both at the same time. The slower one may find that the answer is already given.
  await Promise.all(
    [page, other].map((tab) => Promise.race([tab.getByRole('button', { name: 'Submit Answer' }).click(), tab.getByText('Sent', { exact: true }).waitFor()])),
  );
  for (const tab of [page, other]) {
    await tab.getByText('Sent', { exact: true }).waitFor();
    await tab.getByText('How the class answered').waitFor();
  }
  expect(await lesson.posts()).toHaveLength(1);
});

journey('[B017] a draft follows its student to a second device, and the later writing stays', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const phone = await bring({ name: 'phone', viewport: 'phone' });
  await openLesson(phone, EMAIL, lesson.id);
  await choose(phone, 'It goes out');
  await phone.page.getByLabel('Justify Your Answer').fill('Begun on the phone.');
  await see(phone, /^Saved \d/);
  const laptop = await bring({ name: 'laptop', viewport: 'desktop' });
  await openLesson(laptop, EMAIL, lesson.id);
  await expect.poll(() => laptop.page.getByLabel('Justify Your Answer').inputValue()).toBe('Begun on the phone.');
  await expect.poll(() => laptop.page.locator('label', { hasText: 'It goes out' }).locator('input').isChecked()).toBe(true);
  await laptop.page.getByLabel('Justify Your Answer').fill('Finished on the laptop.');
  await see(laptop, /^Saved \d/);
  await submit(laptop);
  await seeSent(laptop);
  expect(JSON.stringify(await lesson.posts())).toContain('Finished on the laptop.');
});

journey('[L084] what one account left unsent is neither seen nor sent by the next, and goes out when its own comes back', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const device = await bring({ name: 'shared device', viewport: 'phone' });
  const { page } = device;
  await openLesson(device, EMAIL, lesson.id);
  device.line.cut();
  await choose(device, 'It stays the same');
  await page.getByLabel('Justify Your Answer').fill('Left by the first student.');
  await submit(device);
  await seeOnDevice(device);
  // The device goes off without network or final message. Another student signs in on it.
  await page.evaluate(() => {
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
    localStorage.removeItem('cw.session.last');
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  device.line.restore();
  await page.goto('/');
  await openLesson(device, 'student2@demo.school', lesson.id);
  await choose(device, 'It gets dimmer');
  await see(device, /^Saved \d/); // the other one's answer would already be out too
  expect(await page.getByText('Left by the first student.').count()).toBe(0);
  expect(await lesson.posts()).toEqual([]);
  // The first one signs in again and only opens Home.
  await page.evaluate(() => {
    localStorage.removeItem('cw.session.last');
    sessionStorage.clear();
  });
  await page.goto('/');
  await device.signIn(EMAIL);
  await expect.poll(async () => JSON.stringify(await lesson.posts()), { timeout: 20_000 }).toContain('Left by the first student.');
});

journey('[L260][L267] a canceled lesson leads home with a word about it, and so does an address without a lesson', async ({ bring, server, query }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'phone' });
  await openLesson(student, EMAIL, lesson.id);
  await lesson.cancel();
  await expect.poll(() => new URL(student.page.url()).pathname).toBe('/home');
  await see(student, 'Your teacher has canceled the lesson. What you wrote is kept.');
  // People who took part in a finished lesson find its summary there. This one took part in none, like a new student.
  const [{ email }] = (await query(`
    WITH newest AS (SELECT max(account_id) AS id FROM class_students JOIN accounts ON accounts.id = account_id WHERE email LIKE 'student%'),
    forgotten AS (DELETE FROM live_participants WHERE account_id = (SELECT id FROM newest))
    SELECT email FROM accounts WHERE id = (SELECT id FROM newest)`)) as [{ email: string }];
  const newcomer = await bring({ name: 'newcomer', viewport: 'phone' });
  await newcomer.signIn(email, { to: '/student-live-learning' });
  await expect.poll(() => new URL(newcomer.page.url()).pathname).toBe('/home');
});

journey(
  '[K038] [L065] [L261] the address of another assessment, or of none, leads to the running lesson; a lesson that starts calls its students',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    await openLesson(student, EMAIL, lesson.id);
    for (const path of ['/student-live-learning', lessonPath(lesson.id + 1_000), '/student-live-learning?assessment_id=nonsense']) {
      await student.visit(path);
      await student.page.getByRole('timer').waitFor();
      await expect.poll(() => new URL(student.page.url()).searchParams.get('assessment_id')).toBe(String(lesson.id));
    }
  },
);

journey('a guest is sent to sign in, and comes back to the lesson', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const guest = await bring({ name: 'guest', viewport: 'phone' });
  await guest.visit(lessonPath(lesson.id));
  await expect.poll(() => new URL(guest.page.url()).pathname).toBe('/');
  expect(new URL(guest.page.url()).searchParams.get('to')).toBe(lessonPath(lesson.id));
});
