import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, callAs, reasonOf } from './client.ts';
import { type Course, type SimulatedClassroom, startClassroom, teacherScopes, scope, type User } from './index.ts';

let now = 0;
let google: SimulatedClassroom;
let lena: User;
let [sam, mia]: User[] = [];
let course: Course;
let call: Caller;
const as = (user: User | undefined, ofClientId?: string): Caller =>
  callAs(google.url, google.issue(user as User, [...teacherScopes, scope('classroom.coursework.me')], ofClientId).accessToken);
const path = (rest: string) => `/v1/courses/${course.id}/${rest}`;

beforeEach(async () => {
  now = Date.UTC(2026, 8, 1);
  google = await startClassroom({ clock: () => now });
  lena = google.people.add({ email: 'lena@school.example', isTeacher: true });
  [sam, mia] = ['sam', 'mia'].map((name) => google.people.add({ email: `${name}@school.example` }));
  course = google.asTeacher(lena).createCourse({ name: 'Physics' });
  for (const student of [sam, mia]) google.asStudent(student as User).join(course);
  call = as(lena);
});
afterEach(() => google.close());

const kinds = [
  { name: 'courseWork', listKey: 'courseWork', states: 'courseWorkStates', own: { title: 'Lab 1', workType: 'ASSIGNMENT' }, words: 'title' },
  { name: 'courseWorkMaterials', listKey: 'courseWorkMaterial', states: 'courseWorkMaterialStates', own: { title: 'Glossary' }, words: 'title' },
  { name: 'announcements', listKey: 'announcements', states: 'announcementStates', own: { text: 'No class' }, words: 'text' },
];

