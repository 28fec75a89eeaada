import { afterEach, expect, test } from 'vitest';
import { type Caller, callAs, readAll } from './client.ts';
import { parseFields } from './fields.ts';
import { type ClassroomSetting, type Course, type SimulatedClassroom, startClassroom, type User } from './index.ts';

let now = Date.UTC(2026, 8, 1);
let google: SimulatedClassroom;
let lena: User;
let course: Course;
let call: Caller;
afterEach(() => google.close());

async function start(setting: ClassroomSetting = {}): Promise<void> {
  google = await startClassroom({ clock: () => now, ...setting });
  lena = google.people.add({ email: 'lena@school.example', isTeacher: true });
  course = google.asTeacher(lena).createCourse({ name: 'Physics' });
  call = callAs(google.url, google.issue(lena).accessToken);
}
const path = (rest: string) => `/v1/courses/${course.id}/${rest}`;
const join = (count: number) => {
  for (let at = 0; at < count; at += 1) google.asStudent(google.people.add({ email: `s${google.people.all.length}@school.example` })).join(course);
};

test('[B1004] students come thirty at a time, whatever is asked; other lists twenty, at most a hundred', async () => {
  await start();
  join(65);
  const teacher = google.asTeacher(lena);
  for (let at = 0; at < 105; at += 1) teacher.announce(course, { text: `${at}` });
  const size = async (list: string, key: string) => (await call('GET', path(list))).body[key].length;
  expect(await size('students', 'students')).toBe(30);
  expect(await size('students?pageSize=100', 'students')).toBe(30);
  expect(await size('students?pageSize=7', 'students')).toBe(7);
  expect(await size('announcements', 'announcements')).toBe(20);
  expect(await size('announcements?pageSize=0', 'announcements')).toBe(20);
  expect(await size('announcements?pageSize=5000', 'announcements')).toBe(100);
  expect((await call('GET', path('announcements?pageSize=-1'))).status).toBe(400);
  expect(new Set((await readAll(call, path('students?pageSize=100'), 'students')).map(({ userId }) => userId)).size).toBe(65);
  expect(await readAll(call, path('announcements?pageSize=100'), 'announcements')).toHaveLength(105);
});

test('[B1004] a page’s token belongs to its list, its filters and its person, and may grow old', async () => {
  await start({ pageTokenLifeMs: 60_000 });
  join(40);
  const work = google.asTeacher(lena).createWork(course, { title: 'W' });
  const list = path(`courseWork/${work.id}/studentSubmissions`);
  const token = (await call('GET', `${list}?pageSize=2&states=NEW`)).body.nextPageToken;
  const read = async (where: string, by = call) => (await by('GET', where)).status;
  expect(await read(`${list}?pageSize=30&states=NEW&pageToken=${token}`)).toBe(200);
  expect(await read(`${list}?states=CREATED&pageToken=${token}`)).toBe(400);
  expect(await read(`${list}?pageToken=${token}`)).toBe(400);
  expect(await read(`${path('courseWork/-/studentSubmissions')}?states=NEW&pageToken=${token}`)).toBe(400);
  expect(await read(`${path('students')}?pageToken=nonsense`)).toBe(400);
  const omar = google.people.add({ email: 'omar@school.example' });
  google.asTeacher(lena).add(course, omar, 'TEACHER');
  expect(await read(`${list}?states=NEW&pageToken=${token}`, callAs(google.url, google.issue(omar).accessToken))).toBe(400);
  now += 60_000;
  expect(await read(`${list}?states=NEW&pageToken=${token}`)).toBe(400);
});

test('[B1004] whoever comes or goes between two pages moves nobody else out of them', async () => {
  await start();
  join(65);
  const always = google.people.all.slice(1).map(({ id }) => id);
  const seen: string[] = [];
  let token = '';
  do {
    const { students, nextPageToken = '' } = (await call('GET', path(`students?pageToken=${token}`))).body;
    seen.push(...students.map(({ userId }: { userId: string }) => userId));
    token = nextPageToken;
    const gone = google.state.users.get(seen[seen.length - 5] as string) as User;
    google.asTeacher(lena).remove(course, gone);
    join(2);
  } while (token !== '');
  for (const id of always)
    expect(
      seen.filter((one) => one === id),
      id,
    ).toHaveLength(1);
});

test('[B1004] lists without an order of Google’s own stand in one that follows from the seed alone', async () => {
  const order = async (seed: number) => {
    await start({ seed });
    const topics = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const name of topics) google.asTeacher(lena).createTopic(course, name);
    const names = (await call('GET', path('topics'))).body.topic.map(({ name }: any) => name);
    await google.close();
    expect(names.toSorted()).toEqual(topics);
    return names.join('');
  };
  const orders = [await order(1), await order(1), await order(2)];
  expect(orders[0]).toBe(orders[1]);
  expect(orders[0]).not.toBe(orders[2]);
  expect(orders[0]).not.toBe('abcdefgh');
});

