import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Caller, callAs, readAll, reasonOf } from './client.ts';
import { type Course, type SimulatedClassroom, startClassroom, type User } from './index.ts';

let now = Date.UTC(2026, 8, 1);
let google: SimulatedClassroom;
let people: Record<'admin' | 'lena' | 'omar' | 'sam' | 'stranger', User>;
let course: Course;
const as = (user: User, ofClientId?: string): Caller => callAs(google.url, google.issue(user, undefined, ofClientId).accessToken);
const path = (rest = '') => `/v1/courses/${course.id}${rest}`;

beforeEach(async () => {
  google = await startClassroom({ clock: () => now });
  const add = (email: string, more = {}) => google.people.add({ email, ...more });
  people = {
    admin: add('admin@school.example', { isAdmin: true, isTeacher: true }),
    lena: add('lena@school.example', { isTeacher: true }),
    omar: add('omar@school.example', { isTeacher: true }),
    sam: add('sam@school.example'),
    stranger: add('eve@other.example', { isTeacher: true }),
  };
  course = google.asTeacher(people.lena).createCourse({ name: 'Physics', section: 'Period 1' });
  google.asTeacher(people.lena).add(course, people.omar, 'TEACHER');
  google.asStudent(people.sam).join(course);
});
afterEach(() => google.close());

test('[B1001] a course is made for oneself, PROVISIONED unless said otherwise, and once under an alias', async () => {
  const call = as(people.omar);
  const made = await call('POST', '/v1/courses', { name: 'Biology', ownerId: 'me', id: 'p:bio' });
  expect(made).toMatchObject({ status: 200, body: { name: 'Biology', courseState: 'PROVISIONED', ownerId: people.omar.id } });
  expect(made.body.id).toMatch(/^\d{12}$/);
  expect((await call('POST', '/v1/courses', { name: 'Biology', ownerId: 'me', id: 'p:bio' })).status).toBe(409);
  expect((await call('GET', '/v1/courses/p%3Abio')).body.id).toBe(made.body.id);
  const other = google.addProject({ id: 'another' });
  expect((await as(people.omar, other.clientId)('GET', '/v1/courses/p:bio')).status).toBe(404);
  expect((await call('POST', '/v1/courses', { ownerId: 'me' })).status).toBe(400);
  expect((await call('POST', '/v1/courses', { name: 'x'.repeat(751), ownerId: 'me' })).status).toBe(400);
  expect((await call('POST', '/v1/courses', { name: 'B', ownerId: 'lena@school.example' })).status).toBe(403);
  expect((await call('POST', '/v1/courses', { name: 'B', ownerId: 'nobody@school.example' })).status).toBe(404);
  expect((await as(people.sam)('POST', '/v1/courses', { name: 'B', ownerId: 'me' })).status).toBe(403);
  expect((await as(people.admin)('POST', '/v1/courses', { name: 'B', ownerId: people.lena.id })).body.ownerId).toBe(people.lena.id);
});

test('[B1001] aliases of the domain are its administrator’s; whoever looks from elsewhere finds none', async () => {
  expect((await as(people.lena)('POST', path('/aliases'), { alias: 'd:physics' })).status).toBe(403);
  expect((await as(people.admin)('POST', path('/aliases'), { alias: 'd:physics' })).status).toBe(200);
  expect((await as(people.lena)('POST', path('/aliases'), { alias: 'physics' })).status).toBe(400);
  expect((await as(people.sam)('GET', '/v1/courses/d:physics')).body.id).toBe(course.id);
  expect((await as(people.stranger)('GET', '/v1/courses/d:physics')).status).toBe(404);
  await as(people.lena)('POST', path('/aliases'), { alias: 'p:one' });
  expect((await as(people.lena)('GET', path('/aliases'))).body.aliases).toEqual(expect.arrayContaining([{ alias: 'd:physics' }, { alias: 'p:one' }]));
  expect((await as(people.lena)('DELETE', path('/aliases/p%3Aone'))).status).toBe(200);
  expect((await as(people.lena)('DELETE', path('/aliases/p%3Aone'))).status).toBe(404);
});

