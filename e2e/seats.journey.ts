import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { choose, CIRCUITS, see, seeSent, signInByCall, startLesson, submit, type RunningLesson } from './join/steps.ts';

const ROOM = 'UPDATE schools SET settings = settings || \'{"seat_check": "nothing"}\'';
const PINS = 'UPDATE schools SET settings = settings || \'{"seat_check": "pin", "several_devices_for_staff": true}\'';

const codeOf = async (lesson: RunningLesson): Promise<string> => (await lesson.teacher.get(`/live/learning/seats?assessment_id=${lesson.id}`)).code as string;

async function openDesk(teacher: Person, lesson: RunningLesson): Promise<void> {
  await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${lesson.id}` });
  await teacher.page.getByRole('button', { name: /Join with phones/ }).waitFor();
}

journey(
  '[B2161] a class comes in by the code on the wall: name, PIN, question; the teacher sees who came, and sends somebody out',
  async ({ bring, server, query }) => {
    await query(PINS);
    const lesson = await startLesson(server);
    const [{ class_id: classId } = { class_id: 0 }] = (await query(`SELECT class_id FROM assessments WHERE id = ${lesson.id}`)) as { class_id: number }[];
    const { pins } = (await lesson.teacher.post('/seat-pins', { class_id: Number(classId) })) as {
      pins: { first_name: string; last_name: string; pin: string }[];
    };
    const [first, second] = pins as [(typeof pins)[number], (typeof pins)[number]];
    const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
    await openDesk(teacher, lesson);
    const code = await codeOf(lesson);

    const phone = await bring({ name: 'phone', viewport: 'smallPhone' });
    await phone.page.goto(`/j`);
    await phone.page.getByLabel('Code of the lesson').fill('AEIOU');
    await phone.page.keyboard.press('Enter');
    await see(phone, 'No lesson runs with this code.');
    await phone.look('a code that cannot be one');
    await phone.page.getByLabel('Code of the lesson').fill(`${code.slice(0, 3).toLowerCase()} ${code.slice(3).toLowerCase()}`);
    await phone.page.keyboard.press('Enter');
    await phone.page.getByLabel('Your name').fill(first.first_name.slice(0, 2));
    await phone.page.waitForTimeout(600);
    expect(await phone.page.getByRole('list', { name: 'Students' }).getByRole('button').count()).toBe(0);
    await phone.page.getByLabel('Your name').fill(first.first_name);
    await phone.page.getByRole('list', { name: 'Students' }).getByRole('button').first().waitFor();
    await phone.look('who are you');
    await phone.page.getByRole('button', { name: `${first.first_name} ${first.last_name}` }).click();
    await phone.page.getByLabel('Your PIN').fill(first.pin === '1357' ? '2468' : '1357');
    await phone.page.getByRole('button', { name: 'Join the lesson' }).click();
    await see(phone, 'This PIN is wrong.');
    await phone.look('a wrong PIN');
    await phone.page.getByLabel('Your PIN').fill(first.pin);
    await phone.page.keyboard.press('Enter');
    await phone.page.getByRole('timer').waitFor();
    await phone.look('in the lesson');
    expect(new URL(phone.page.url()).pathname).toBe(`/j/${code}`);
    await choose(phone, 'It stays the same');
    await phone.page.getByLabel('Justify Your Answer').fill('The current is the same everywhere.');
    await phone.page.reload(); // the phone is known, and what was typed is there
    await phone.page.getByRole('timer').waitFor();
    await expect.poll(() => phone.page.getByLabel('Justify Your Answer').inputValue()).toBe('The current is the same everywhere.');
    await submit(phone);
    await seeSent(phone);

    await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
    await see(teacher, '1 student came in with the code');
    await teacher.look('who came in');

    // A second phone asks for the same seat. The first one keeps it, then gives it away.
    const other = await bring({ name: 'other phone', viewport: 'smallPhone' });
    await other.page.goto(`/j/${code}`);
    await other.page.getByLabel('Your name').fill(first.first_name);
    await other.page.getByRole('button', { name: new RegExp(`${first.first_name} ${first.last_name}.*Already here`) }).click();
    await other.page.getByLabel('Your PIN').fill(first.pin);
    await other.page.keyboard.press('Enter');
    await see(other, 'Another phone has this place');
    await other.look('waiting for the place');
    await see(phone, 'Another phone asks for your place');
    await phone.look('asked for the place');
    await see(teacher, 'Another phone asks for this place');
    await phone.page.getByRole('button', { name: 'Let it in' }).click();
    await other.page.getByRole('timer').waitFor();
    await see(phone, 'This phone has left the lesson');

    // The teacher sends it out: what is typed stays on that phone.
    await lesson.step('re-assign');
    await see(other, 'Form - 1B');
    await other.page.getByLabel('Justify Your Answer').fill('Typed before I was sent out.');
    await teacher.page.getByRole('button', { name: `Send the phone of ${first.first_name} ${first.last_name} out` }).click();
    await see(other, 'This phone has left the lesson');
    await other.look('sent out');
    await other.page.getByRole('button', { name: 'Join again' }).click();
    await other.page.getByLabel('Your name').fill(first.first_name);
    await other.page.getByRole('button', { name: `${first.first_name} ${first.last_name}` }).click();
    await other.page.getByLabel('Your PIN').fill(first.pin);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('timer').waitFor();
    await expect.poll(() => other.page.getByLabel('Justify Your Answer').inputValue()).toBe('Typed before I was sent out.');
    expect(second.pin).toMatch(/^\d{4}$/);
  },
);

/** Comes to the lesson by its code and a name, in a school that asks for nothing more. Ends before the phone knows whether the place is free. */
async function chooseName({ page }: Person, code: string, name: string): Promise<void> {
  await page.goto(`/j/${code}`);
  await page.getByLabel('Your name').fill(name);
  await page
    .getByRole('list', { name: 'Students' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
}

/** The names of the first students of the lesson's class, as its teacher reads them. */
async function namesOf({ teacher, id }: RunningLesson, query: (statement: string) => Promise<unknown[]>, count: number): Promise<string[]> {
  const [{ class_id } = { class_id: 0 }] = (await query(`SELECT class_id FROM assessments WHERE id = ${id}`)) as { class_id: number }[];
  const { pins } = (await teacher.post('/seat-pins', { class_id: Number(class_id) })) as { pins: { first_name: string; last_name: string }[] };
  return pins.slice(0, count).map(({ first_name, last_name }) => `${first_name} ${last_name}`);
}

journey(
  '[B2382] a phone asks for a place: the teacher lets it in; the older phone keeps it; nobody says yes, and it is told so',
  async ({ bring, server, query }) => {
    await query(ROOM);
    const lesson = await startLesson(server, 30);
    const [name] = (await namesOf(lesson, query, 1)) as [string];
    const code = await codeOf(lesson);
    const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
    await openDesk(teacher, lesson);
    await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
    const phone = await bring({ name: 'phone', viewport: 'smallPhone' });
    await chooseName(phone, code, name);
    await phone.page.getByRole('timer').waitFor();

    // The teacher lets the newer phone in: the question of the older one goes away with its place.
    const other = await bring({ name: 'other phone', viewport: 'smallPhone' });
    await chooseName(other, code, name);
    await see(other, 'Another phone has this place');
    await see(phone, 'Another phone asks for your place');
    await teacher.page.getByRole('button', { name: `Let the other phone of ${name} in` }).click();
    await see(teacher, `The other phone of ${name} is in.`);
    await other.page.getByRole('timer').waitFor();
    await see(phone, 'This phone has left the lesson');
    expect(await phone.page.getByText('Another phone asks for your place').count()).toBe(0);

    // The older phone keeps its place, and goes on with what it wrote.
    await other.page.getByLabel('Justify Your Answer').fill('Written by the phone that stays.');
    await phone.page.getByRole('button', { name: 'Join again' }).click();
    await chooseName(phone, code, name);
    await see(other, 'Another phone asks for your place');
    await other.look('keeps its place');
    await other.page.getByRole('button', { name: 'Keep my place' }).click();
    await see(phone, 'The other phone keeps this place');
    await phone.look('told that the place is kept');

    // Nobody says yes: after five minutes the newer phone shows it, and nobody is asked any more.
    await chooseName(phone, code, name);
    await see(phone, 'Another phone has this place');
    await see(other, 'Another phone asks for your place');
    await see(teacher, 'Another phone asks for this place');
    await server.advanceClockMs(5 * 60_000 + 1_000);
    await see(phone, 'The other phone keeps this place');
    await other.page.getByText('Another phone asks for your place').waitFor({ state: 'detached' });
    await teacher.page.getByText('Another phone asks for this place').waitFor({ state: 'detached' });
    expect(await other.page.getByLabel('Justify Your Answer').inputValue()).toBe('Written by the phone that stays.');
    await choose(other, 'It stays the same');
    await submit(other);
    await seeSent(other);
  },
);

journey('[B2383] five phones come in at once by the code, answer, and the teacher sees all five', async ({ bring, server, query }) => {
  await query(ROOM);
  const lesson = await startLesson(server);
  const names = await namesOf(lesson, query, 5);
  const code = await codeOf(lesson);
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await openDesk(teacher, lesson);
  await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
  const phones = await Promise.all(names.map((name) => bring({ name: `phone of ${name}`, viewport: 'smallPhone' })));
  await Promise.all(phones.map((phone, at) => chooseName(phone, code, names[at] as string)));
  await Promise.all(
    phones.map(async (phone, at) => {
      await phone.page.getByRole('timer').waitFor();
      await choose(phone, 'It stays the same');
      await phone.page.getByLabel('Justify Your Answer').fill(`The current is the same everywhere, says number ${at}.`);
      await submit(phone);
      await seeSent(phone);
    }),
  );
  await see(teacher, '5 students came in with the code');
  for (const name of names) await teacher.page.getByRole('button', { name: `Send the phone of ${name} out` }).waitFor();
  const words = (await lesson.posts()).map((post) => JSON.stringify(post));
  for (const at of phones.keys()) expect(words.filter((post) => post.includes(`says number ${at}.`))).toHaveLength(1);
});

journey('[B2162] from the code to the question in ten seconds, of which ours are at most one and a half', async ({ bring, server, query }) => {
  await query(ROOM);
  const lesson = await startLesson(server);
  const code = await codeOf(lesson);
  const phone = await bring({ name: 'fast phone', viewport: 'smallPhone' });
  const { page } = phone;
  let ours = 0;
  const timed = async (what: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await what();
    ours += performance.now() - from;
  };
  await timed(async () => {
    await page.goto(`/j/${code}`);
    await page.getByLabel('Your name').waitFor();
  });
  const opened = Math.round(ours);
  await page.getByLabel('Your name').pressSequentially('Ama', { delay: 120 });
  const from = performance.now();
  await timed(() => page.getByRole('list', { name: 'Students' }).getByRole('button').first().waitFor());
  const named = Math.round(performance.now() - from);
  await timed(async () => {
    await page.getByRole('list', { name: 'Students' }).getByRole('button').first().click();
    await page.getByRole('timer').waitFor();
    await page.locator('label', { hasText: 'It stays the same' }).waitFor();
  });
  console.log(`from the code to the question: ${Math.round(ours)} ms of ours (page ${opened}, names ${named}, question ${Math.round(ours) - opened - named})`);
  expect(ours).toBeLessThan(10_000);
});

journey('[B2163] by keyboard alone, from right to left and in the dark, a phone comes in as well', async ({ bring, server, query }) => {
  await query(ROOM);
  const lesson = await startLesson(server);
  const code = await codeOf(lesson);
  const phone = await bring({ name: 'keyboard', viewport: 'smallPhone' });
  const { page } = phone;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`/j`);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await page.getByLabel('Code of the lesson').waitFor();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.getByLabel('Your name').waitFor();
  await page.keyboard.type('ama');
  await page.getByRole('list', { name: 'Students' }).getByRole('button').first().waitFor();
  await phone.look('names from right to left');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('timer').waitFor();
});

journey('[B2266] a colleague joins a rehearsal with one press, answers without a name, and is sent out', async ({ bring, server }) => {
  const caller = await signInByCall(server, 'teacher@demo.school');
  const { data } = await caller.get('/live/learning/lessons?per_page=100');
  const original = (data as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)?.assessment_id;
  const { assessment_id: id } = await caller.post('/live/learning/rehearsals', { assessment_id: original, size: 8, speed: 8 });
  await caller.post('/live/learning/start', { assessment_id: id, time: 5 });
  const { code } = await caller.get(`/live/learning/seats?assessment_id=${id}`);

  const phone = await bring({ name: 'guest', viewport: 'smallPhone' });
  await phone.page.goto(`/j/${code}`);
  await phone.page.getByRole('button', { name: 'Join as a guest' }).waitFor();
  await phone.look('join as a guest');
  await phone.expectAccessible('join as a guest');
  await phone.page.keyboard.press('Enter'); // the button has the focus
  await phone.page.getByRole('timer').waitFor();
  await choose(phone, 'It stays the same');
  await submit(phone);
  await seeSent(phone);
  await phone.page.reload();
  await seeSent(phone); // the seat is still this phone's

  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${id}` });
  await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
  await see(teacher, 'everybody with the code joins as a guest');
  await teacher.look('guests on the desk');
  await teacher.page.getByRole('button', { name: 'Send the phone of Guest 1 out' }).click();
  await see(phone, 'This phone has left the lesson');
});

journey('[B2271] a teacher prints the PINs of a class, and gives all new ones', async ({ bring, server, query }) => {
  await query(PINS);
  const lesson = await startLesson(server);
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await openDesk(teacher, lesson);
  await teacher.page.getByRole('button', { name: /Join with phones/ }).click();
  await teacher.page.getByRole('button', { name: 'Show the PINs of the class' }).click();
  const renewAll = teacher.page.getByRole('button', { name: 'New PINs for all' });
  await renewAll.waitFor();
  await teacher.look('PINs of a class');
  await teacher.expectAccessible('PINs of a class');
  await renewAll.click();
  await see(teacher, 'printed lists are out of date');
  await teacher.look('new PINs for all');
  await teacher.page
    .getByRole('dialog', { name: /^Give all students/ })
    .getByRole('button', { name: 'New PINs for all' })
    .click();
  await see(teacher, /students have new PINs/);
  await teacher.page.emulateMedia({ media: 'print' });
  await teacher.look('PINs on paper');
});
