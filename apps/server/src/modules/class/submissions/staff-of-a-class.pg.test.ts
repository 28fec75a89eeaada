import * as contract from '@classwright/contract';
import type { Endpoint } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';

/** The resources of classes, their stream, classwork, people and grades. */
const RESOURCES = ['announcements', 'classes', 'class-people', 'classwork', 'grade-settings', 'submissions', 'topics'];
/** Calls that only students make, with their own submissions. */
const OF_STUDENTS = ['submission.submit', 'studentWork.details'];
/** Calls for classes linked with Google Classroom, which have their own tests. */
const OF_LINKED = ['sync.gradeOffer', 'sync.gradeOffer.take'];
const ENDPOINTS = (Object.values(contract) as unknown[]).filter((one): one is Endpoint => {
  const { access, name } = (one ?? {}) as Partial<Endpoint>;
  return typeof access === 'object' && 'resource' in access && RESOURCES.includes(access.resource) && ![...OF_STUDENTS, ...OF_LINKED].includes(name ?? '');
});

let app: TestApp;
let scenario: Scenario;
let levelId: number;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  levelId = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Grade 10' }));
});
afterAll(() => app.close());

const emailOf = async (accountId: number): Promise<string> =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;

/** The outcome: done, refused with the response's status, or refused as one of several. */
type Outcome = 'done' | 'refused' | number;

/**
 * Makes every call of these modules once, as a person in a class, in the order of a week. Returns the outcomes by the
 * call's name.
 */
