import {
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCreate,
  contract,
  courseWorkCreate,
  type Endpoint,
  gradeBookImport,
  gradeSettingCreate,
  gradeSubmission,
  inviteStudents,
  privateNoteSave,
  rewardGiftAdd,
  storeRedeem,
  submissionSubmit,
  topicCreate,
  workProductList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from './platform/database/index.ts';
import { createReferenceRow } from './modules/reference/index.ts';
import { createScenario, runLesson, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from './testing/index.ts';

/*
 * Whoever has every right of a teacher or a student, and a class of their own, names the things of a class of others by
 * their real ids: in every call of classes, invitations, announcements, classwork, submissions, work products and rewards.
 * Nothing is read, nothing is changed.
 */
let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let args: ReadonlyMap<string, Arguments>;
let strangers: Record<string, TestPerson>;

interface Arguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: { name: string; bytes: Buffer };
}

/** Stands in every name, text and answer of the class, so that whatever comes out of it is seen. */
const SECRET = 'Okapi';
const WALKED =
  /^(course|classTeacher|classPeople|level\.courses|invitation|announcement|announcementComment|courseWork|submission|studentWork|gradeAct|gradeBook|studentGradeBook|gradeSetting|topic|workProduct|rewardPoint|store|storeItem|requestedClass)\./;
/** Calls that name nothing of a class: what they list is the caller's own, and the rights of administrators keep the others. */
const NAMES_NOTHING = new Set([
  'course.create',
  'course.list',
  'course.join',
  'level.courses',
  'invitation.pending',
  'announcement.list',
  'courseWork.listAll',
  'workProduct.unfinished',
  'rewardPoint.list',
  'store.offers',
  'store.ownPurchases',
  'store.purchases',
  'storeItem.list',
  'storeItem.blocks',
  'storeItem.create',
  'storeItem.createMany',
  'requestedClass.list',
  'requestedClass.blocks',
  'requestedClass.create',
  'requestedClass.createMany',
]);
/** What lists things of whatever is named, and has nothing to say of a class of others. */
const EMPTY = new Set(['announcement.audience', 'topic.list']);
/** Refused at the field that names the class. */
const AT_FIELD: Readonly<Record<string, string>> = { 'announcement.create': 'courses', 'topic.create': 'external_course_id' };
/** Of a school and not of a class: a teacher of the same school keeps them too. */
const OF_THE_SCHOOL = /^store(Item)?\./;
/** Whose tables must be as they were. */
const TABLES = [
  'courses',
  'course_members',
  'course_topics',
  'course_works',
  'course_work_materials',
  'submissions',
  'submission_history',
  'submission_messages',
  'submission_notes',
  'grade_acts',
  'grade_changes',
  'grade_settings',
  'grade_categories',
  'imports',
  'announcements',
  'announcement_comments',
  'announcement_students',
  'invitations',
  'reward_points',
  'store_items',
  'store_purchases',
  'work_products',
  'requested_classes',
  'jobs',
] as const;

async function fingerprint(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{
      all: string;
    }>`SELECT coalesce(md5(string_agg(one::text, '|' ORDER BY one::text)), '') AS all FROM ${sql.table(table)} one`.execute(app.db);
    found[table] = rows[0]?.all ?? '';
  }
  return found;
}

