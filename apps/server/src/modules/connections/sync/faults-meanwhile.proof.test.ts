import {
  announcementCreate,
  announcementUpdate,
  courseSettings,
  courseWorkCreate,
  courseWorkUpdate,
  gradeSubmission,
  submissionSubmit,
  syncConflictList,
  syncCourses,
  topicCreate,
  topicUpdate,
} from '@classwright/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, startSyncedClass, strikeAll } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

async function prepare() {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId, course, learners, pressWork, cell, worksThere } = klass;
  const post = { courses: [courseId], students: ['ALL_STUDENTS'], text: 'Words', state: 'PUBLISHED' as const };
  const announcement = (await teacher.call(announcementCreate, { body: post })).body.announcement;
  const topic = (await teacher.call(topicCreate, { body: { name: 'Topic', external_course_id: courseId } })).body.topic;
  const work = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Work', workType: 'ASSIGNMENT', maxPoints: 10 } })).body
    .courseWork;
  await pressWork();
  const student = school.google.asStudent(learners[0]!.there);
  const there = worksThere()[0]!;
  student.turnIn(there);
  await pressWork();
  const submission = await cell(work.id, learners[0]!.accountId);
  const room = school.google.state.room(course.id);
  const conflicts = async () =>
    (await teacher.call(syncConflictList, { query: { course_id: courseId } })).body.data.map(({ field, ours, theirs }) => ({ field, ours, theirs }));
  return { ...klass, announcement, topic, work, there, student, submission, room, conflicts };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** A change at Google of the same thing between the run's reading and our sending. */
interface Row {
  call: CallName;
  here(on: Prepared): Promise<unknown>;
  there(on: Prepared): void;
  read(on: Prepared): unknown;
  field: string;
  ours: string;
  theirs: string;
}
const rows: Readonly<Record<string, Row>> = {
  'a title': {
    call: 'patchWork',
    here: ({ teacher, courseId, work }) => teacher.call(courseWorkUpdate, { params: { id: courseId, workId: work.id }, body: { title: 'Ours' } }),
    there: ({ asTeacher, there }) => void asTeacher.changeWork(there, { title: 'Theirs' }),
    read: ({ room, there }) => room.works.get(there.id)!.title,
    ...{ field: 'Title', ours: 'Ours', theirs: 'Theirs' },
  },
  'a grade': {
    call: 'grade',
    here: ({ teacher, courseId, work, submission }) =>
      teacher.call(gradeSubmission, {
        body: { courseId, courseWorkId: work.id, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade: 8 } },
      }),
    there: ({ asTeacher, there, learners }) => void asTeacher.grade(there, learners[0]!.there, { draftGrade: 3 }),
    read: ({ student, there }) => String(student.submission(there).draftGrade),
    ...{ field: 'Draft grade', ours: '8', theirs: '3' },
  },
  'the words of an announcement': {
    call: 'patchAnnouncement',
    here: ({ teacher, announcement }) => teacher.call(announcementUpdate, { params: { id: announcement.id }, body: { text: 'Ours' } }),
    there: ({ asTeacher, room }) => void asTeacher.changeAnnouncement([...room.announcements.values()][0]!, { text: 'Theirs' }),
    read: ({ room }) => [...room.announcements.values()][0]!.text,
    ...{ field: 'Text', ours: 'Ours', theirs: 'Theirs' },
  },
  'a topic': {
    call: 'patchTopic',
    here: ({ teacher, topic }) => teacher.call(topicUpdate, { params: { id: topic.id }, body: { name: 'Ours' } }),
    there: ({ asTeacher, room }) => void asTeacher.renameTopic([...room.topics.values()][0]!, 'Theirs'),
    read: ({ room }) => [...room.topics.values()][0]!.name,
    ...{ field: 'Name', ours: 'Ours', theirs: 'Theirs' },
  },
  'the description of the class': {
    call: 'patchCourse',
    here: ({ teacher, courseId }) =>
      teacher.call(courseSettings, {
        params: { id: courseId },
        body: { descriptionHeading: '', description: 'Ours', comments_by_students: true, removed_may_rejoin: true },
      }),
    there: ({ asTeacher, course }) => void asTeacher.changeCourse(course, { description: 'Theirs' }),
    read: ({ course }) => school.google.state.courses.get(course.id)!.description,
    ...{ field: 'Description', ours: 'Ours', theirs: 'Theirs' },
  },
};