describe.each(kinds)('$name', ({ name, listKey, states, own, words }) => {
  const create = (body: object = {}) => call('POST', path(name), { ...own, ...body });
  const patch = (id: string, mask: string, body: object, by = call) => by('PATCH', path(`${name}/${id}?updateMask=${mask}`), body);

  test('[B1002] a draft is the teachers’; published, students see it; deleted, teachers still do', async () => {
    const made = await create();
    expect(made).toMatchObject({ status: 200, body: { ...own, state: 'DRAFT', assigneeMode: 'ALL_STUDENTS', creatorUserId: lena.id } });
    const { id } = made.body;
    const seen = async (by: Caller, query = '') => ((await by('GET', path(`${name}${query}`))).body[listKey] ?? []).length;
    expect([await seen(call), await seen(call, `?${states}=DRAFT`), await seen(as(sam), `?${states}=DRAFT`)]).toEqual([0, 1, 0]);
    expect((await as(sam)('GET', path(`${name}/${id}`))).status).toBe(404);
    now += 10;
    expect((await patch(id, 'state', { state: 'PUBLISHED' })).body).toMatchObject({ state: 'PUBLISHED', updateTime: '2026-09-01T00:00:00.01Z' });
    expect([await seen(call), await seen(as(sam))]).toEqual([1, 1]);
    expect(reasonOf(await patch(id, 'state', { state: 'DRAFT' }))).toBe('FAILED_PRECONDITION');
    expect((await patch(id, 'state', { state: 'DELETED' })).status).toBe(400);
    expect((await call('DELETE', path(`${name}/${id}`))).status).toBe(200);
    expect([await seen(call), await seen(call, `?${states}=PUBLISHED&${states}=DELETED`), await seen(as(sam), `?${states}=DELETED`)]).toEqual([0, 1, 0]);
    expect(reasonOf(await call('DELETE', path(`${name}/${id}`)))).toBe('FAILED_PRECONDITION');
    expect(reasonOf(await patch(id, words, { [words]: 'x' }))).toBe('FAILED_PRECONDITION');
    const draft = await create();
    await call('DELETE', path(`${name}/${draft.body.id}`));
    expect((await call('GET', path(`${name}/${draft.body.id}`))).status).toBe(404);
  });

  test('[B1002] only the project that made it changes it: not another one, and none what was made in Classroom’s own screens', async () => {
    const mine = (await create({ state: 'PUBLISHED' })).body;
    const teacher = google.asTeacher(lena);
    const foreign =
      name === 'courseWork'
        ? teacher.createWork(course, { title: 'F' })
        : name === 'announcements'
          ? teacher.announce(course, { text: 'F' })
          : teacher.createMaterial(course, { title: 'F' });
    const other = as(lena, google.addProject({ id: 'another' }).clientId);
    for (const [by, id] of [
      [call, foreign.id],
      [other, mine.id],
    ] as const) {
      expect(reasonOf(await patch(id, words, { [words]: 'x' }, by))).toBe('@ProjectPermissionDenied');
      expect(reasonOf(await by('DELETE', path(`${name}/${id}`)))).toBe('@ProjectPermissionDenied');
    }
    expect((await patch(mine.id, words, { [words]: 'x' }, as(sam))).status).toBe(403);
    expect((await patch('1', words, { [words]: 'x' })).status).toBe(404);
    expect((await as(sam)('POST', path(name), own)).status).toBe(403);
  });

  test('[B1002] a scheduled draft publishes itself, and only a draft has an hour that lies ahead', async () => {
    const scheduledTime = new Date(now + 60_000).toISOString();
    expect((await create({ scheduledTime, state: 'PUBLISHED' })).status).toBe(400);
    expect((await create({ scheduledTime: '2026-08-31T00:00:00Z' })).status).toBe(400);
    const { id } = (await create({ scheduledTime })).body;
    expect((await call('GET', path(`${name}/${id}`))).body).toMatchObject({ state: 'DRAFT', scheduledTime: '2026-09-01T00:01:00Z' });
    now += 60_000;
    expect((await as(sam)('GET', path(`${name}/${id}`))).body.state).toBe('PUBLISHED');
    expect((await patch(id, 'scheduledTime', { scheduledTime: new Date(now + 9).toISOString() })).status).toBe(400);
  });

  test('[B1002] masks name what may be changed, in either spelling, and nothing else', async () => {
    const { id } = (await create({ state: 'PUBLISHED' })).body;
    expect((await patch(id, words, { [words]: 'New' })).body[words]).toBe('New');
    expect((await patch(id, words, {})).status).toBe(400);
    for (const mask of ['', 'materials', 'creationTime', 'assigneeMode', `${words},workType`, 'gradeCategory'])
      expect((await patch(id, mask, own)).status, mask).toBe(400);
    expect((await patch(id, words, { [words]: 'New', unheardOf: 1 })).status).toBe(400);
    expect((await call('PATCH', path(`${name}/${id}?updateMask=${words}&unheardOf=1`), { [words]: 'x' })).status).toBe(400);
  });

  test('[B1002] at most twenty materials, each a link, a video or a file that one may read', async () => {
    const link = (url: string) => ({ link: { url } });
    const made = await create({ materials: [link('https://example.org/a'), link('https://www.youtube.com/watch?v=abc')] });
    expect(made.body.materials).toMatchObject([{ link: { url: 'https://example.org/a' } }, { youtubeVideo: { id: 'abc' } }]);
    expect((await create({ materials: Array.from({ length: 21 }, () => link('https://example.org')) })).status).toBe(400);
    expect((await create({ materials: [{ form: { formUrl: 'https://example.org' } }] })).status).toBe(400);
    const file = google.drive.add(sam as User, { name: 'Own.pdf', mimeType: 'application/pdf', size: 1 });
    const share = { materials: [{ driveFile: { driveFile: { id: file.id }, shareMode: 'VIEW' } }] };
    expect(reasonOf(await create(share))).toBe('@AttachmentNotVisible');
    file.readers.add(lena.id);
    expect((await create(share)).body.materials[0].driveFile.driveFile.title).toBe('Own.pdf');
  });

  test('[B1002] it is for all students or for those that are named', async () => {
    const only = { assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: [sam?.id] } };
    expect((await create({ assigneeMode: 'INDIVIDUAL_STUDENTS' })).status).toBe(400);
    expect((await create({ ...only, individualStudentsOptions: { studentIds: [lena.id] } })).status).toBe(400);
    const { id } = (await create({ ...only, state: 'PUBLISHED' })).body;
    const sees = async (user: User | undefined) => (await as(user)('GET', path(`${name}/${id}`))).status;
    expect([await sees(sam), await sees(mia)]).toEqual([200, 404]);
    if (name === 'courseWorkMaterials') return;
    const modify = (body: object) => call('POST', path(`${name}/${id}:modifyAssignees`), body);
    const swap = { addStudentIds: [mia?.id], removeStudentIds: [sam?.id] };
    expect((await modify({ assigneeMode: 'INDIVIDUAL_STUDENTS', modifyIndividualStudentsOptions: swap })).body.individualStudentsOptions).toEqual({
      studentIds: [mia?.id],
    });
    expect([await sees(sam), await sees(mia)]).toEqual([404, 200]);
    expect((await modify({ assigneeMode: 'ALL_STUDENTS', modifyIndividualStudentsOptions: swap })).status).toBe(400);
    expect((await modify({ assigneeMode: 'ALL_STUDENTS' })).body.assigneeMode).toBe('ALL_STUDENTS');
    expect([await sees(sam), await sees(mia)]).toEqual([200, 200]);
  });
});

