import {
  announcementCreate,
  courseWorkCreate,
  courseWorkUpdate,
  syncCourses,
  topicCreate,
  topicUpdate,
  inviteStudents,
  gradeSubmission,
} from '@classwright/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../testing/classroom/index.ts';
import { type CallName, startSyncedClass, strikeAll } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => {
  school.google.faults.clear();
  school.google.state.lagMs = 0;
});

const status = (code: number, reason?: string): Fault => ({ kind: 'status', status: code, ...(reason ? { reason } : {}) });
const no = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };

/** Creates a class with a work from each side, and a change of ours that waits to be sent. */
async function prepare() {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId, course, asTeacher, pressWork, worksHere } = klass;
  const work = async (title: string) =>
    (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10 } })).body.courseWork;
  const rename = (id: number, title: string) => teacher.call(courseWorkUpdate, { params: { id: courseId, workId: id }, body: { title } });
  const ours = await work('Ours');
  asTeacher.createWork(course, { title: 'Theirs' });
  expect(await pressWork()).toMatchObject({ status: 'finished' });
  await rename(ours.id, 'Ours, renamed');
  return { ...klass, ours, work, rename, titles: async () => (await worksHere()).map(({ title }) => title).sort() };
}

describe('what lasts while the class is read', () => {
  const rows: readonly (readonly [name: string, fault: Fault, words: string, then: 'lost' | 'withdrawn' | 'scope_missing' | 'blocked' | 'ok'])[] = [
    ['401', status(401), 'Reconnect', 'withdrawn'],
    ['403: not theirs to see', status(403), 'Nothing is removed here', 'lost'],
    ['403: a permission is missing', status(403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'A Google permission is missing', 'scope_missing'],
    ['403: the account is disabled', status(403, '@UserDisabled The user account is disabled.'), 'administrator', 'blocked'],
    ['403: Classroom is off for the domain', status(403, '@ClassroomDisabled'), 'administrator', 'blocked'],
    ['403: Classroom’s interface is off for the domain', status(403, '@ClassroomApiDisabled'), 'administrator', 'blocked'],
    ['403: the policy of the domain', status(403, 'admin_policy_enforced'), 'administrator', 'blocked'],
    ['404', status(404), 'Nothing is removed here', 'lost'],
    ['409', status(409), 'Google Classroom refused it', 'ok'],
    ['500', status(500), 'Google does not respond', 'ok'],
    ['503', status(503), 'Google does not respond', 'ok'],
    ['HTML', { kind: 'html' }, 'Google does not respond', 'ok'],
  ];
  test.each(rows)('[B1215] %s: the run fails with what to do, nothing is lost, and all goes on once it is over', async (_, fault, words, then) => {
    const { teacher, ours, pressWork, titles, worksThere, courseId } = await prepare();
    school.google.faults.plan(strikeAll(['topics'], fault, true));
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'failed', failures: [{ message: expect.stringContaining(words) }] });
    expect(run.message).toContain(words);
    expect(run.failures[0]!.message).not.toMatch(/undefined|\{|: \./);
    expect(await titles()).toEqual(['Ours, renamed', 'Theirs']);
    const state = await school.app.db.selectFrom('sync_connections').select('state').where('account_id', '=', teacher.accountId).executeTakeFirstOrThrow();
    expect(state.state).toBe(then === 'lost' ? 'ok' : then);
    const link = await school.app.db
      .selectFrom('external_links')
      .select('state')
      .where('kind', '=', 'class')
      .where('local_id', '=', courseId)
      .executeTakeFirstOrThrow();
    expect(link.state).toBe(then === 'lost' ? 'lost' : 'linked');
    school.google.faults.clear();
    // an ended connection starts nothing until it is reconnected
    const isOver = state.state !== 'ok';
    const begun = isOver ? (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).error : null;
    expect(begun !== null).toBe(isOver);
    if (isOver) await school.connect(teacher);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { sent: 1 } });
    expect(
      worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Ours, renamed', 'Theirs']);
    expect(ours.id).toBeGreaterThan(0);
  });
});

