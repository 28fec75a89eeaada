import {
  announcementCreate,
  announcementUpdate,
  courseWorkCreate,
  courseWorkUpdate,
  gradeSubmission,
  syncCourseWorks,
  syncRunRead,
  syncRunUndo,
  topicCreate,
  topicUpdate,
  type SyncRunView,
} from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSyncedClass, strikeAll, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool({}, {}, { timeoutMs: 1500 });
});
afterAll(() => school.close());
beforeEach(() => school.google.faults.clear());

/** Undoes a run, over all waits. */
async function undo({ teacher, settle }: SyncedClass, run: SyncRunView): Promise<SyncRunView> {
  const begun = await teacher.call(syncRunUndo, { params: { id: run.id } });
  expect(begun.status).toBe(200);
  return settle(begun.body);
}
/** Returns the result of each change, by its subject. */
const cameOf = async (klass: SyncedClass, run: SyncRunView) =>
  Object.fromEntries((await klass.changesOf(run.id)).map(({ subject, outcome, reason }) => [subject, reason ?? outcome]));

const makeWork = async ({ teacher, courseId }: SyncedClass, title: string, more: object = {}): Promise<number> => {
  const answer = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10, ...more } });
  expect(answer.error).toBeNull();
  return answer.body.courseWork.id;
};
const makeTopic = async ({ teacher, courseId }: SyncedClass, name: string): Promise<number> => {
  const answer = await teacher.call(topicCreate, { body: { name, external_course_id: courseId } });
  expect(answer.error).toBeNull();
  const topic = await school.app.db
    .selectFrom('course_topics')
    .select('id')
    .where('course_id', '=', courseId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return topic.id;
};
const QUIET = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };
const IN_USE = 'It is already in use: something was handed in, graded, written or added there.';
const CHANGED = 'Someone has changed it since.';

describe('what a run made at Google', () => {
  test('[B1360] is deleted there where nobody has touched it since: what has a hand-in, a grade or another text stays, and says why', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const student = klass.learners[0]!;
    for (const title of ['Untouched', 'Handed in', 'Started', 'Graded', 'Renamed there', 'Renamed here', 'Deleted there']) await makeWork(klass, title);
    const run = await klass.pressWork();
    expect(run.counts.sent).toBe(7);
    const there = (title: string) => klass.worksThere().find((work) => work.title === title)!;
    const as = school.google.asStudent(student.there);
    as.turnIn(there('Handed in'));
    as.attach(there('Started'), { link: { url: 'https://example.org/mine', title: 'Mine' } });
    klass.asTeacher.grade(there('Graded'), student.there, { draftGrade: 5 });
    klass.asTeacher.delete(there('Deleted there'));
    klass.asTeacher.changeWork(there('Renamed there'), { title: 'Renamed there, twice' });
    const here = (await klass.worksHere()).find(({ title }) => title === 'Renamed here')!;
    await klass.teacher.call(courseWorkUpdate, { params: { id: klass.courseId, workId: here.id }, body: { title: 'Renamed here, twice' } });
    await klass.pressWork();
    const taken = await undo(klass, run);
    expect(taken).toMatchObject({ status: 'finished', message: 'The sync was undone, except 5 changes. The reasons are below.' });
    expect(await cameOf(klass, taken)).toEqual({
      ...{ Untouched: 'undone', 'Deleted there': 'undone' },
      ...{ 'Handed in': IN_USE, Started: IN_USE, Graded: IN_USE, 'Renamed there': CHANGED, 'Renamed here': CHANGED },
    });
    expect(
      klass
        .worksThere()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Graded', 'Handed in', 'Renamed here, twice', 'Renamed there, twice', 'Started']);
    // here everything is kept, and is not sent again
    expect((await klass.worksHere()).length).toBe(6);
    expect((await klass.pressWork()).counts).toMatchObject(QUIET);
  });

  test('[B1360] a topic under which work was put since stays there; one that nobody uses goes', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const used = await makeTopic(klass, 'Used');
    await makeTopic(klass, 'Unused');
    const run = await klass.pressWork();
    await makeWork(klass, 'Below', { topicId: used });
    await klass.pressWork();
    const taken = await undo(klass, run);
    expect(await cameOf(klass, taken)).toEqual({ Used: IN_USE, Unused: 'undone' });
    expect([...school.google.state.room(klass.course.id).topics.values()].map(({ name }) => name)).toEqual(['Used']);
    expect((await klass.pressWork()).counts).toMatchObject(QUIET);
  });

  test('[B1361] an answer that is lost, and a run that is over before the next try, do not make a deletion of it here', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    await makeWork(klass, 'Ours');
    await makeTopic(klass, 'Unit');
    const run = await klass.pressWork();
    school.google.faults.plan([
      ...strikeAll(['deleteWork', 'deleteTopic'], { kind: 'lostAnswer' }),
      ...strikeAll(['getWork'], { kind: 'status', status: 503 }, true),
    ]);
    const { run: begun } = (await klass.teacher.call(syncRunUndo, { params: { id: run.id } })).body;
    for (let round = 0; round < 3; round += 1) {
      await school.app.server.jobs.runDue();
      await school.advance(61_000);
    }
    // another run of the class reads the current state there
    await school.app.db.updateTable('sync_runs').set({ status: 'failed' }).where('id', '=', begun.id).execute();
    school.google.faults.clear();
    expect((await klass.pressWork()).counts).toMatchObject({ ended: 0 });
    expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['Ours']);
    const topics = await school.app.db.selectFrom('course_topics').select('archived_at').where('course_id', '=', klass.courseId).execute();
    expect(topics).toEqual([{ archived_at: null }]);
  });

  test('[B1361] an undo that is begun again goes on: what is taken back is listed once, and answers that were lost count', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    for (let at = 0; at < 4; at += 1) await makeWork(klass, `Ours ${at}`);
    const run = await klass.pressWork();
    school.google.faults.plan([
      ...strikeAll(['deleteWork'], { kind: 'lostAnswer' }),
      { kind: 'status', status: 500, match: { method: 'DELETE' }, nth: 3 },
      { kind: 'status', status: 503, match: { method: 'GET', path: /studentSubmissions$/ }, nth: 5 },
    ]);
    const taken = await undo(klass, run);
    expect(taken).toMatchObject({ status: 'finished', message: 'The sync was undone.', counts: { changed: 4, refused: 0 } });
    expect((await klass.changesOf(taken.id)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'undone', 'undone']);
    expect(klass.worksThere()).toEqual([]);
    expect((await klass.worksHere()).length).toBe(4);
  });
});