async function liveTheWeek(room: TestClass, by: TestPerson): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const call = async (name: string, args: { params?: object; query?: object; body?: object; file?: { name: string; bytes: Buffer } } = {}) => {
    const endpoint = ENDPOINTS.find((one) => one.name === name);
    if (!endpoint) throw new Error(`there is no call ${name}`);
    const reply = await by.call(endpoint, args as never);
    const { refused = [] } = (reply.body ?? {}) as { refused?: unknown[] };
    outcomes[name] = reply.status >= 300 ? reply.status : refused.length > 0 ? 'refused' : 'done';
    return reply.body as never;
  };
  const id = room.courseId;
  const [one, two, three] = room.students.map(({ accountId }) => accountId) as [number, number, number];
  const mail = `of${by.accountId}@new.example`;

  await call('course.create', { body: { name: 'Another', level_id: levelId, ownerId: room.teacher.accountId } });
  await call('course.update', { params: { id }, body: { name: 'Physics', level_id: levelId, room: 'B 12' } });
  await call('course.settings', { params: { id }, body: { description: 'A class', comments_by_students: true } });
  await call('course.code.renew', { params: { id } });
  await call('course.meetLink', { params: { id }, body: { google_meet_link: 'https://meet.example/abc' } });
  await call('course.meetLink.remove', { params: { id } });

  const { topic } = (await call('topic.create', { body: { name: `T${by.accountId}`, external_course_id: id } })) as { topic: { id: number } };
  await call('topic.list', { query: { courseId: id } });
  await call('topic.update', { params: { id: topic.id }, body: { name: 'Renamed' } });
  await call('topic.update.post', { params: { id: topic.id }, body: { name: 'Renamed again', _method: 'PUT' } });

  await call('gradeSetting.get', { query: { course_id: id } });
  const { setting } = (await call('gradeSetting.create', { body: { course_id: id, calculation_type: 'TOTAL_POINTS' } })) as { setting: { setting_id: number } };
  await call('gradeSetting.update', { params: { setting_id: setting.setting_id }, body: { show_grade: false } });

  type Work = { courseWork: { id: number } };
  const { courseWork } = (await call('courseWork.create', { params: { id }, body: { title: 'Essay', maxPoints: 50 } })) as Work;
  const workId = courseWork.id;
  const ofWork = { params: { id, workId } };
  await call('courseWork.get', ofWork);
  await call('courseWork.update', { ...ofWork, body: { title: 'An essay' } });
  await call('courseWork.list', { params: { id } });
  await call('courseWork.listAll');
  await call('course.upcoming', { params: { id } });
  await call('courseWork.moveMany', { params: { id }, body: { works: [{ id: workId, topicId: topic.id }] } });
  const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: id });
  await call('courseWork.questions', { query: { assessment_id: assessmentId } });

  await call('suggest.works', { query: { query: 'a' } });
  const { submissions } = (await call('submission.list', { params: { courseId: id, workId } })) as { submissions: { id: number; account_id: number }[] };
  const of = (accountId: number): number => submissions.find(({ account_id }) => account_id === accountId)?.id ?? 0;
  const cell = { courseId: id, courseWorkId: workId };
  const draft = (draftGrade: number) => ({ type: 'DRAFT_GRADE', draftGrade });
  await call('submission.get', { params: { id: of(one) } });
  await call('submission.answer', { params: { id: of(one) } });
  await call('submission.message', { params: { id: of(one) }, body: { message: 'Mind the units' } });
  await call('privateNote.save', { params: { id: of(one) }, body: { note: 'Talk to the parents', was: '' } });
  await call('privateNote.get', { params: { id: of(one) } });
  const { act_id } = (await call('submission.grade', { body: { ...cell, submissionId: of(one), submission: draft(40) } })) as { act_id: number };
  await call('gradeAct.undo', { params: { id: act_id } });
  await call('gradeAct.preview', { body: { courseId: id, act: { kind: 'add', points: 1 }, course_work_ids: [workId] } });
  const changes = [one, two].map((accountId) => ({ courseWorkId: workId, account_id: accountId, submission: draft(30) }));
  await call('submission.gradeBulk', { body: { courseId: id, kind: 'paste', changes } });
  await call('gradeAct.return', { body: { courseId: id, message: 'Well done' } });
  await call('gradeAct.history', { query: { class: id } });
  await call('submission.grade', { body: { ...cell, submissionId: of(one), submission: draft(31) } });
  await call('submission.grade', { body: { ...cell, submissionId: of(two), submission: draft(31) } });
  await call('submission.return', { body: { ...cell, id: of(one), message: 'Well done', paper: true } });
  await call('submission.returnMany', { body: { ...cell, ids: [of(two)], message: 'Well done', paper: true } });
  await call('gradeBook.get', { query: { class: id } });
  await call('gradeBook.filter', { body: { class: id } });
  await call('gradeBook.why', { query: { class: id, account_id: one } });
  await call('gradeBook.export', { query: { class: id, format: 'csv' } });
  const file = { name: 'grades.csv', bytes: Buffer.from(`Student ID;An essay\r\n${one};45\r\n`) };
  const { import_id } = (await call('gradeBook.import', { body: { class: id }, file })) as { import_id: number };
  await call('gradeBook.import.apply', { params: { id: import_id }, body: {} });
  await call('courseWork.delete', { ...ofWork, query: { confirm: true } });
  const more = ((await call('courseWork.create', { params: { id }, body: { title: 'More' } })) as Work).courseWork.id;
  await call('courseWork.deleteMany', { params: { id }, body: { ids: [more] } });
  await call('courseWork.restoreMany', { params: { id }, body: { ids: [more] } });
  await call('courseWork.deleteMany', { params: { id }, body: { ids: [more] } });
  const spare = (await call('topic.create', { body: { name: 'Spare', external_course_id: id } })) as { topic: { id: number } };
  await call('topic.delete', { params: { id: spare.topic.id } });

  await call('announcement.audience', { query: { courses: String(id) } });
  await call('announcement.create', { body: { text: 'Hello', students: 'ALL_STUDENTS', courses: [id] } });
  const announcement = (await app.db.selectFrom('announcements').select('id').where('course_id', '=', id).executeTakeFirstOrThrow()).id;
  const ofAnnouncement = { params: { id: announcement } };
  await call('announcement.get', ofAnnouncement);
  await call('announcement.list', { query: { course_id: id } });
  await call('announcement.stream', { params: { id } });
  await call('announcement.update', { ...ofAnnouncement, body: { text: 'Hello again' } });
  await call('announcement.update.post', { ...ofAnnouncement, body: { text: 'And again', _method: 'PUT' } });
  await call('announcementComment.add', { ...ofAnnouncement, body: { comment: 'A word' } });
  const comment = (await app.db.selectFrom('announcement_comments').select('id').where('announcement_id', '=', announcement).executeTakeFirstOrThrow()).id;
  await call('announcementComment.list', ofAnnouncement);
  await call('announcementComment.delete', { params: { id: announcement, commentId: comment } });
  await call('announcementComment.restore', { params: { id: announcement, commentId: comment } });
  await call('announcement.delete', ofAnnouncement);
  await call('announcement.restoreMany', { body: { ids: [announcement] } });
  await call('announcement.deleteMany', { body: { ids: [announcement] } });

  await call('invitation.teacher', { body: { userId: `t.${mail}`, courseId: id } });
  const invited = (await call('invitation.student', { body: { userId: mail, courseId: id } })) as { invitations: { id: number }[] };
  const invitation = invited.invitations[0]?.id;
  await call('invitation.list', { params: { id } });
  await call('invitation.delete', { params: { id: invitation }, body: {} });
  await call('invitation.restoreMany', { params: { id }, body: { ids: [invitation] } });
  await call('invitation.deleteMany', { params: { id }, body: { ids: [invitation] } });
  const groups: number[] = [];
  for (const name of ['Choir', 'Chess']) {
    const group = await app.db.insertInto('invitation_groups').values({ name, school_id: room.schoolId }).returning('id').executeTakeFirstOrThrow();
    const member = await scenario.person('student', room.schoolId);
    await app.db.insertInto('invitation_group_accounts').values({ invitation_group_id: group.id, account_id: member.accountId }).execute();
    groups.push(group.id);
  }
  await call('invitation.group.choices', { query: { course_id: id } });
  await call('invitation.group', { body: { course_id: id, group_id: groups[0] } });
  await call('invitation.group.byPath', { params: { group: groups[1] }, body: { courseId: id } });
  await call('classPeople.student.remove', { params: { class_id: id, account_id: three } });
  await call('classPeople.returnMany', { params: { id }, body: { ids: [three] } });
  await call('classPeople.removeMany', { params: { id }, body: { ids: [three] } });

  await call('course.archiveMany', { body: { ids: [id] } });
  await call('course.unarchiveMany', { body: { ids: [id] } });
  await call('course.deleteMany', { body: { ids: [id], confirm: true } });
  await call('course.restoreMany', { body: { ids: [id] } });
  await call('course.delete', { params: { id }, body: { confirm: true } });
  return outcomes;
}

