import {
  announcementCreate,
  announcementUpdate,
  courseSettings,
  courseWorkCreate,
  courseWorkUpdate,
  gradeSubmission,
  syncConflictList,
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

/** Somebody changes the same thing at Google while the run is between reading it and sending ours. */
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
    // just before Google is asked how it is now
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