test('[B1001] who is not in a course gets 404; students see it without its code and folder', async () => {
  expect((await as(people.stranger)('GET', path())).status).toBe(404);
  expect((await as(people.lena)('GET', path())).body).toMatchObject({ enrollmentCode: course.enrollmentCode, teacherFolder: {} });
  const seen = (await as(people.sam)('GET', path())).body;
  expect([seen.name, seen.enrollmentCode, seen.teacherFolder]).toEqual(['Physics', undefined, undefined]);
  expect((await as(people.sam)('PATCH', path('?updateMask=name'), { name: 'Mine' })).status).toBe(403);
  expect((await as(people.stranger)('PATCH', path('?updateMask=name'), { name: 'Mine' })).status).toBe(404);
});

test('[B1001] courses are listed by state and by who teaches or learns in them, the newest first', async () => {
  now += 1000;
  const later = google.asTeacher(people.lena).createCourse({ name: 'Later' });
  const old = google.asTeacher(people.lena).createCourse({ name: 'Suspended' }, { courseState: 'SUSPENDED' });
  const names = async (call: Caller, query: string) => ((await call('GET', `/v1/courses?${query}`)).body.courses ?? []).map(({ name }: Course) => name);
  expect(await names(as(people.lena), 'teacherId=me')).toEqual(['Later', 'Physics']);
  expect(await names(as(people.lena), 'courseStates=SUSPENDED')).toEqual([old.name]);
  expect(await names(as(people.sam), 'studentId=me')).toEqual(['Physics']);
  expect(await names(as(people.omar), 'teacherId=lena@school.example')).toEqual(['Physics']);
  expect(await names(as(people.admin), `studentId=${people.sam.id}`)).toEqual(['Physics']);
  expect(await names(as(people.stranger), '')).toEqual([]);
  expect((await as(people.lena)('GET', '/v1/courses?teacherId=nobody')).status).toBe(404);
  expect((await as(people.lena)('GET', '/v1/courses?courseStates=OPEN')).status).toBe(400);
  expect((await readAll(as(people.lena), '/v1/courses?pageSize=1', 'courses')).map(({ id }) => id)).toEqual([later.id, course.id]);
});

test('[B1001] a patch changes what its mask names, clears what is missing, and refuses any other field', async () => {
  const call = as(people.omar);
  const patch = (mask: string, body: object) => call('PATCH', path(`?updateMask=${mask}`), body);
  now += 5;
  expect((await patch('name,room', { name: 'Physics 2', room: '12', section: 'not asked for' })).body).toMatchObject({
    name: 'Physics 2',
    room: '12',
    section: 'Period 1',
  });
  expect((await patch('section', {})).body.section).toBeUndefined();
  expect((await patch('descriptionHeading', { descriptionHeading: 'H' })).body.updateTime).toBe('2026-09-01T00:00:01.005Z');
  for (const mask of ['enrollmentCode', 'id', 'creationTime', 'calendarId', '', 'name,subject'])
    expect((await patch(mask, { name: 'x' })).status, mask).toBe(400);
  expect((await patch('name', {})).status).toBe(400);
  expect((await call('PATCH', path('?updateMask=name'), { name: 'x', subject: 'y' })).status).toBe(400);
  expect((await call('PUT', path(), { name: 'Whole' })).body).toMatchObject({ name: 'Whole', courseState: 'ACTIVE' });
  expect(course.room).toBeUndefined();
});

test('[B1001] states follow each other as Google says, and what is archived stays as it is', async () => {
  const call = as(people.lena);
  const state = (courseState: string) => call('PATCH', path('?updateMask=courseState'), { courseState });
  expect((await state('PROVISIONED')).status).toBe(400);
  expect((await state('SUSPENDED')).status).toBe(400);
  expect((await call('DELETE', path())).status).toBe(400);
  expect((await state('ARCHIVED')).body.courseState).toBe('ARCHIVED');
  expect(reasonOf(await call('PATCH', path('?updateMask=name'), { name: 'x' }))).toBe('@CourseNotModifiable');
  expect(reasonOf(await call('POST', path('/topics'), { name: 'Unit' }))).toBe('@CourseNotModifiable');
  expect((await call('PATCH', path('?updateMask=name,courseState'), { name: 'Back', courseState: 'ACTIVE' })).body.name).toBe('Back');
  await state('ARCHIVED');
  expect((await as(people.omar)('DELETE', path())).status).toBe(403);
  expect((await call('DELETE', path())).status).toBe(200);
  expect((await call('GET', path())).status).toBe(404);
  const draft = google.asTeacher(people.lena).createCourse({ name: 'New' }, { courseState: 'PROVISIONED' });
  expect((await call('PATCH', `/v1/courses/${draft.id}?updateMask=courseState`, { courseState: 'DECLINED' })).status).toBe(200);
  expect((await call('PATCH', `/v1/courses/${draft.id}?updateMask=courseState`, { courseState: 'ACTIVE' })).status).toBe(400);
});

