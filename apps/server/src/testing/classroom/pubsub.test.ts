import { createSign } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Caller, callAs } from './client.ts';
import { type Course, scope, type SimulatedClassroom, startClassroom, teacherScopes, type User } from './index.ts';

const topicName = 'projects/project-1/topics/changes';
const subscription = 'projects/project-1/subscriptions/ours';
let now = 0;
let google: SimulatedClassroom;
let [lena, sam]: User[] = [];
let course: Course;
const as = (user: User | undefined, scopes: readonly string[] = [...teacherScopes, scope('pubsub')]): Caller =>
  callAs(google.url, google.issue(user as User, scopes).accessToken);

beforeEach(async () => {
  now = Date.UTC(2026, 8, 1);
  google = await startClassroom({ clock: () => now });
  google.pubsub.subscribe(topicName, subscription);
  [lena, sam] = ['lena', 'sam'].map((name) => google.people.add({ email: `${name}@school.example`, isTeacher: name === 'lena' }));
  course = google.asTeacher(lena as User).createCourse({ name: 'Physics' });
});
afterEach(() => google.close());

const feedOf = (feedType: string) => ({
  feedType,
  [feedType === 'COURSE_WORK_CHANGES' ? 'courseWorkChangesInfo' : 'courseRosterChangesInfo']: { courseId: course.id },
});
const register = (by: Caller, feedType: string, topic = topicName) =>
  by('POST', '/v1/registrations', { feed: feedOf(feedType), cloudPubsubTopic: { topicName: topic } });
const pull = async (by: Caller, maxMessages = 100): Promise<{ ackId: string; said: any; deliveryAttempt: number }[]> =>
  ((await by('POST', `/v1/${subscription}:pull`, { maxMessages })).body.receivedMessages ?? []).map(({ ackId, deliveryAttempt, message }: any) => ({
    ackId,
    deliveryAttempt,
    said: JSON.parse(Buffer.from(message.data, 'base64').toString()),
  }));

test('[B1007] a registration lasts a week; the same once more is the same, for another week', async () => {
  const call = as(lena);
  const first = await register(call, 'COURSE_WORK_CHANGES');
  expect(first.body).toMatchObject({ feed: feedOf('COURSE_WORK_CHANGES'), expiryTime: '2026-09-08T00:00:00Z' });
  now += 1000;
  expect((await register(call, 'COURSE_WORK_CHANGES')).body).toMatchObject({ registrationId: first.body.registrationId, expiryTime: '2026-09-08T00:00:01Z' });
  google.asTeacher(lena as User).createWork(course, { title: 'W' });
  expect(google.pubsub.count(subscription)).toBe(1);
  now += 7 * 24 * 3_600_000;
  google.asTeacher(lena as User).createWork(course, { title: 'W' });
  expect(google.pubsub.count(subscription)).toBe(1);
  await register(as(lena), 'COURSE_WORK_CHANGES');
  expect((await as(lena)('DELETE', `/v1/registrations/${first.body.registrationId}`)).status).toBe(200);
  google.asTeacher(lena as User).createWork(course, { title: 'W' });
  expect(google.pubsub.count(subscription)).toBe(1);
  expect((await as(lena)('DELETE', `/v1/registrations/${first.body.registrationId}`)).status).toBe(404);
});

test('[B1007] a registration is refused without a feed, a topic, the course, its teacher or the scope to read what it tells of', async () => {
  const call = as(lena);
  expect((await call('POST', '/v1/registrations', { feed: feedOf('COURSE_WORK_CHANGES') })).status).toBe(400);
  expect((await call('POST', '/v1/registrations', { cloudPubsubTopic: { topicName } })).status).toBe(400);
  expect((await register(call, 'EVERYTHING')).status).toBe(400);
  expect((await register(call, 'COURSE_WORK_CHANGES', 'projects/project-1/topics/none')).status).toBe(404);
  expect((await register(as(sam), 'COURSE_WORK_CHANGES')).status).toBe(404);
  expect((await register(as(lena, [scope('classroom.push-notifications')]), 'COURSE_ROSTER_CHANGES')).status).toBe(403);
  expect((await register(as(lena, [scope('classroom.rosters')]), 'COURSE_ROSTER_CHANGES')).status).toBe(403);
  expect((await register(call, 'DOMAIN_ROSTER_CHANGES')).status).toBe(403);
});

