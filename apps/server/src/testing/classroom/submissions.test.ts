import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Caller, callAs, readAll, reasonOf } from './client.ts';
import { type Course, scope, type SimulatedClassroom, startClassroom, teacherScopes, type User, type Work } from './index.ts';

let now = 0;
let google: SimulatedClassroom;
let [lena, sam, mia]: User[] = [];
let course: Course;
let call: Caller;
const me = scope('classroom.coursework.me');
const as = (user: User | undefined, scopes: readonly string[] = [...teacherScopes, me]): Caller =>
  callAs(google.url, google.issue(user as User, scopes).accessToken);
const path = (workId: string, rest = '') => `/v1/courses/${course.id}/courseWork/${workId}/studentSubmissions${rest}`;

beforeEach(async () => {
  now = Date.UTC(2026, 8, 1);
  google = await startClassroom({ clock: () => now });
  [lena, sam, mia] = ['lena', 'sam', 'mia'].map((name) => google.people.add({ email: `${name}@school.example`, isTeacher: name === 'lena' }));
  course = google.asTeacher(lena as User).createCourse({ name: 'Physics' });
  for (const student of [sam, mia]) google.asStudent(student as User).join(course);
  call = as(lena);
});
afterEach(() => google.close());

const publish = async (body: object = {}): Promise<Work> =>
  (await call('POST', `/v1/courses/${course.id}/courseWork`, { title: 'Lab', workType: 'ASSIGNMENT', state: 'PUBLISHED', maxPoints: 10, ...body })).body;
const ofSam = (work: Pick<Work, 'id' | 'courseId'>) => google.asStudent(sam as User).submission(work);
const deed = (by: Caller, work: Work, verb: string, body: object = {}) => by('POST', path(work.id, `/${ofSam(work).id}:${verb}`), body);
const patch = (by: Caller, work: Work, mask: string, body: object) => by('PATCH', path(work.id, `/${ofSam(work).id}?updateMask=${mask}`), body);

test('[B1003] everybody whom a published work is for has one submission, whenever they come, go and come back', async () => {
  const work = await publish();
  const ids = async () => (await readAll(call, path(work.id), 'studentSubmissions')).map(({ userId }) => userId).sort();
  expect(await ids()).toEqual([sam?.id, mia?.id].sort());
  const { id } = ofSam(work);
  google.asStudent(sam as User).turnIn(work);
  google.asStudent(sam as User).leave(course);
  expect(await ids()).toEqual([mia?.id]);
  google.asStudent(sam as User).join(course);
  expect(ofSam(work)).toMatchObject({ id, state: 'TURNED_IN' });
  const late = google.people.add({ email: 'late@school.example' });
  google.asStudent(late).join(course);
  expect(await ids()).toHaveLength(3);
  const draft = await publish({ state: 'DRAFT' });
  expect(await readAll(call, path(draft.id), 'studentSubmissions')).toEqual([]);
  await call('PATCH', `/v1/courses/${course.id}/courseWork/${draft.id}?updateMask=state`, { state: 'PUBLISHED' });
  expect(await readAll(call, path('-'), 'studentSubmissions')).toHaveLength(6);
});

test('[B1003] the student alone hands in and takes back, from the states from which that goes', async () => {
  const work = await publish();
  const student = as(sam);
  expect(ofSam(work).state).toBe('NEW');
  expect((await student('GET', path(work.id, `/${ofSam(work).id}`))).body).toMatchObject({ state: 'CREATED', creationTime: '2026-09-01T00:00:00Z' });
  expect((await deed(call, work, 'turnIn')).status).toBe(403);
  expect((await deed(as(mia), work, 'turnIn')).status).toBe(404);
  expect(reasonOf(await deed(student, work, 'reclaim'))).toBe('FAILED_PRECONDITION');
  expect((await deed(student, work, 'turnIn')).body).toEqual({});
  expect(reasonOf(await deed(student, work, 'turnIn'))).toBe('FAILED_PRECONDITION');
  expect((await deed(call, work, 'reclaim')).status).toBe(403);
  expect((await deed(student, work, 'reclaim')).status).toBe(200);
  expect(ofSam(work).state).toBe('RECLAIMED_BY_STUDENT');
  await deed(student, work, 'turnIn');
  const { submissionHistory } = (await call('GET', path(work.id, `/${ofSam(work).id}`))).body;
  expect(submissionHistory.map((entry: any) => entry.stateHistory.state)).toEqual(['CREATED', 'TURNED_IN', 'RECLAIMED_BY_STUDENT', 'TURNED_IN']);
});

test('[B1003] only what was handed in is returned, without the draft becoming the grade; in Classroom’s own screens it does', async () => {
  const work = await publish();
  expect(reasonOf(await deed(call, work, 'return'))).toBe('FAILED_PRECONDITION');
  google.asStudent(sam as User).turnIn(work);
  await patch(call, work, 'draftGrade', { draftGrade: 7 });
  expect((await deed(as(sam), work, 'return')).status).toBe(403);
  expect((await deed(call, work, 'return')).status).toBe(200);
  expect(ofSam(work)).toMatchObject({ state: 'RETURNED', draftGrade: 7 });
  expect(ofSam(work).assignedGrade).toBeUndefined();
  expect((await deed(call, work, 'return')).status).toBe(200);
  expect((await deed(as(sam), work, 'turnIn')).status).toBe(200);
  google.asTeacher(lena as User).returnWork(work, sam as User);
  expect(ofSam(work)).toMatchObject({ state: 'RETURNED', assignedGrade: 7 });
});