test('[B1004] works are in the order that is asked for: by change, by day, either way', async () => {
  await start();
  const teacher = google.asTeacher(lena);
  for (const [title, day] of [
    ['one', 5],
    ['two', 3],
    ['three', null],
  ] as const) {
    now += 1000;
    teacher.createWork(course, { title, ...(day === null ? {} : { dueDate: { year: 2026, month: 10, day } }) });
  }
  const titles = async (orderBy: string) =>
    (await readAll(call, path(`courseWork?pageSize=1&orderBy=${encodeURIComponent(orderBy)}`), 'courseWork')).map(({ title }) => title);
  expect(await titles('')).toEqual(['three', 'two', 'one']);
  expect(await titles('updateTime')).toEqual(['one', 'two', 'three']);
  expect(await titles('dueDate asc,updateTime desc')).toEqual(['two', 'one', 'three']);
  expect(await titles('dueDate desc')).toEqual(['three', 'one', 'two']);
  for (const wrong of ['title', 'updateTime down', 'updateTime desc please', ','])
    expect((await call('GET', path(`courseWork?orderBy=${encodeURIComponent(wrong)}`))).status, wrong).toBe(400);
  expect((await call('GET', path('topics?orderBy=updateTime'))).status).toBe(400);
});

test('[B1004] an answer has only the fields that are asked for', async () => {
  await start();
  join(31);
  const { body } = await call('GET', path('students?fields=nextPageToken,students(userId,profile(name/fullName,emailAddress))'));
  expect(Object.keys(body).sort()).toEqual(['nextPageToken', 'students']);
  expect(Object.keys(body.students[0])).toEqual(['userId', 'profile']);
  expect(body.students[0].profile).toEqual({ name: { fullName: expect.any(String) }, emailAddress: expect.any(String) });
  expect((await call('GET', path('students?fields=students(userId'))).status).toBe(400);
});

test.each([
  ['a,b', { a: 1, b: [{ c: 2, d: 3 }] }],
  ['b/c', { b: [{ c: 2 }] }],
  ['b(c,d)', { b: [{ c: 2, d: 3 }] }],
  ['b/c,b/d', { b: [{ c: 2, d: 3 }] }],
  ['b/c,b', { b: [{ c: 2, d: 3 }] }],
  ['*', { a: 1, b: [{ c: 2, d: 3 }], e: { f: { c: 4 } } }],
  ['e/*/c', { e: { f: { c: 4 } } }],
  ['nothing', {}],
])('[B1004] fields=%s leaves what it names', (text, left) => {
  expect(parseFields(text)({ a: 1, b: [{ c: 2, d: 3 }], e: { f: { c: 4 } } })).toEqual(left);
});

test.each(['a(', 'a)', 'a,,b', ',a', 'a/', '()', 'a b', `${'a/'.repeat(50)}a`, `${'a('.repeat(50)}a${')'.repeat(50)}`])(
  '[B1004] fields=%s is refused',
  (text) => {
    expect(() => parseFields(text)).toThrow('fields');
  },
);

test('[B1004] a list may miss a write for a while: what is new, what is gone, what was changed; a single one never does', async () => {
  await start({ lagMs: 2000 });
  now += 5000;
  const titles = async () => ((await call('GET', path('topics'))).body.topic ?? []).map(({ name }: any) => name);
  const { topicId } = (await call('POST', path('topics'), { name: 'New' })).body;
  expect((await call('GET', path(`topics/${topicId}`))).status).toBe(200);
  expect(await titles()).toEqual([]);
  now += 2000;
  expect(await titles()).toEqual(['New']);
  await call('PATCH', path(`topics/${topicId}?updateMask=name`), { name: 'Other' });
  expect(await titles()).toEqual(['New']);
  now += 2000;
  expect(await titles()).toEqual(['Other']);
  await call('DELETE', path(`topics/${topicId}`));
  expect((await call('GET', path(`topics/${topicId}`))).status).toBe(404);
  expect(await titles()).toEqual(['Other']);
  now += 2000;
  expect(await titles()).toEqual([]);
  google.state.lagMs = 0;
  join(1);
  expect((await call('GET', path('students'))).body.students).toHaveLength(1);
});

test('[B1004] instants are written with as many digits as they need', async () => {
  await start();
  const times = [0, 700, 520, 123].map((ms) => {
    now = Date.UTC(2026, 8, 2, 10, 0, 0, ms);
    return google.asTeacher(lena).createTopic(course, `${ms}`);
  });
  call = callAs(google.url, google.issue(lena).accessToken);
  const seen = (await call('GET', path('topics'))).body.topic as { name: string; updateTime: string }[];
  expect(times.map(({ name }) => seen.find((topic) => topic.name === name)?.updateTime)).toEqual([
    '2026-09-02T10:00:00Z',
    '2026-09-02T10:00:00.7Z',
    '2026-09-02T10:00:00.52Z',
    '2026-09-02T10:00:00.123Z',
  ]);
});