test('[K334] [K343] Admin and an invited teacher do whatever the teacher of a class does in classes, classwork, people and grading, the deleting of a class apart', async () => {
  const [mine, theirs, admins] = [await scenario.class(), await scenario.class(), await scenario.class()];
  const invited = theirs.otherTeacher;
  const { body } = await theirs.teacher.call(contract.inviteTeachers, { body: { userId: await emailOf(invited.accountId), courseId: theirs.courseId } });
  expect((await invited.call(contract.invitationAccept, { params: { id: body.invitations[0]?.id } })).status).toBe(200);

  const [ofTeacher, ofAdmin, ofInvited] = await Promise.all([liveTheWeek(mine, mine.teacher), liveTheWeek(admins, admins.admin), liveTheWeek(theirs, invited)]);
  expect(Object.keys(ofAdmin).toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted());
  expect(Object.entries(ofAdmin).filter(([, outcome]) => outcome !== 'done')).toEqual([]);
  const byAdminAlone = { 'course.create': 403, 'course.update': 403 };
  expect(ofTeacher).toEqual({ ...ofAdmin, ...byAdminAlone });
  expect(ofInvited).toEqual({ ...ofTeacher, 'course.delete': 403, 'course.deleteMany': 'refused', 'course.restoreMany': 'refused' });
}, 240_000); // some two hundred calls