test('[B1003] grades have two decimals, are not negative, may pass the maximum, and are cleared by a mask without a value', async () => {
  const work = await publish();
  expect((await patch(call, work, 'draft_grade,assigned_grade', { draftGrade: 8.126, assignedGrade: 12 })).body).toMatchObject({
    draftGrade: 8.13,
    assignedGrade: 12,
  });
  expect((await patch(call, work, 'assignedGrade', {})).body.assignedGrade).toBeUndefined();
  for (const draftGrade of [-1, '7', true, []]) expect((await patch(call, work, 'draftGrade', { draftGrade })).status).toBe(400);
  for (const mask of ['', 'state', 'draftGrade,late', 'shortAnswerSubmission'])
    expect((await patch(call, work, mask, { draftGrade: 1 })).status, mask).toBe(400);
  expect((await patch(as(sam), work, 'draftGrade', { draftGrade: 1 })).status).toBe(403);
  await patch(call, work, 'draftGrade,assignedGrade', { draftGrade: 5, assignedGrade: 4 });
  const seen = (await as(sam)('GET', path(work.id))).body.studentSubmissions;
  expect(seen).toHaveLength(1);
  expect([seen[0].draftGrade, seen[0].assignedGrade]).toEqual([undefined, 4]);
});

test('[B1003] of a work that another project or a person made, nothing is graded, returned, attached or handed in', async () => {
  const work = google.asTeacher(lena as User).createWork(course, { title: 'Foreign' });
  google.asStudent(sam as User).turnIn(work);
  const attachments = { addAttachments: [{ link: { url: 'https://example.org' } }] };
  for (const reply of [
    await patch(call, work, 'draftGrade', { draftGrade: 1 }),
    await deed(call, work, 'return'),
    await deed(as(sam), work, 'reclaim'),
    await deed(as(sam), work, 'modifyAttachments', attachments),
  ])
    expect(reasonOf(reply)).toBe('@ProjectPermissionDenied');
  expect((await call('GET', path(work.id))).body.studentSubmissions[0].associatedWithDeveloper).toBeUndefined();
});

test('[B1003] attachments are added to assignments, and after handing in only where that may be', async () => {
  const [work, question] = [await publish(), await publish({ workType: 'SHORT_ANSWER_QUESTION' })];
  const student = as(sam);
  const link = { addAttachments: [{ link: { url: 'https://example.org/notes' } }] };
  expect((await deed(student, work, 'modifyAttachments', link)).body.assignmentSubmission.attachments).toMatchObject(link.addAttachments);
  expect((await deed(student, question, 'modifyAttachments', link)).status).toBe(400);
  expect((await deed(student, work, 'modifyAttachments', { addAttachments: [{ form: { formUrl: 'x' } }] })).status).toBe(400);
  expect((await deed(student, work, 'modifyAttachments', { addAttachments: Array.from({ length: 20 }, () => link.addAttachments[0]) })).status).toBe(400);
  expect(reasonOf(await deed(student, work, 'modifyAttachments', { addAttachments: [{ driveFile: { id: 'none' } }] }))).toBe('@AttachmentNotVisible');
  await deed(student, work, 'turnIn');
  expect(reasonOf(await deed(student, work, 'modifyAttachments', link))).toBe('FAILED_PRECONDITION');
  google.asStudent(sam as User).answer(question as Work, 'Because of gravity');
  expect((await call('GET', path(question.id, '?states=CREATED'))).body.studentSubmissions[0].shortAnswerSubmission).toEqual({ answer: 'Because of gravity' });
});

test('[B1003] lists are narrowed by work, student, state and lateness', async () => {
  const [one, two] = [await publish({ dueDate: { year: 2026, month: 9, day: 2 }, dueTime: {} }), await publish()];
  google.asStudent(sam as User).turnIn(one);
  now = Date.UTC(2026, 8, 3);
  call = as(lena);
  const count = async (query: string, workId = '-') => ((await call('GET', path(workId, query))).body.studentSubmissions ?? []).length;
  expect(await count('')).toBe(4);
  expect(await count('', two.id)).toBe(2);
  expect(await count('?states=TURNED_IN')).toBe(1);
  expect(await count('?states=TURNED_IN&states=NEW')).toBe(4);
  expect(await count(`?userId=${mia?.email}`)).toBe(2);
  expect([await count('?late=LATE_ONLY'), await count('?late=NOT_LATE_ONLY')]).toEqual([1, 3]);
  google.asStudent(mia as User).turnIn(one);
  expect(await count('?late=LATE_ONLY')).toBe(1);
  expect((await call('GET', path('1'))).status).toBe(404);
  expect((await call('GET', path('-', '?states=LATE'))).status).toBe(400);
  expect((await call('GET', path('-', '?userId=nobody'))).status).toBe(404);
});

test('[B1003] a scope for one’s own submissions reads no others, and one for all reads no own', async () => {
  const work = await publish();
  expect((await as(lena, [me])('GET', path(work.id))).status).toBe(403);
  expect((await as(sam, teacherScopes)('GET', path(work.id))).body).toEqual({});
  expect((await as(sam, [me])('GET', path(work.id))).body.studentSubmissions).toHaveLength(1);
  expect((await deed(as(sam, teacherScopes), work, 'turnIn')).body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
});
