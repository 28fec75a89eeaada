import {
  announcementCreate,
  announcementDelete,
  courseSettings,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkUpdate,
  gradeSubmission,
  invitationDelete,
  inviteStudents,
  returnSubmission,
  topicCreate,
  topicDelete,
  topicUpdate,
} from '@classwright/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../testing/classroom/index.ts';
import { type CallName, CALLS, startSyncedClass, strikeAll, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool({}, {}, { timeoutMs: 300 });
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

const calls = Object.keys(CALLS) as CallName[];
const no = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };

/** Creates a class that has agreed on a thing of each kind, and then a task for every kind of call. */
async function prepare(klass: SyncedClass) {
  const { google, app, bring } = school;
  const { teacher, learners, course, courseId, schoolId, asTeacher, press, pressWork, pressInvitations, worksHere, worksThere, cell } = klass;
  const [one] = learners;
  const work = (title: string, more: object = {}) =>
    teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10, ...more } });
  const post = (text: string) => teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text, state: 'PUBLISHED' } });
  const topic = async (name: string) => (await teacher.call(topicCreate, { body: { name, external_course_id: courseId } })).body.topic;
  const guests = [await bring('student', schoolId), await bring('student', schoolId)];
  const invite = async (at: number) => teacher.call(inviteStudents, { body: { userId: guests[at]!.there.email, courseId } });
  const topics = [await topic('Kept'), await topic('Gone')];
  await work('Kept');
  await work('Gone');
  const posts = [(await post('Kept')).body.announcement, (await post('Gone')).body.announcement];
  await invite(0);
  const { id: material } = (await work('Sheet', { workType: 'MATERIAL', maxPoints: undefined })).body.courseWork ?? {};
  expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
  expect(await pressInvitations()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
  google.asStudent(one!.there).turnIn(worksThere().find(({ title }) => title === 'Kept')!);
  expect(await pressWork()).toMatchObject({ status: 'finished' });

  const [kept, gone] = await worksHere();
  const submission = await cell(kept!.id, one!.accountId);
  const at = { courseId, courseWorkId: kept!.id };
  const done = [
    await teacher.call(courseSettings, {
      params: { id: courseId },
      body: { descriptionHeading: 'New', description: '', comments_by_students: true, removed_may_rejoin: true },
    }),
    await teacher.call(topicUpdate, { params: { id: topics[0]!.id }, body: { name: 'Kept, renamed' } }),
    await teacher.call(topicDelete, { params: { id: topics[1]!.id } }),
    await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: kept!.id }, body: { title: 'Kept, renamed' } }),
    await teacher.call(courseWorkDelete, { params: { id: courseId, workId: gone!.id } }),
    await teacher.call(announcementDelete, { params: { id: posts[1]!.id } }),
    await teacher.call(gradeSubmission, { body: { ...at, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade: 8 } } }),
    await teacher.call(returnSubmission, { body: { ...at, id: submission.id, message: 'Well done' } }),
    await work('New'),
    await post('New'),
    await invite(1),
  ];
  await topic('New');
  const open = await app.db.selectFrom('invitations').select('id').where('course_id', '=', courseId).where('deleted_at', 'is', null).orderBy('id').execute();
  done.push(await teacher.call(invitationDelete, { params: { id: open[0]!.id }, body: {} }));
  expect(done.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(material).toBeDefined();
  asTeacher.createWork(course, { title: 'Theirs' });

  /** Checks that both sides are equal in the end, regardless of the failures in between. */
  async function expectAgreed() {
    const room = google.state.room(course.id);
    const titles = ['Kept, renamed', 'New', 'Theirs'];
    expect(
      worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(titles);
    expect((await worksHere()).map(({ title }) => title).sort()).toEqual([...titles, 'Sheet'].sort());
    expect([...room.materials.values()].map(({ title }) => title)).toEqual(['Sheet']);
    expect([...room.topics.values()].map(({ name }) => name).sort()).toEqual(['Kept, renamed', 'New']);
    const texts = [...room.announcements.values()].filter(({ state }) => state !== 'DELETED').map(({ text }) => text);
    expect(texts.sort()).toEqual(['Kept', 'New']);
    expect(google.asStudent(one!.there).submission(worksThere().find(({ title }) => title === 'Kept, renamed')!)).toMatchObject({
      state: 'RETURNED',
      assignedGrade: 8,
    });
    expect([...google.state.invitations.values()].filter(({ courseId: id }) => id === course.id).map(({ userId }) => userId)).toEqual([guests[1]!.there.id]);
    expect(google.state.courses.get(course.id)).toMatchObject({ descriptionHeading: 'New' });
    const links = await app.db.selectFrom('external_links').select('external_id').where('kind', '=', 'topic').where('local_id', '=', topics[0]!.id).execute();
    expect(links).toHaveLength(1);
  }
  const pressAll = async () => [await press(), await pressWork(), await pressInvitations()];
  return { expectAgreed, pressAll };
}

const TRANSIENT: readonly (readonly [name: string, fault: Fault])[] = [
  ['401', { kind: 'status', status: 401 }],
  ['403 for too many calls', { kind: 'status', status: 403, reason: 'rateLimitExceeded' }],
  ['429', { kind: 'status', status: 429 }],
  ['429 with the time to wait', { kind: 'status', status: 429, retryAfterSeconds: 7 }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ['silence', { kind: 'hang' }],
  ['HTML with 200', { kind: 'html', status: 200 }],
  ['HTML with 502', { kind: 'html' }],
  ['half a JSON', { kind: 'cut' }],
  ['no JSON', { kind: 'garbage' }],
  ['an answer that is lost after its effect', { kind: 'lostAnswer' }],
];

describe('what passes', () => {
  test.each(TRANSIENT)('[B1214] %s, once to every call there is: the run waits, asks again and does all of it once', async (_, fault) => {
    const klass = await startSyncedClass(school, { students: 1 });
    const { expectAgreed, pressAll } = await prepare(klass);
    const before = school.google.faults.struck;
    school.google.faults.plan(strikeAll(calls, fault));
    for (const run of await pressAll()) expect(run).toMatchObject({ status: 'finished', failures: [], counts: { refused: 0, conflicts: 0 } });
    expect(school.google.faults.struck - before).toBeGreaterThan(15);
    await expectAgreed();
    for (const run of await pressAll()) expect(run).toMatchObject({ status: 'finished', counts: no });
    await expectAgreed();
  });
});