const work = (body: object) => call('POST', path('courseWork'), { title: 'Lab', workType: 'ASSIGNMENT', state: 'PUBLISHED', ...body });
const due = { dueDate: { year: 2026, month: 9, day: 30 }, dueTime: { hours: 21 } };

test('[B1002] a work says whether the calling project made it', async () => {
  await work({ title: 'Ours' });
  google.asTeacher(lena).createWork(course, { title: 'Foreign' });
  const flags = async (by: Caller) =>
    ((await by('GET', path('courseWork'))).body.courseWork as any[]).map(({ title, associatedWithDeveloper }) => [title, associatedWithDeveloper]).sort();
  expect(await flags(call)).toEqual([
    ['Foreign', undefined],
    ['Ours', true],
  ]);
  const other = as(lena, google.addProject({ id: 'another' }).clientId);
  expect(await flags(other)).toEqual([
    ['Foreign', undefined],
    ['Ours', undefined],
  ]);
});

test('[B1002] points are whole numbers from 0, and a choice has its choices', async () => {
  expect((await work({ maxPoints: 12.5 })).status).toBe(400);
  expect((await work({ maxPoints: -1 })).status).toBe(400);
  expect((await work({ maxPoints: 0 })).body.maxPoints).toBeUndefined();
  expect((await work({ maxPoints: 100 })).body.maxPoints).toBe(100);
  expect((await work({ workType: undefined })).status).toBe(400);
  expect((await work({ workType: 'MULTIPLE_CHOICE_QUESTION' })).status).toBe(400);
  expect((await work({ multipleChoiceQuestion: { choices: ['A'] } })).status).toBe(400);
  const choices = { workType: 'MULTIPLE_CHOICE_QUESTION', multipleChoiceQuestion: { choices: ['A', 'B'] } };
  expect((await work(choices)).body.multipleChoiceQuestion).toEqual({ choices: ['A', 'B'] });
  expect((await work({ topicId: '1' })).status).toBe(400);
  expect((await work({ title: 'x'.repeat(3001) })).status).toBe(400);
  expect((await work({ description: 'x'.repeat(30_001) })).status).toBe(400);
});

test('[B1002] a day comes with a time and lies ahead when it is written; both are cleared together', async () => {
  expect((await work({ dueDate: due.dueDate })).status).toBe(400);
  expect((await work({ dueTime: due.dueTime })).status).toBe(400);
  expect((await work({ ...due, dueDate: { year: 2026, month: 8, day: 31 } })).status).toBe(400);
  expect((await work({ ...due, dueDate: { year: 2026, month: 9, day: 31 } })).status).toBe(400);
  expect((await work({ ...due, dueTime: { hours: 24 } })).status).toBe(400);
  const { id } = (await work({ ...due, dueTime: {} })).body;
  const patch = (mask: string, body: object) => call('PATCH', path(`courseWork/${id}?updateMask=${mask}`), body);
  expect((await patch('due_date,due_time', due)).body).toMatchObject(due);
  expect((await patch('due_date', {})).status).toBe(400);
  const cleared = (await patch('due_date,due_time,max_points', {})).body;
  expect([cleared.dueDate, cleared.dueTime]).toEqual([undefined, undefined]);
  expect((await patch('submission_modification_mode', { submissionModificationMode: 'MODIFIABLE' })).body.submissionModificationMode).toBe('MODIFIABLE');
  now = Date.UTC(2027, 0, 1);
  call = as(lena);
  expect((await patch('title', { title: 'A new title after the day' })).status).toBe(200);
});

test('[B1002] materials are found by their link or file', async () => {
  const teacher = google.asTeacher(lena);
  teacher.createMaterial(course, { title: 'One', materials: [{ link: { url: 'https://example.org/motion' } }] });
  teacher.createMaterial(course, { title: 'Two', materials: [{ driveFile: { driveFile: { id: 'd1' } } }] });
  const titles = async (query: string) =>
    ((await call('GET', path(`courseWorkMaterials?${query}`))).body.courseWorkMaterial ?? []).map((one: any) => one.title);
  expect(await titles('materialLink=motion')).toEqual(['One']);
  expect(await titles('materialDriveId=d1')).toEqual(['Two']);
  expect(await titles('materialDriveId=d1&materialLink=motion')).toEqual([]);
});