const GET_OF: Readonly<Record<string, CallName>> = {
  patchWork: 'getWork',
  grade: 'getSubmission',
  patchAnnouncement: 'getAnnouncement',
  patchTopic: 'getTopic',
  patchCourse: 'getCourse',
};

describe('what changes at Google between our reading and our sending', () => {
  test.each(Object.entries(rows))('[B1221] %s is not written over: both values wait for a person', async (_, { call, here, there, read, ...field }) => {
    const on = await prepare();
    await here(on);
    // just before Google is asked for the current state
    school.google.faults.plan(strikeAll([GET_OF[call]!], { kind: 'meanwhile', act: () => there(on) }));
    await (call === 'patchCourse' ? on.press() : on.pressWork());
    expect(await read(on)).toBe(field.theirs);
    await (call === 'patchCourse' ? on.press() : on.pressWork());
    expect(await on.conflicts()).toEqual([field]);
    expect(await read(on)).toBe(field.theirs);
  });

  test('[B1222] what is handed in while a grade is sent arrives with the next run', async () => {
    const on = await prepare();
    const { student, there, work, learners, teacher, courseId, submission, pressWork, cell } = on;
    student.reclaim(there);
    await pressWork();
    await teacher.call(gradeSubmission, {
      body: { courseId, courseWorkId: work.id, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade: 8 } },
    });
    school.google.faults.plan(strikeAll(['grade'], { kind: 'meanwhile', act: () => void student.turnIn(there) }));
    await pressWork();
    expect(student.submission(there)).toMatchObject({ draftGrade: 8, state: 'TURNED_IN' });
    await pressWork();
    expect(await cell(work.id, learners[0]!.accountId)).toMatchObject({ state: 'TURNED_IN', draft_grade: 8 });
  });

  test('[B1223] another field that is changed there while a title is sent arrives with the next run', async () => {
    const on = await prepare();
    const { there, work, teacher, courseId, asTeacher, pressWork, worksHere } = on;
    await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: work.id }, body: { title: 'Ours' } });
    school.google.faults.plan(strikeAll(['patchWork'], { kind: 'meanwhile', act: () => void asTeacher.changeWork(there, { maxPoints: 7 }) }));
    await pressWork();
    await pressWork();
    expect(await worksHere()).toMatchObject([{ title: 'Ours', max_points: 7 }]);
    expect(await on.conflicts()).toEqual([]);
  });
});