test('[B1007] each feed tells of its own changes by id: who came and went, works, submissions', async () => {
  const call = as(lena);
  await register(call, 'COURSE_WORK_CHANGES');
  await register(call, 'COURSE_ROSTER_CHANGES');
  const [teacher, student] = [google.asTeacher(lena as User), google.asStudent(sam as User)];
  student.join(course);
  const work = teacher.createWork(course, { title: 'W' });
  student.turnIn(work);
  teacher.createTopic(course, 'none is told of a topic');
  teacher.delete(work);
  student.leave(course);
  const told = (await pull(call)).map(({ said }) => `${said.collection} ${said.eventType} ${said.resourceId.userId ?? said.resourceId.id}`);
  const submission = [...google.state.room(course.id).left.keys()][0];
  expect(told).toEqual([
    `courses.students CREATED ${sam?.id}`,
    `courses.courseWork CREATED ${work.id}`,
    `courses.courseWork.studentSubmissions MODIFIED ${submission}`,
    `courses.courseWork.studentSubmissions MODIFIED ${submission}`,
    `courses.courseWork DELETED ${work.id}`,
    `courses.students DELETED ${sam?.id}`,
  ]);
});

test('[B1007] what was pulled comes again after the deadline until it is acknowledged', async () => {
  const call = as(lena);
  await register(call, 'COURSE_ROSTER_CHANGES');
  google.asStudent(sam as User).join(course);
  const [first] = await pull(call);
  expect(first?.deliveryAttempt).toBe(1);
  expect(await pull(call)).toEqual([]);
  now += google.pubsub.ackDeadlineMs;
  await call('POST', `/v1/${subscription}:acknowledge`, { ackIds: [first?.ackId] });
  const [again] = await pull(call);
  expect(again).toMatchObject({ deliveryAttempt: 2, said: first?.said });
  await call('POST', `/v1/${subscription}:modifyAckDeadline`, { ackIds: [again?.ackId], ackDeadlineSeconds: 0 });
  const [third] = await pull(call, 1);
  expect((await call('POST', `/v1/${subscription}:acknowledge`, { ackIds: [third?.ackId] })).body).toEqual({});
  now += google.pubsub.ackDeadlineMs;
  expect(await pull(call)).toEqual([]);
  expect(google.pubsub.count(subscription)).toBe(0);
});

test('[B1007] a subscription is its project’s, and needs its scope', async () => {
  expect((await as(lena)('GET', `/v1/${subscription}`)).body).toMatchObject({ topic: topicName });
  expect((await as(lena)('POST', `/v1/${subscription}:pull`, {})).status).toBe(400);
  expect((await as(lena)('POST', `/v1/${subscription}x:pull`, { maxMessages: 1 })).status).toBe(404);
  expect((await as(lena, teacherScopes)('POST', `/v1/${subscription}:pull`, { maxMessages: 1 })).body.error.details[0].reason).toBe(
    'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  );
  const other = google.issue(lena as User, [scope('pubsub')], google.addProject({ id: 'another' }).clientId);
  expect((await callAs(google.url, other.accessToken)('POST', `/v1/${subscription}:pull`, { maxMessages: 1 })).status).toBe(403);
});

test('[B1007] a program’s own account gets its token by a signed assertion, and by no forged one', async () => {
  const key = google.serviceAccount();
  const tokenFor = async (privateKey: string, aud = key.token_uri) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256' })}.${part({ iss: key.client_email, scope: scope('pubsub'), aud })}`;
    const assertion = `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    return (await (await fetch(key.token_uri, { method: 'POST', body: new URLSearchParams(form) })).json()) as Record<string, string>;
  };
  const { access_token = '' } = await tokenFor(key.private_key);
  expect((await callAs(google.url, access_token)('POST', `/v1/${subscription}:pull`, { maxMessages: 1 })).status).toBe(200);
  expect((await tokenFor(google.serviceAccount().private_key)).error).toBe('invalid_grant');
  expect((await tokenFor(key.private_key, 'https://elsewhere.example')).error).toBe('invalid_grant');
});