const endpointOf = (name: string): Endpoint => {
  const found = contract.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`no call ${name}`);
  return found;
};

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  const lesson = await scenario.lesson({ students: 3 });
  room = lesson;
  const { courseId, schoolId, teacher, students } = room;
  const [ann, ben, leaver] = students as [TestPerson, TestPerson, TestPerson];
  await sql`UPDATE courses SET name = ${`${SECRET} class`}, description = ${SECRET} WHERE id = ${courseId}`.execute(app.db);
  await sql`UPDATE accounts SET first_name = ${SECRET} WHERE id = ANY(${[...students, teacher].map(({ accountId }) => accountId)}::bigint[])`.execute(app.db);
  await sql`UPDATE assessments SET title = ${SECRET} WHERE id = ${lesson.assessmentId}`.execute(app.db);

  const running = await runLesson(app, lesson);
  await running.login(ann);
  await running.answer(ann, 'Form - 1A', 0, { comment: SECRET });
  for (const step of ['re-assign', 'next', 'finished']) await running.step(step as 'next');
  await app.server.jobs.runDue();

  const made = async <T>(reply: Promise<{ status: number; body: T; error: unknown }>): Promise<T> => {
    const { status, body, error } = await reply;
    if (status >= 300) throw new Error(JSON.stringify(error));
    return body;
  };
  const topic = (await made(teacher.call(topicCreate, { body: { name: SECRET, external_course_id: courseId } }))).topic.id;
  const announcement = (await made(teacher.call(announcementCreate, { body: { text: SECRET, students: 'ALL_STUDENTS', courses: [courseId] } }))).announcement
    .id;
  const comment = (await made(ann.call(announcementCommentAdd, { params: { id: announcement }, body: { comment: SECRET } }))).comment.id;
  const deleted = (await made(ben.call(announcementCommentAdd, { params: { id: announcement }, body: { comment: SECRET } }))).comment.id;
  await made(ben.call(announcementCommentDelete, { params: { id: announcement, commentId: deleted } }));
  const work = (await made(teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: SECRET, workType: 'SHORT_ANSWER_QUESTION' } }))).courseWork
    .id;
  const own = await made(ann.call(submissionSubmit, { body: { courseId, courseWorkId: work, answer: SECRET } }));
  const submission = own.submission.id;
  const draftGrade = { type: 'DRAFT_GRADE', draftGrade: 7 };
  const act = (await made(teacher.call(gradeSubmission, { body: { courseId, courseWorkId: work, submissionId: submission, submission: draftGrade } }))).act_id;
  await made(teacher.call(privateNoteSave, { params: { id: submission }, body: { note: SECRET, was: '' } }));
  const setting = (await made(teacher.call(gradeSettingCreate, { body: { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] } }))).setting
    .setting_id;
  const invited = await made(teacher.call(inviteStudents, { body: { userId: 'okapi@new.example', courseId, role: 'STUDENT' } }));
  const invitation = invited.invitations[0]?.id;
  const gift = (await made(teacher.call(rewardGiftAdd, { body: { course_id: courseId, account_ids: [ann.accountId], points: 5, reason: SECRET } }))).id;
  const product = (await made(teacher.call(workProductList, { query: { assessment_id: lesson.assessmentId } }))).data[0]?.id;
  const put = async (table: 'invitation_groups' | 'requested_classes' | 'store_items', row: Record<string, unknown>): Promise<number> =>
    (
      await app.db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const group = await put('invitation_groups', { name: SECRET, school_id: schoolId });
  const level = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: SECRET }));
  const request = await put('requested_classes', { account_id: teacher.accountId, level_id: level, name: SECRET, subject: '', section: '', room: '' });
  const item = await put('store_items', { name: SECRET, school_id: schoolId, price: 1, stock: 9 });
  const purchase = (await made(ann.call(storeRedeem, { body: { item_id: item } }))).purchase.id;
  await scenario.remove(courseId, leaver.accountId);

  const near = await scenario.class({ schoolId });
  const far = await scenario.class();
  strangers = {
    'a teacher of another class': near.teacher,
    'a student of another class': near.students[0]!,
    'a teacher of another school': far.teacher,
    'a student of another school': far.students[0]!,
    'a student who left': leaver,
  };
  const [atClass, atWork] = [{ id: courseId }, { id: courseId, workId: work }];
  const ids = (id: unknown) => ({ ids: [id] });
  const cell = { courseWorkId: work, submissionId: submission, submission: { type: 'DRAFT_GRADE', draftGrade: 1 } };
  const hand = { courseId, courseWorkId: work };
  const address = { userId: 'stranger@new.example', courseId, role: 'STUDENT' };
  const file = { name: 'grades.csv', bytes: Buffer.from(`Student ID;${SECRET}\r\n${ann.accountId};1\r\n`) };
  const graded = (await made(teacher.call(gradeBookImport, { body: { class: courseId }, file }))).import_id;
  const rename = { name: 'Changed', external_course_id: courseId };
  const post = { text: 'Changed', students: 'ALL_STUDENTS', courses: [courseId] };
  const asked = { name: 'Changed', subject: 'Changed', section: 'Changed', room: 'Changed', level_id: level };
  args = new Map<string, Arguments>(
    Object.entries({
      'course.get': { params: atClass },
      'course.update': { params: atClass, body: { name: 'Changed', ownerId: near.teacher.accountId } },
      'course.settings': { params: atClass, body: { description: 'Changed' } },
      'course.meetLink': { params: atClass, body: { google_meet_link: 'https://meet.example/x' } },
      'course.meetLink.remove': { params: atClass },
      'course.code.renew': { params: atClass },
      'course.archiveMany': { body: ids(courseId) },
      'course.unarchiveMany': { body: ids(courseId) },
      'course.delete': { params: atClass, body: { confirm: true } },
      'course.deleteMany': { body: { ...ids(courseId), confirm: true } },
      'course.restoreMany': { body: ids(courseId) },
      'course.room': { params: atClass },
      'course.upcoming': { params: atClass },
      'classTeacher.list': { query: { course_id: courseId } },
      'classPeople.list': { params: atClass, query: { role: 'STUDENT' } },
      'classPeople.student.remove': { params: { class_id: courseId, account_id: ann.accountId } },
      'classPeople.removeMany': { params: atClass, body: { ids: [ann.accountId] } },
      'classPeople.returnMany': { params: atClass, body: { ids: [leaver.accountId] } },
      'invitation.student': { body: address },
      'invitation.teacher': { body: { ...address, role: 'TEACHER' } },
      'invitation.group': { body: { course_id: courseId, group_id: group } },
      'invitation.group.byPath': { params: { group }, body: { course_id: courseId } },
      'invitation.group.choices': { query: { course_id: courseId } },
      'invitation.list': { params: atClass },
      'invitation.accept': { params: { id: invitation } },
      'invitation.accept.named': { body: { id: invitation } },
      'invitation.delete': { params: { id: invitation }, body: {} },
      'invitation.deleteMany': { params: atClass, body: ids(invitation) },
      'invitation.restoreMany': { params: atClass, body: ids(invitation) },
      'announcement.stream': { params: atClass },
      'announcement.get': { params: { id: announcement } },
      'announcement.audience': { query: { courses: String(courseId) } },
      'announcement.create': { body: post },
      'announcement.update': { params: { id: announcement }, body: { text: 'Changed' } },
      'announcement.update.post': { params: { id: announcement }, body: { text: 'Changed', _method: 'put' } },
      'announcement.delete': { params: { id: announcement } },
      'announcement.deleteMany': { body: ids(announcement) },
      'announcement.restoreMany': { body: ids(announcement) },
      'announcementComment.list': { params: { id: announcement } },
      'announcementComment.add': { params: { id: announcement }, body: { comment: 'Mine' } },
      'announcementComment.delete': { params: { id: announcement, commentId: comment } },
      'announcementComment.restore': { params: { id: announcement, commentId: deleted } },
      'courseWork.list': { params: atClass },
      'courseWork.get': { params: atWork },
      'courseWork.create': { params: atClass, body: { title: 'Mine' } },
      'courseWork.update': { params: atWork, body: { title: 'Changed' } },
      'courseWork.delete': { params: atWork, query: { confirm: true } },
      'courseWork.deleteMany': { params: atClass, body: { ...ids(work), confirm: true } },
      'courseWork.restoreMany': { params: atClass, body: ids(work) },
      'courseWork.moveMany': { params: atClass, body: { works: [{ id: work, topicId: topic }] } },
      'courseWork.questions': { query: { assessment_id: lesson.assessmentId } },
      'submission.submit': { body: { ...hand, submissionId: submission, answer: 'Mine' } },
      'submission.get': { params: { id: submission } },
      'submission.answer': { params: { id: submission } },
      'submission.message': { params: { id: submission }, body: { message: 'Mine' } },
      'privateNote.get': { params: { id: submission } },
      'privateNote.save': { params: { id: submission }, body: { note: 'Mine', was: '' } },
      'submission.list': { params: { courseId, workId: work } },
      'studentWork.details': { query: { course_id: courseId, course_work_id: work } },
      'submission.grade': { body: { courseId, ...cell } },
      'submission.gradeBulk': { body: { courseId, kind: 'edit', changes: [cell] } },
      'gradeAct.history': { query: { class: courseId } },
      'gradeAct.return': { body: { courseId, message: 'Mine' } },
      'gradeAct.preview': { body: { courseId, act: { kind: 'clear' }, course_work_ids: [work] } },
      'submission.return': { body: { ...hand, id: submission, message: 'Mine' } },
      'submission.returnMany': { body: { ...hand, ids: [submission], message: 'Mine' } },
      'gradeAct.undo': { params: { id: act } },
      'gradeBook.get': { query: { class: courseId } },
      'gradeBook.filter': { body: { class: courseId } },
      'gradeBook.why': { query: { class: courseId, account_id: ann.accountId } },
      'gradeBook.export': { query: { class: courseId } },
      'gradeBook.import': { body: { class: courseId }, file },
      'gradeBook.import.apply': { params: { id: graded }, body: { partial: true } },
      'studentGradeBook.get': { query: { class: courseId } },
      'studentGradeBook.history': { query: { course_work_id: work } },
      'gradeSetting.get': { query: { course_id: courseId } },
      'gradeSetting.create': { body: { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] } },
      'gradeSetting.update': { params: { setting_id: setting }, body: { show_grade: false } },
      'topic.list': { query: { courseId } },
      'topic.create': { body: rename },
      'topic.update': { params: { id: topic }, body: rename },
      'topic.update.post': { params: { id: topic }, body: { ...rename, _method: 'put' } },
      'topic.delete': { params: { id: topic } },
      'workProduct.generate': { body: { id: lesson.assessmentId } },
      'workProduct.generate.get': { query: { id: lesson.assessmentId } },
      'workProduct.regenerate': { params: { id: lesson.assessmentId } },
      'workProduct.regenerate.get': { params: { id: lesson.assessmentId } },
      'workProduct.list': { query: { assessment_id: lesson.assessmentId } },
      'workProduct.get': { params: { id: product } },
      'workProduct.makeMany': { body: { assessment_id: lesson.assessmentId, account_ids: [ann.accountId] } },
      'rewardPoint.students': { query: { course_id: courseId } },
      'rewardPoint.student': { params: { id: ann.accountId } },
      'rewardPoint.give': { body: { course_id: courseId, account_ids: [ann.accountId], points: 3, reason: 'Mine' } },
      'rewardPoint.takeBack': { params: { id: gift } },
      'store.ownCancel': { params: { id: purchase } },
      'store.redeem': { body: { item_id: item } },
      'store.handOverMany': { body: ids(purchase) },
      'store.cancelMany': { body: ids(purchase) },
      'store.reopenMany': { body: ids(purchase) },
      'storeItem.picture': { params: { id: item }, body: { file_id: null } },
      'storeItem.get': { params: { id: item } },
      'storeItem.update': { params: { id: item }, body: { name: 'Changed', price: 2 } },
      'storeItem.update.post': { params: { id: item }, body: { name: 'Changed', price: 2, _method: 'put' } },
      'storeItem.delete': { params: { id: item } },
      'storeItem.deleteMany': { body: ids(item) },
      'storeItem.restore': { params: { id: item } },
      'storeItem.restoreMany': { body: ids(item) },
      'storeItem.purge': { params: { id: item } },
      'requestedClass.get': { params: { id: request } },
      'requestedClass.update': { params: { id: request }, body: asked },
      'requestedClass.update.post': { params: { id: request }, body: { ...asked, _method: 'put' } },
      'requestedClass.delete': { params: { id: request } },
      'requestedClass.deleteMany': { body: ids(request) },
      'requestedClass.restore': { params: { id: request } },
      'requestedClass.restoreMany': { body: ids(request) },
      'requestedClass.approve': { params: { id: request } },
      'requestedClass.approveMany': { body: ids(request) },
      'requestedClass.decline': { params: { id: request }, body: { reason: 'No' } },
      'requestedClass.declineMany': { body: { ...ids(request), reason: 'No' } },
      'requestedClass.reopenMany': { body: ids(request) },
    }),
  );
}, 120_000);
afterAll(() => app.close());