describe('what storms have found', () => {
  const quiet = { status: 'finished', counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } };
  const question = { title: 'Question', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 10 } as const;

  test('[B1301] what was handed in here stays so when Google tells of it for the first time, or that it was looked at there', async () => {
    const { teacher, learners, courseId, asTeacher, pressWork, worksThere, cell } = await startSyncedClass(school, { students: 1 });
    const [student] = learners;
    const work = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: question })).body.courseWork;
    const handIn = () => student!.call(submissionSubmit, { body: { courseId, courseWorkId: work.id, answer: 'Four' } });
    expect((await handIn()).status).toBe(200);
    await pressWork();
    expect(await cell(work.id, student!.accountId)).toMatchObject({ state: 'TURNED_IN', short_answer: 'Four' });
    const there = worksThere()[0]!;
    school.google.asStudent(student!.there).open(there);
    await pressWork();
    expect(await cell(work.id, student!.accountId)).toMatchObject({ state: 'TURNED_IN' });
    asTeacher.grade(there, student!.there, { draftGrade: 5 });
    await pressWork();
    expect(await cell(work.id, student!.accountId)).toMatchObject({ state: 'TURNED_IN', draft_grade: 5 });
    // a work handed in and then withdrawn there counts as withdrawn
    school.google.asStudent(student!.there).turnIn(there);
    await pressWork();
    school.google.asStudent(student!.there).reclaim(there);
    await pressWork();
    expect(await cell(work.id, student!.accountId)).toMatchObject({ state: 'CREATED' });
  });

  test('[B1302] a draft that was deleted there is gone here too, and the class goes on', async () => {
    const { teacher, course, courseId, asTeacher, pressWork, worksHere, worksThere } = await startSyncedClass(school, { students: 1 });
    const drafts = [
      asTeacher.createWork(course, { title: 'Draft of theirs', state: 'DRAFT' }),
      asTeacher.createMaterial(course, { title: 'Material of theirs', state: 'DRAFT' }),
      asTeacher.announce(course, { text: 'Announcement of theirs', state: 'DRAFT' }),
    ];
    asTeacher.createWork(course, { title: 'Draft that stays', state: 'DRAFT' });
    await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { ...question, title: 'Draft of ours', state: 'DRAFT' } });
    await pressWork();
    expect(await worksHere()).toHaveLength(4);
    for (const draft of drafts) asTeacher.delete(draft);
    asTeacher.delete(worksThere().find(({ title }) => title === 'Draft of ours')!);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { ended: 4 } });
    expect((await worksHere()).map(({ title }) => title)).toEqual(['Draft that stays']);
    const posts = school.app.db.selectFrom('announcements').select('id').where('course_id', '=', courseId).where('archived_at', 'is', null);
    expect(await posts.execute()).toEqual([]);
    expect(await pressWork()).toMatchObject(quiet);
  });

  test('[B1305] a class that a co-teacher brings is its owner’s, who is connected too', async () => {
    const { bring, connect, google, settle, scenario, app } = school;
    const schoolId = await scenario.school('Europe/Berlin');
    const [owner, other] = [await bring('teachers', schoolId), await bring('teachers', schoolId)];
    const course = google.asTeacher(owner.there).createCourse({ name: 'Of two' });
    google.asTeacher(owner.there).add(course, other.there, 'TEACHER');
    await connect(owner);
    await connect(other);
    expect(await settle(other, (await other.call(syncCourses, { body: { new_classes: 'make' } })).body.run)).toMatchObject({
      status: 'finished',
      counts: { made: 2 },
    });
    const made = await app.db.selectFrom('courses').select('owner_id').where('name', '=', 'Of two').execute();
    expect(made).toEqual([{ owner_id: owner.accountId }]);
  });

  test('[B1303] work that is gone while its submissions are read loses no class', async () => {
    const { course, asTeacher, pressWork } = await startSyncedClass(school, { students: 1 });
    asTeacher.createWork(course, { title: 'Stays' });
    const gone = asTeacher.createWork(course, { title: 'Goes', state: 'DRAFT' });
    await pressWork();
    school.google.faults.plan(strikeAll(['submissions'], { kind: 'meanwhile', act: () => asTeacher.delete(gone) }));
    expect(await pressWork()).toMatchObject({ status: 'finished' });
    school.google.faults.clear();
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { ended: 1 } });
  });

  test('[B1304] a topic that was deleted there is gone here, and work that stands under it here has none', async () => {
    const { teacher, course, courseId, asTeacher, pressWork, worksHere, worksThere } = await startSyncedClass(school, { students: 1 });
    const topic = asTeacher.createTopic(course, 'Acids');
    asTeacher.createWork(course, { title: 'Theirs', topicId: topic.topicId });
    await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { ...question, title: 'Ours' } });
    await pressWork();
    const topics = () => school.app.db.selectFrom('course_topics').select(['id']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
    const ours = (await worksHere()).find(({ title }) => title === 'Ours')!;
    const [here] = await topics();
    // assigned to the topic here while it is deleted there
    await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: ours.id }, body: { topicId: here!.id } });
    asTeacher.removeTopic(topic);
    await pressWork();
    expect(await topics()).toEqual([]);
    expect((await worksHere()).map(({ topic_id }) => topic_id)).toEqual([null, null]);
    expect(worksThere().map(({ topicId }) => topicId)).toEqual([undefined, undefined]);
    await pressWork();
    expect(await pressWork()).toMatchObject(quiet);
  });
});