describe('what a run did here', () => {
  test('[B1362] topics and announcements that changed or went come back as they were, unless somebody has touched them since', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const { asTeacher, course, courseId } = klass;
    const names = ['Renamed', 'Renamed and touched', 'Gone'];
    const topics = names.map((name) => asTeacher.createTopic(course, name));
    const posts = ['Changed', 'Changed and touched', 'Gone too'].map((text) => asTeacher.announce(course, { text }));
    await klass.pressWork();
    for (const topic of topics.slice(0, 2)) asTeacher.renameTopic(topic, `${topic.name}, again`);
    asTeacher.removeTopic(topics[2]!);
    for (const post of posts.slice(0, 2)) asTeacher.changeAnnouncement(post, { text: `${post.text}, again` });
    asTeacher.delete(posts[2]!);
    await school.advance(121_000);
    const run = await klass.pressWork();
    expect(run.counts).toMatchObject({ changed: 4, ended: 2 });
    const { db } = school.app;
    const topicsHere = () => db.selectFrom('course_topics').select(['id', 'name']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
    const postsHere = () =>
      db.selectFrom('announcements').select(['id', 'summary']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
    const touched = (await topicsHere()).find(({ name }) => name === 'Renamed and touched, again')!;
    await klass.teacher.call(topicUpdate, { params: { id: touched.id }, body: { name: 'Mine' } });
    const post = (await postsHere()).find(({ summary }) => summary === 'Changed and touched, again')!;
    await db
      .updateTable('announcements')
      .set({ text: db.selectFrom('announcements').select('text').where('id', '<>', post.id).where('course_id', '=', courseId).limit(1) })
      .where('id', '=', post.id)
      .execute();
    const taken = await undo(klass, run);
    expect(taken.counts).toMatchObject({ changed: 4, refused: 2 });
    expect((await topicsHere()).map(({ name }) => name).toSorted()).toEqual(['Gone', 'Mine', 'Renamed']);
    expect((await postsHere()).map(({ summary }) => summary)).toEqual(expect.arrayContaining(['Changed', 'Gone too']));
    expect((await klass.changesOf(taken.id)).filter(({ outcome }) => outcome === 'kept').map(({ reason }) => reason)).toEqual([CHANGED, CHANGED]);
  });

  test('[B1363] work that came goes, but not where somebody here graded it since; what students handed in stays, and says so', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const { asTeacher, course, learners } = klass;
    const works = ['Came', 'Came and graded'].map((title) => asTeacher.createWork(course, { title, maxPoints: 10 }));
    const run = await klass.pressWork();
    for (const work of works) school.google.asStudent(learners[0]!.there).turnIn(work);
    const later = await klass.pressWork();
    expect(later.counts).toMatchObject({ changed: 2 });
    const stays = await undo(klass, later);
    expect((await klass.changesOf(stays.id)).map(({ reason }) => reason)).toEqual([
      'Work that students handed in is kept.',
      'Work that students handed in is kept.',
    ]);
    const graded = (await klass.worksHere()).find(({ title }) => title === 'Came and graded')!;
    const { id: submissionId } = await klass.cell(graded.id, learners[0]!.accountId);
    await school.app.db
      .updateTable('course_works')
      .set({ external: JSON.stringify({ origin: 'external', isForeign: false }) })
      .where('id', '=', graded.id)
      .execute();
    const given = await klass.teacher.call(gradeSubmission, {
      body: { courseId: klass.courseId, courseWorkId: graded.id, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade: 4 } },
    });
    expect(given.error).toBeNull();
    const taken = await undo(klass, run);
    expect(await cameOf(klass, taken)).toMatchObject({ Came: 'undone', 'Came and graded': IN_USE });
    expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['Came and graded']);
  });

  test('[B1362] an announcement that was sent goes back there as well', async () => {
    const klass = await startSyncedClass(school, { students: 1 });
    const made = await klass.teacher.call(announcementCreate, {
      body: { courses: [klass.courseId], students: ['ALL_STUDENTS'], text: 'Ours', state: 'PUBLISHED' as const },
    });
    expect(made.error).toBeNull();
    const one = await school.app.db.selectFrom('announcements').select('id').where('course_id', '=', klass.courseId).executeTakeFirstOrThrow();
    const first = await klass.pressWork();
    await klass.teacher.call(announcementUpdate, { params: { id: one.id }, body: { text: 'Ours, changed' } });
    const second = await klass.pressWork();
    const there = () =>
      [...school.google.state.room(klass.course.id).announcements.values()].filter(({ state }) => state !== 'DELETED').map(({ text }) => text);
    expect(there()).toEqual(['Ours, changed']);
    expect((await undo(klass, second)).counts).toMatchObject({ changed: 1, refused: 0 });
    expect(there()).toEqual(['Ours']);
    expect((await klass.pressWork()).counts).toMatchObject(QUIET);
    expect(await cameOf(klass, await undo(klass, first))).toEqual({ Ours: 'undone' });
    expect(there()).toEqual([]);
  });
});

test('[B1364] a topic whose answer was lost, and which the list does not show yet, is looked for again and not given up', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  await makeTopic(klass, 'Unit');
  school.google.faults.plan(strikeAll(['makeTopic'], { kind: 'lostAnswer' }));
  school.google.state.lagMs = 80_000;
  const { run } = (await klass.teacher.call(syncCourseWorks, { params: { id: klass.courseId } })).body;
  for (let round = 0; round < 12; round += 1) {
    await school.app.server.jobs.runDue();
    await school.advance(16_000);
  }
  school.google.state.lagMs = 0;
  expect((await klass.teacher.call(syncRunRead, { params: { id: run.id } })).body.run).toMatchObject({ status: 'finished', counts: { sent: 1, refused: 0 } });
  const links = await school.app.db
    .selectFrom('external_links')
    .select(['is_ours', 'state'])
    .where('kind', '=', 'topic')
    .where('local_id', 'is not', null)
    .execute();
  expect(links).toContainEqual({ is_ours: true, state: 'linked' });
  expect([...school.google.state.room(klass.course.id).topics.values()].length).toBe(1);
});
