import {
  announcementCommentAdd,
  courseWorkCreate,
  courseWorkUpdate,
  invitationDeleteMany,
  peopleRemoveMany,
  submissionMessage,
  syncRunUndo,
  topicCreate,
  topicDelete,
  type SyncRunView,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User, Work } from '../../../testing/classroom/index.ts';
import { startSyncedClass, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/** Tests that undoing a run changes only what is still as the run left it: each kind of thing, changed in each way. */

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool({}, {}, { timeoutMs: 1500 });
});
afterAll(() => school.close());

const IN_USE = 'It is already in use: something was handed in, graded, written or added there.';
const CHANGED = 'Someone has changed it since.';

/** Undoes a run. Returns the result of each change, newest change first. */
async function undo({ teacher, settle, changesOf }: SyncedClass, run: SyncRunView): Promise<string[]> {
  const begun = await teacher.call(syncRunUndo, { params: { id: run.id } });
  expect(begun.error).toBeNull();
  const { id } = await settle(begun.body);
  return (await changesOf(id)).map(({ outcome, reason }) => reason ?? outcome);
}

const topicsHere = ({ courseId }: SyncedClass) =>
  school.app.db.selectFrom('course_topics').select(['id', 'name']).where('course_id', '=', courseId).where('archived_at', 'is', null).orderBy('id').execute();
const workHere = async (klass: SyncedClass, title: string) => (await klass.worksHere()).find((work) => work.title === title)!;
const gradesOf = async (klass: SyncedClass, title: string) => {
  const { draft_grade, assigned_grade } = await klass.cell((await workHere(klass, title)).id, klass.learners[0]!.accountId);
  return { draft_grade, assigned_grade };
};
const roleOf = ({ courseId }: SyncedClass, accountId: number) =>
  school.app.db
    .selectFrom('course_members')
    .select('role')
    .where('course_id', '=', courseId)
    .where('account_id', '=', accountId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
/** Moves the clock past the maximum lag of Google's lists, and starts a run. */
const later = async (press: () => Promise<SyncRunView>): Promise<SyncRunView> => {
  await school.advance(121_000);
  return press();
};

test('[B1880] an invitation that was deleted here since stays as it is; an open one is taken back', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  for (let at = 0; at < 2; at += 1) klass.asTeacher.invite(klass.course, (await school.bring('student', klass.schoolId)).there, 'STUDENT');
  const run = await klass.pressInvitations();
  expect(run.counts.made).toBe(2);
  const open = () =>
    school.app.db.selectFrom('invitations').select('id').where('course_id', '=', klass.courseId).where('deleted_at', 'is', null).orderBy('id').execute();
  const [first] = await open();
  expect((await klass.teacher.call(invitationDeleteMany, { params: { id: klass.courseId }, body: { ids: [first!.id] } })).error).toBeNull();
  expect((await undo(klass, run)).sort()).toEqual([CHANGED, 'undone']);
  expect(await open()).toEqual([]);
});

test('[B1880] a teacher whom a run took out comes back as a teacher', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const other = await school.bring('teachers', klass.schoolId);
  klass.asTeacher.add(klass.course, other.there, 'TEACHER');
  await klass.press();
  expect(await roleOf(klass, other.accountId)).toEqual({ role: 'TEACHER' });
  klass.asTeacher.remove(klass.course, other.there);
  const run = await later(klass.press);
  expect(run.counts).toMatchObject({ ended: 1 });
  expect(await undo(klass, run)).toEqual(['undone']);
  expect(await roleOf(klass, other.accountId)).toEqual({ role: 'TEACHER' });
});