test('[B1001] only the administrator gives a course to another teacher of it', async () => {
  const give = (call: Caller, ownerId: string) => call('PATCH', path('?updateMask=ownerId'), { ownerId });
  expect((await give(as(people.lena), people.omar.id)).status).toBe(403);
  expect(reasonOf(await give(as(people.admin), people.sam.id))).toBe('@IneligibleOwner');
  expect((await give(as(people.admin), people.omar.email)).body.ownerId).toBe(people.omar.id);
});

test('[B1001] members are added by the administrator or with the code, once, and within the limits of a course', async () => {
  const mia = google.people.add({ email: 'mia@school.example' });
  const add = (call: Caller, kind: string, userId: string, query = '') => call('POST', path(`/${kind}${query}`), { userId });
  expect((await add(as(people.lena), 'students', mia.id)).status).toBe(403);
  expect((await add(as(mia), 'students', 'me')).status).toBe(404);
  expect((await add(as(mia), 'students', 'me', '?enrollmentCode=wrong')).status).toBe(404);
  expect((await add(as(mia), 'students', 'me', `?enrollmentCode=${course.enrollmentCode}`)).body.userId).toBe(mia.id);
  expect((await add(as(people.admin), 'students', mia.id)).status).toBe(409);
  expect((await add(as(people.admin), 'teachers', mia.id)).status).toBe(409);
  expect(reasonOf(await add(as(people.admin), 'students', people.stranger.id))).toBe('@CannotDirectAddUser');
  expect((await add(as(people.admin), 'students', 'nobody@school.example')).status).toBe(404);
  for (let at = 0; at < 18; at += 1) google.asTeacher(people.lena).add(course, google.people.add({ email: `t${at}@school.example` }), 'TEACHER');
  const late = google.people.add({ email: 'late@school.example' });
  expect(reasonOf(await add(as(people.admin), 'teachers', late.id))).toBe('@CourseTeacherLimitReached');
});

test('[B1001] a teacher takes members out, but not the owner; whoever is not there is 404', async () => {
  const call = as(people.omar);
  expect(reasonOf(await call('DELETE', path(`/teachers/${people.lena.id}`)))).toBe('@CannotRemoveCourseOwner');
  expect((await as(people.sam)('DELETE', path(`/students/${people.sam.id}`))).status).toBe(403);
  expect((await call('GET', path(`/students/${people.sam.email}`))).body.userId).toBe(people.sam.id);
  expect((await call('DELETE', path(`/students/${people.sam.id}`))).status).toBe(200);
  expect((await call('DELETE', path(`/students/${people.sam.id}`))).status).toBe(404);
  expect((await as(people.sam)('GET', path())).status).toBe(404);
});

test('[B1001] addresses show with their scope alone, and not where the school keeps them back', async () => {
  google.people.change(people.sam, { isEmailHidden: true });
  const read = async (scopes?: string[]) =>
    (await callAs(google.url, google.issue(people.lena, scopes).accessToken)('GET', path('/teachers'))).body.teachers.map(
      (one: any) => one.profile.emailAddress,
    );
  expect((await read()).sort()).toEqual(['lena@school.example', 'omar@school.example']);
  expect(await read(['https://www.googleapis.com/auth/classroom.rosters.readonly'])).toEqual([undefined, undefined]);
  expect((await as(people.lena)('GET', path('/students'))).body.students[0].profile).toEqual({
    id: people.sam.id,
    name: { givenName: 'sam', fullName: 'sam' },
  });
  expect((await as(people.lena)('GET', `/v1/userProfiles/${people.admin.email}`)).body.emailAddress).toBe('admin@school.example');
  expect((await as(people.lena)('GET', `/v1/userProfiles/${people.stranger.id}`)).status).toBe(403);
  expect((await as(people.lena)('GET', '/v1/userProfiles/me')).body).toMatchObject({ id: people.lena.id, permissions: [{ permission: 'CREATE_COURSE' }] });
});