describe('what lasts while changes are sent', () => {
  const rows: readonly (readonly [name: string, fault: Fault, words: string])[] = [
    ['400', status(400), 'Google Classroom refused it'],
    ['403: not theirs to change', status(403), 'Google Classroom refused it'],
    ['403: made by another project', status(403, '@ProjectPermissionDenied'), 'can only be changed there'],
    ['404', status(404), 'Google Classroom refused it'],
    ['409', status(409), 'Google Classroom refused it'],
  ];
  test.each(rows)('[B1216] %s: it is said once with its reason, the rest goes on, and another change is sent again', async (_, fault, words) => {
    const { work, rename, ours, pressWork, changesOf, worksThere } = await prepare();
    await work('Another');
    school.google.faults.plan(strikeAll(['patchWork'], fault, true));
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'partly', failures: [], counts: { refused: 1, sent: 1 } });
    const refused = (await changesOf(run.id)).filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject([{ subject: 'Ours, renamed', field: 'Title', after: 'Ours, renamed', reason: expect.stringContaining(words) }]);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: no });
    school.google.faults.clear();
    await rename(ours.id, 'Ours, once more');
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { sent: 1 } });
    expect(
      worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Another', 'Ours, once more', 'Theirs']);
  });

  test.each(rows.filter(([name]) => name !== '404'))('[B1217] %s to what is new: it is said once, and made when it was changed', async (name, fault) => {
    const { teacher, work, rename, courseId, schoolId, pressWork, pressInvitations, worksThere } = await prepare();
    const made = await work('New');
    const topic = (await teacher.call(topicCreate, { body: { name: 'New', external_course_id: courseId } })).body.topic;
    await teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text: 'New', state: 'PUBLISHED' } });
    const guest = await school.bring('student', schoolId);
    await teacher.call(inviteStudents, { body: { userId: guest.there.email, courseId } });
    const creations: readonly CallName[] = ['makeTopic', 'makeWork', 'makeAnnouncement', 'makeInvitation'];
    school.google.faults.plan(strikeAll(creations, fault, true));
    expect(await pressWork()).toMatchObject({ status: 'partly', counts: { refused: 3, sent: 1 } });
    expect(await pressInvitations()).toMatchObject({ status: name === '409' ? 'finished' : 'partly', failures: [] });
    for (const run of [await pressWork(), await pressInvitations()]) expect(run).toMatchObject({ status: 'finished', counts: no });
    school.google.faults.clear();
    await rename(made.id, 'New, other words');
    await teacher.call(topicUpdate, { params: { id: topic.id }, body: { name: 'New too' } });
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0, sent: 2 } });
    expect(worksThere().filter(({ title }) => title === 'New, other words')).toHaveLength(1);
  });

  test('[B1218] a class that is archived there takes nothing: it is said once, and all of it is sent when it is active again', async () => {
    const { work, course, asTeacher, pressWork, changesOf, worksThere } = await prepare();
    await work('Another');
    asTeacher.changeCourse(course, { courseState: 'ARCHIVED' });
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'partly', counts: { refused: 1, sent: 0 } });
    expect((await changesOf(run.id)).filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { kind: 'class', reason: expect.stringContaining('not active in Google Classroom') },
    ]);
    asTeacher.changeCourse(course, { courseState: 'ACTIVE' });
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0, sent: 2 } });
    expect(
      worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Another', 'Ours, renamed', 'Theirs']);
  });

  test('[B1219] a teacher who is taken out of the class while a run sends: nothing counts as refused, and all is sent once they are back', async () => {
    const { teacher, course, asTeacher, work, pressWork, titles, worksThere } = await prepare();
    await work('Another');
    const owner = await school.bring(
      'teachers',
      (await school.app.db.selectFrom('accounts').select('school_id').where('id', '=', teacher.accountId).executeTakeFirstOrThrow()).school_id!,
    );
    asTeacher.add(course, owner.there, 'TEACHER');
    asTeacher.changeCourse(course, { ownerId: owner.there.id });
    const asOwner = school.google.asTeacher(owner.there);
    // between reading and sending
    school.google.faults.plan(strikeAll(['makeWork', 'patchWork'], { kind: 'meanwhile', act: () => asOwner.remove(course, teacher.there) }, true));
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'failed', counts: { refused: 0 }, failures: [{ message: expect.stringContaining('Nothing is removed here') }] });
    expect(await titles()).toEqual(['Another', 'Ours, renamed', 'Theirs']);
    school.google.faults.clear();
    asOwner.add(course, teacher.there, 'TEACHER');
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0, sent: 2 } });
    expect(
      worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Another', 'Ours, renamed', 'Theirs']);
  });
});

describe('lists that lag behind what was written', () => {
  test('[B1220] what was just made or changed here stays, though Google’s lists do not show it yet', async () => {
    const { google, app } = school;
    const klass = await prepare();
    const { teacher, learners, ours, courseId, schoolId, pressWork, pressInvitations, cell } = klass;
    const topic = (await teacher.call(topicCreate, { body: { name: 'Fresh', external_course_id: courseId } })).body.topic;
    const guest = await school.bring('student', schoolId);
    await teacher.call(inviteStudents, { body: { userId: guest.there.email, courseId } });
    const [one] = learners;
    const submission = await cell(ours.id, one!.accountId);
    const grade = (draftGrade: number) =>
      teacher.call(gradeSubmission, {
        body: { courseId, courseWorkId: ours.id, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade } },
      });
    await grade(4);
    await pressWork();
    google.state.lagMs = 60_000;
    await grade(7);
    await teacher.call(topicUpdate, { params: { id: topic.id }, body: { name: 'Fresher' } });
    const second = (await teacher.call(topicCreate, { body: { name: 'Second', external_course_id: courseId } })).body.topic;
    for (let press = 0; press < 3; press += 1) {
      expect(await pressWork()).toMatchObject({ status: 'finished', counts: { changed: 0, ended: 0, conflicts: 0, refused: 0 } });
      expect(await pressInvitations()).toMatchObject({ status: 'finished', counts: { ended: 0, refused: 0 } });
    }
    expect((await cell(ours.id, one!.accountId)).draft_grade).toBe(7);
    const topics = await app.db
      .selectFrom('course_topics')
      .select(['id', 'name'])
      .where('course_id', '=', courseId)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .execute();
    expect(topics).toEqual([
      { id: topic.id, name: 'Fresher' },
      { id: second.id, name: 'Second' },
    ]);
    const open = await app.db.selectFrom('invitations').select('id').where('course_id', '=', courseId).where('deleted_at', 'is', null).execute();
    expect(open).toHaveLength(1);
  });
});