test('[B1880] whoever is in the class again, left it or has another role since is left as they are', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const [back, gone, moved] = await Promise.all([0, 1, 2].map(() => school.bring('teachers', klass.schoolId)));
  const all = [back!, gone!, moved!];
  for (const { there } of all) klass.asTeacher.add(klass.course, there, 'TEACHER');
  await klass.press();
  const become = (person: User, role: 'TEACHER' | 'STUDENT'): void => {
    klass.asTeacher.remove(klass.course, person);
    klass.asTeacher.add(klass.course, person, role);
  };
  klass.asTeacher.remove(klass.course, back!.there);
  for (const { there } of [gone!, moved!]) become(there, 'STUDENT');
  const run = await later(klass.press);
  expect(run.counts).toMatchObject({ ended: 1, changed: 2 });
  klass.asTeacher.add(klass.course, back!.there, 'STUDENT');
  become(moved!.there, 'TEACHER');
  await later(klass.press);
  expect((await klass.teacher.call(peopleRemoveMany, { params: { id: klass.courseId }, body: { ids: [gone!.accountId] } })).error).toBeNull();
  const standing = () => Promise.all(all.map(({ accountId }) => roleOf(klass, accountId)));
  const before = await standing();
  expect(before).toEqual([{ role: 'STUDENT' }, undefined, { role: 'TEACHER' }]);
  expect(await undo(klass, run)).toEqual([CHANGED, CHANGED, CHANGED]);
  expect(await standing()).toEqual(before);
});

test('[B1880] a topic keeps its new name where another has taken the old one since', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const unit = klass.asTeacher.createTopic(klass.course, 'Unit');
  await klass.pressWork();
  klass.asTeacher.renameTopic(unit, 'Chapter');
  const run = await later(klass.pressWork);
  expect((await klass.teacher.call(topicCreate, { body: { name: 'unit', external_course_id: klass.courseId } })).error).toBeNull();
  expect(await undo(klass, run)).toEqual([CHANGED]);
  expect((await topicsHere(klass)).map(({ name }) => name)).toEqual(['Chapter', 'unit']);
});

test('[B1880] work does not go back under a topic that was deleted since', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const [from, to] = ['From', 'To'].map((name) => klass.asTeacher.createTopic(klass.course, name));
  const sheet = klass.asTeacher.createWork(klass.course, { title: 'Sheet', topicId: from!.topicId });
  await klass.pressWork();
  klass.asTeacher.changeWork(sheet, { topicId: to!.topicId });
  const run = await later(klass.pressWork);
  expect(run.counts).toMatchObject({ changed: 1 });
  const here = await topicsHere(klass);
  const [old, now] = ['From', 'To'].map((name) => here.find((topic) => topic.name === name));
  expect((await klass.teacher.call(topicDelete, { params: { id: old!.id } })).error).toBeNull();
  expect(await undo(klass, run)).toEqual([CHANGED]);
  expect(await workHere(klass, 'Sheet')).toMatchObject({ topic_id: now!.id });
});

test('[B1880] a topic and the work under it, which one run brought, go together', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { topicId } = klass.asTeacher.createTopic(klass.course, 'Unit');
  klass.asTeacher.createWork(klass.course, { title: 'Sheet', topicId });
  expect(await undo(klass, await klass.pressWork())).toEqual(['undone', 'undone']);
  expect([await topicsHere(klass), await klass.worksHere()]).toEqual([[], []]);
});

test('[B1880] a grade goes back alone: the draft beside it stays, and so does a grade that is another one since', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { there } = klass.learners[0]!;
  const [kept, regraded] = ['Kept', 'Regraded'].map((title) => klass.asTeacher.createWork(klass.course, { title, maxPoints: 10 }));
  for (const work of [kept!, regraded!]) klass.asTeacher.grade(work, there, { draftGrade: 4, assignedGrade: 5 });
  await klass.pressWork();
  for (const work of [kept!, regraded!]) klass.asTeacher.grade(work, there, { draftGrade: 4, assignedGrade: 6 });
  const run = await later(klass.pressWork);
  expect(run.counts).toMatchObject({ changed: 2 });
  klass.asTeacher.grade(regraded!, there, { assignedGrade: 7 });
  await later(klass.pressWork);
  expect((await undo(klass, run)).sort()).toEqual([CHANGED, 'undone']);
  expect(await gradesOf(klass, 'Kept')).toEqual({ draft_grade: 4, assigned_grade: 5 });
  expect(await gradesOf(klass, 'Regraded')).toEqual({ draft_grade: 4, assigned_grade: 7 });
});