test('the walk has every call that names a thing of a class', () => {
  const missing = contract.map(({ name }) => name).filter((name) => WALKED.test(`${name}.`) && !NAMES_NOTHING.has(name) && !args.has(name));
  expect(missing).toEqual([]);
  expect([...args.keys()].filter((name) => !contract.some((endpoint) => endpoint.name === name))).toEqual([]);
});

test('whoever is in the class reads with the same ids what is there, so that the walk knocks at real doors', async () => {
  // what is a student’s own, and what makes something
  const kept = new Set(['studentWork.details', 'studentGradeBook.get', 'studentGradeBook.history', 'workProduct.generate.get', 'workProduct.regenerate.get']);
  for (const [name, given] of args) {
    const endpoint = endpointOf(name);
    if (endpoint.method !== 'GET' || kept.has(name)) continue;
    expect([name, (await room.teacher.call(endpoint, given as never)).status]).toEqual([name, 200]);
  }
});

describe('[B712] of a class of others, by real ids in every call', () => {
  test.each(['a teacher of another class', 'a student of another class', 'a teacher of another school', 'a student of another school', 'a student who left'])(
    '%s reads nothing and changes nothing',
    async (who) => {
      const person = strangers[who]!;
      const before = await fingerprint();
      const found: unknown[] = [];
      for (const [name, given] of args) {
        if (OF_THE_SCHOOL.test(name) && !who.includes('school')) continue;
        const endpoint = endpointOf(name);
        const reply = await person.call(endpoint, given as never);
        const text = JSON.stringify(reply.body ?? reply.error ?? null);
        const done = (reply.body as { ids?: unknown[] } | null)?.ids;
        const isRefused =
          reply.status === 403 ||
          reply.status === 404 ||
          (reply.status === 422 && Object.keys(reply.error?.errors ?? {}).join() === AT_FIELD[name]) ||
          (reply.status === 200 && (EMPTY.has(name) || (Array.isArray(done) && done.length === 0)));
        if (!isRefused || text.includes(SECRET)) found.push([name, reply.status, text.slice(0, 300)]);
      }
      expect(found).toEqual([]);
      expect(await fingerprint()).toEqual(before);
    },
  );
});