test('[B1001] an invitation is one for each person, accepted by that person alone, and gone when it is over', async () => {
  const call = as(people.lena);
  const invite = (userId: string, role: string) => call('POST', '/v1/invitations', { courseId: course.id, userId, role });
  const made = await invite(people.stranger.email, 'TEACHER');
  expect(made.body).toMatchObject({ userId: people.stranger.id, role: 'TEACHER' });
  expect((await invite(people.stranger.id, 'STUDENT')).status).toBe(409);
  expect((await invite(people.sam.id, 'STUDENT')).status).toBe(400);
  expect((await invite('nobody@school.example', 'STUDENT')).status).toBe(404);
  expect((await invite(people.sam.id, 'COURSE_ROLE_UNSPECIFIED')).status).toBe(400);
  expect(reasonOf(await invite(people.sam.id, 'OWNER'))).toBe('@IneligibleOwner');
  expect((await as(people.sam)('POST', '/v1/invitations', { courseId: course.id, userId: 'eve@other.example', role: 'STUDENT' })).status).toBe(403);
  expect((await call('GET', '/v1/invitations')).status).toBe(400);
  expect((await call('GET', `/v1/invitations?courseId=${course.id}`)).body.invitations).toHaveLength(1);
  expect((await as(people.sam)('GET', `/v1/invitations?courseId=${course.id}`)).status).toBe(403);
  expect((await as(people.stranger)('GET', '/v1/invitations?userId=me')).body.invitations).toHaveLength(1);
  const at = `/v1/invitations/${made.body.id}`;
  expect((await as(people.sam)('GET', at)).status).toBe(404);
  expect((await call('POST', `${at}:accept`, {})).status).toBe(403);
  expect((await as(people.stranger)('POST', `${at}:accept`, {})).status).toBe(200);
  expect((await call('GET', at)).status).toBe(404);
  expect((await call('GET', path(`/teachers/${people.stranger.id}`))).status).toBe(200);
  const owner = await invite(people.omar.id, 'OWNER');
  expect((await as(people.omar)('POST', `/v1/invitations/${owner.body.id}:accept`, {})).status).toBe(200);
  expect(course.ownerId).toBe(people.omar.id);
  const gone = await as(people.omar)('POST', '/v1/invitations', { courseId: course.id, userId: people.admin.id, role: 'STUDENT' });
  expect((await as(people.omar)('DELETE', `/v1/invitations/${gone.body.id}`)).status).toBe(200);
});

test('[B1001] topics have one name each, without blanks at the ends; only the project that made one renames it', async () => {
  const call = as(people.lena);
  const made = await call('POST', path('/topics'), { name: '  Unit   1: Motion ' });
  expect(made.body.name).toBe('Unit 1: Motion');
  expect((await call('POST', path('/topics'), { name: 'Unit 1: Motion' })).status).toBe(409);
  expect((await call('POST', path('/topics'), { name: 'unit 1: motion' })).status).toBe(200);
  for (const name of ['  ', 'x'.repeat(101)]) expect((await call('POST', path('/topics'), { name })).status).toBe(400);
  const foreign = google.asTeacher(people.lena).createTopic(course, 'Unit 1: Motion ');
  const rename = (id: string, name: string) => call('PATCH', path(`/topics/${id}?updateMask=name`), { name });
  expect(reasonOf(await rename(foreign.topicId, 'Mine'))).toBe('@ProjectPermissionDenied');
  expect((await rename(made.body.topicId, 'Unit 2')).body.name).toBe('Unit 2');
  expect((await call('PATCH', path(`/topics/${made.body.topicId}?updateMask=topicId`), {})).status).toBe(400);
  const work = google.asTeacher(people.lena).createWork(course, { title: 'W', topicId: foreign.topicId });
  expect((await as(people.sam)('DELETE', path(`/topics/${foreign.topicId}`))).status).toBe(403);
  expect((await call('DELETE', path(`/topics/${foreign.topicId}`))).status).toBe(200);
  expect(work.topicId).toBeUndefined();
  expect((await call('GET', path(`/topics/${foreign.topicId}`))).status).toBe(404);
  expect((await as(people.sam)('GET', path('/topics'))).body.topic).toHaveLength(2);
});