test('[B1880] an announcement that somebody replied to stays, and so does work about which somebody was written to', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  klass.asTeacher.announce(klass.course, { text: 'Notice' });
  klass.asTeacher.createWork(klass.course, { title: 'Sheet' });
  const run = await klass.pressWork();
  expect(await klass.changesOf(run.id)).toHaveLength(2);
  const { db } = school.app;
  const notice = await db.selectFrom('announcements').select('id').where('course_id', '=', klass.courseId).executeTakeFirstOrThrow();
  const reply = await klass.teacher.call(announcementCommentAdd, { params: { id: notice.id }, body: { comment: 'See page 3.' } });
  expect(reply.error).toBeNull();
  const { id } = await klass.cell((await workHere(klass, 'Sheet')).id, klass.learners[0]!.accountId);
  expect((await klass.teacher.call(submissionMessage, { params: { id }, body: { message: 'Begin with page 3.' } })).error).toBeNull();
  expect(await undo(klass, run)).toEqual([IN_USE, IN_USE]);
});

test('[B1880] what a later run changed stays until all of that is taken back', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const sheet = klass.asTeacher.createWork(klass.course, { title: 'Sheet', maxPoints: 10 });
  const first = await klass.pressWork();
  klass.asTeacher.changeWork(sheet, { title: 'Sheet 2', maxPoints: 20 });
  const second = await later(klass.pressWork);
  expect(second.counts).toMatchObject({ changed: 2 });
  const { id } = await workHere(klass, 'Sheet 2');
  // somebody changes one of the two fields here
  await school.app.db.updateTable('course_works').set({ max_points: 30 }).where('id', '=', id).execute();
  expect((await undo(klass, second)).sort()).toEqual([CHANGED, 'undone']);
  expect(await undo(klass, first)).toEqual([CHANGED]);
  expect(await workHere(klass, 'Sheet')).toMatchObject({ max_points: 30 });
});

test('[B1880] what was sent stays at Google where somebody there has another value since', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId } = klass;
  const made = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } });
  expect(made.error).toBeNull();
  await klass.pressWork();
  await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: made.body.courseWork.id }, body: { title: 'Ours, sent' } });
  const run = await later(klass.pressWork);
  expect(run.counts).toMatchObject({ sent: 1 });
  klass.asTeacher.changeWork(klass.worksThere()[0]!, { title: 'Theirs' });
  expect(await undo(klass, run)).toEqual([CHANGED]);
  expect(klass.worksThere().map(({ title }) => title)).toEqual(['Theirs']);
});

test('[B1880] work is not deleted at Google where the last of many students has handed it in', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  for (let at = 0; at < 101; at += 1) school.google.asStudent(school.google.people.add({ email: `many${at}@many.test` })).join(klass.course);
  const made = await klass.teacher.call(courseWorkCreate, { params: { id: klass.courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } });
  expect(made.error).toBeNull();
  const run = await klass.pressWork();
  const [work] = klass.worksThere();
  const { item } = [...school.google.state.room(klass.course.id).submissions.listed(work!.id, null)].at(-1)!;
  school.google.asStudent(school.google.people.all.find(({ id }) => id === item.userId)!).turnIn(work!);
  expect(await undo(klass, run)).toEqual([IN_USE]);
  expect(klass.worksThere()).toHaveLength(1);
});

test('[B1880] work of our own at Google that a run brought here stays there when that is taken back', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const input = { title: 'Ours', workType: 'ASSIGNMENT' as const, maxPoints: 10 };
  expect((await klass.teacher.call(courseWorkCreate, { params: { id: klass.courseId }, body: input })).error).toBeNull();
  await klass.pressWork();
  const [{ projectId }] = klass.worksThere() as [Work];
  // simulates a thing from before a restored backup: nothing here knows of it
  Object.assign(klass.asTeacher.createWork(klass.course, { title: 'Stray', maxPoints: 10 }), { projectId });
  const run = await klass.pressWork();
  expect(run.counts).toMatchObject({ made: 2 });
  expect(await undo(klass, run)).toEqual(['undone']);
  await later(klass.pressWork);
  expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['Ours']);
  expect(
    klass
      .worksThere()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Ours', 'Stray']);
});
