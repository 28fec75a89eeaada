import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classes, readPeople } from '../../demo/content/index.ts';
import { adminEmail, studentEmail, teacherEmail } from '../../demo/sign-ins.ts';
import { callAs, readAll } from './client.ts';
import { type SimulatedClassroom, startClassroom, type User } from './index.ts';
import { buildSchool } from './school.ts';

let google: SimulatedClassroom;
let teacher: User;
beforeEach(async () => {
  google = await startClassroom();
  buildSchool(google);
  teacher = google.people.get(teacherEmail(1));
});
afterEach(() => google.close());

test('the school to try with has the demo’s people and classes, and works in every state', async () => {
  const { teachers, students } = await readPeople();
  for (const email of [adminEmail, ...teachers.map((_, at) => teacherEmail(at + 1)), ...students.map((_, at) => studentEmail(at + 1))])
    google.people.get(email);
  expect([...google.state.courses.values()].map(({ name }) => name)).toEqual(expect.arrayContaining(classes.map(({ name }) => name)));
  const call = callAs(google.url, google.issue(teacher).accessToken);
  const mine = await readAll(call, '/v1/courses?teacherId=me', 'courses');
  expect(mine.map(({ name, courseState }) => `${name} ${courseState}`).sort()).toEqual([
    'Robotics club PROVISIONED',
    'Science 10B ACTIVE',
    'Science 9B ARCHIVED',
  ]);
  const { id } = mine.find(({ name }) => name === 'Science 10B');
  const submissions = await readAll(call, `/v1/courses/${id}/courseWork/-/studentSubmissions`, 'studentSubmissions');
  expect([...new Set(submissions.map(({ state }) => state))].sort()).toEqual(['CREATED', 'NEW', 'RECLAIMED_BY_STUDENT', 'RETURNED', 'TURNED_IN']);
  const roster = await readAll(call, `/v1/courses/${id}/students`, 'students');
  expect(roster).toHaveLength(31);
  expect(roster.filter(({ profile }) => profile.emailAddress === undefined)).toHaveLength(3);
});

test('its screens show a class and do what their buttons say, or say why it does not go', async () => {
  const course = [...google.state.courses.values()].find(({ name }) => name === 'Science 10B');
  const at = `${google.url}/class/${course?.id}`;
  expect(await (await fetch(google.url)).text()).toContain('Science 10B');
  expect(await (await fetch(at)).text()).toContain('Notes on chapter 1');
  const press = (form: Record<string, string>) => fetch(at, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const works = [...google.state.room(course?.id ?? '').works.values()];
  const practice = works.find(({ title }) => title === 'Practice sheet 2');
  const student = google.people.get(studentEmail(1));
  const of = { workId: practice?.id ?? '', userId: student.id };
  expect((await press({ deed: 'return', ...of })).status).toBe(400);
  expect((await press({ deed: 'turnIn', ...of })).status).toBe(303);
  await press({ deed: 'grade', ...of, text: '17' });
  await press({ deed: 'return', ...of });
  expect(google.asStudent(student).submission(practice as NonNullable<typeof practice>)).toMatchObject({ state: 'RETURNED', assignedGrade: 17 });
  await press({ deed: 'work', workType: 'ASSIGNMENT', text: '<b>New</b>' });
  expect(await (await fetch(at)).text()).toContain('&#60;b&#62;New');
  await press({ deed: 'rename', text: 'Science 10B, renamed' });
  expect(course?.name).toBe('Science 10B, renamed');
  expect((await press({ deed: 'constructor' })).status).toBe(303);
  expect((await fetch(`${google.url}/class/1`)).status).toBe(404);
});

test('npm run google prints the settings to start the product with, and ends when it is told to', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), '--port', '0'], {
    env: { NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) if ((output += String(chunk)).includes('npm start')) break;
  const settings = Object.fromEntries([...output.matchAll(/^(GOOGLE_\w+)=(\S+)/gm)].map(([, name, value]) => [name, value]));
  const url = settings.GOOGLE_ISSUER ?? '';
  expect(settings).toMatchObject({ GOOGLE_CLASSROOM: 'on', GOOGLE_CLASSROOM_URL: url, GOOGLE_DRIVE_URL: url, GOOGLE_PUBSUB_URL: url });
  expect(await (await fetch(url)).text()).toContain('Science 10B');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
