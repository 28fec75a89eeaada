import {
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCreate,
  announcementDelete,
  assessmentCreate,
  contract,
  courseArchiveMany,
  courseWorkCreate,
  courseWorkDelete,
  en,
  type Endpoint,
  gradeBookImport,
  gradeSettingCreate,
  gradeSubmission,
  invitationDelete,
  inviteStudents,
  rewardGiftAdd,
  submissionSubmit,
  topicCreate,
  endpointsOf,
  referenceLists,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTopic } from './modules/class/classes/index.ts';
import { type Db, inTransaction } from './platform/database/index.ts';
import { assessmentChoices } from './testing/assessment-choices.ts';
import { createScenario, giveRights, runLesson, type Scenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from './testing/index.ts';

/*
 * An archived class is read by its people and changed by nobody. Every call that changes something and names a class, or a
 * thing of a class, is made here twice with arguments that would do: in a class in use, where it succeeds, and in an
 * archived one, where it answers CLASS_ARCHIVED and changes nothing, to a teacher, a student and an administrator.
 */
let app: TestApp;
let scenario: Scenario;
let choices: Record<string, number>;

interface Arguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  file?: { name: string; bytes: Buffer };
}

interface Row extends Arguments {
  /** The person who may make the call in a class in use. The default is a teacher of the class. */
  by?: TestPerson;
}

/** A class with one thing of every kind, and the calls with their arguments, in an order in which all of them succeed. */
interface Furnished {
  room: TestLesson;
  rows: Map<string, Row>;
}

/** Calls that change a class, or a thing in one, and are allowed in an archived class, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'course.archiveMany': 'archives the class',
  'course.unarchiveMany': 'brings the class back',
  'course.delete': 'deletes the whole class, which its owner may at any time',
  'course.deleteMany': 'deletes whole classes, which their owners may at any time',
  'course.restoreMany': 'brings a deleted class back as it was, archived or not',
  'course.create': 'makes a new class',
  'sync.settings': 'sets when a school is synced, and names no class',
  'sync.courses': 'begins a run of a whole school, which leaves archived classes to their units',
  'sync.courses.get': 'as sync.courses',
  'course.join': 'is refused as an unknown code, so that a code does not reveal what class it was',
  'assessment.copy': 'the copy belongs to no class',
  'assessment.hint': 'compares two questions and changes nothing',
  'broadcasting.auth': 'subscribes to news and changes nothing',
  bookStore: 'leads to another site',
  'live.snapshotExport': 'makes a file of what is there',
  'audit.export': 'makes a file of what is there',
  'dashboard.student-enrollment.export': 'makes a file of what is there',
  'dashboard.student-enrollment.exportTyped': 'makes a file of what is there',
  'dashboard.assignments.export': 'makes a file of what is there',
  'dashboard.live-instructions.export': 'makes a file of what is there',
  'dashboard.grade-book.export': 'makes a file of what is there',
  'dashboard.attendance.export': 'makes a file of what is there',
  'dashboard.question-bank.export': 'makes a file of what is there',
  'comment.add': 'a lesson that was running when its class was archived goes on to its end, so that no answer is lost',
  'reply.add': 'as a comment',
  'post.add': 'as a comment',
  'post.react': 'as a comment',
  'live.adjustTime': 'as a comment',
  'live.askSure': 'as a comment',
  'live.close': 'as a comment',
  'live.draft': 'as a comment',
  'live.end': 'as a comment',
  'live.join': 'as a comment',
  'live.phaseClose': 'as a comment',
  'live.pairJoin': 'as a comment',
  'live.pairsMake': 'as a comment',
  'live.pairsPublish': 'as a comment',
  'live.pairsSave': 'as a comment',
  'live.reasonDeal': 'as a comment',
  'live.reveal': 'as a comment',
  'live.wall': 'as a comment',
  'live.hide': 'as a comment',
  'live.unhide': 'as a comment',
  'live.rewrite': 'as a comment',
  'live.ask': 'as a comment',
  'live.questionSettle': 'as a comment',
  'schoolLogo.save': 'stores a picture of the school, and names no class',
  'schoolLogo.delete': 'as schoolLogo.save',
  'schoolSettings.update': 'switches simulated classes of a school on or off, and names no class',
  'rehearsal.make': 'makes a copy in a hidden class; the archived one stays as it is',
  'rehearsal.remove': 'takes a copy away that is in no class of the school',
  'simulatedClass.bring': 'is refused for a lesson that is no rehearsal',
  'simulatedClass.phone': 'as simulatedClass.bring',
  'walls.code': 'makes a code for a screen that is nobody’s',
  'walls.pairing': 'gives a connected screen its token',
  'walls.pair': 'connects a screen to a person, not to the class',
  'walls.choose': 'changes what a person’s own screen shows',
  'walls.lesson': 'notes only that a screen was seen',
  'walls.disconnect': 'disconnects a person’s own screen',
  'lessonCode.open': 'leads to a running lesson, which goes on to its end',
  'lessonCode.names': 'as lessonCode.open',
  'seat.take': 'as lessonCode.open',
  'seat.withdraw': 'as lessonCode.open',
  'seat.guest': 'is refused for a lesson that is no rehearsal, whose class is hidden and never archived',
  'seat.answer': 'as lessonCode.open',
  'seat.end': 'as lessonCode.open',
  'seat.letIn': 'as lessonCode.open',
  'seatPin.list': 'a PIN belongs to its student, in all classes',
  'seatPin.renew': 'as seatPin.list',
  'seatPin.renewAll': 'as seatPin.list',
  'seatPin.own': 'as seatPin.list',
  'live.settingsUpdate': 'as a comment',
  'live.status': 'as a comment',
  'live.studentLogin': 'as a comment',
  'live.voteCast': 'as a comment',
  'live.voteClose': 'as a comment',
  'live.voteOpen': 'as a comment',
  'solo.start': 'is refused too, which solo.pg.test.ts shows with a student who missed the lesson',
  'solo.draft': 'as solo.start',
  'solo.answer': 'as solo.start',
  'review.answer': 'is not there in an archived class, which reviews.pg.test.ts shows',
  'review.later': 'as review.answer',
  'workProduct.generate': 'prints what is there',
  'workProduct.makeMany': 'prints what is there',
  'workProduct.regenerate': 'prints what is there',
  'workProduct.generate.get': 'prints what is there',
  'workProduct.regenerate.get': 'prints what is there',
  'censoredText.get': 'reads a text, which the audit trail records',
  'censoredText.review': 'notes that staff have looked at a text, which stays as it is',
  'invitationGroup.class.add': 'reads the people of the class; the group is what changes',
  'signInCards.create': 'changes how accounts sign in; accounts belong to the school',
  'pictures.reset': 'as signInCards.create',
  'export.question': 'makes a file of questions of the bank',
  'question.create': 'a question belongs to the bank; the topic only sorts it there',
  'question.update': 'as question.create',
  'question.update.post': 'as question.create',
  'question.draft.update': 'as question.create',
  'question.draft.update.post': 'as question.create',
  'import.questions': 'as question.create',
  'import.questions.apply': 'as question.create',
  'sync.unlink': 'ends what comes from another system; the class stays as it is',
  'roster.meet': 'decides in a preview which class of ours one of a list is; archived ones cannot be chosen',
  'incident.subject.add': 'names a sign-in of an account, which is no lesson',
  'hold.create': 'keeps the data of a class, archived or not, from being deleted; the class stays as it is',
  'retention.change': 'changes terms of the school, one of which is named after schoolwork',
  'roster.apply': 'a list of the school says who is in its classes and which of them have ended',
};

/** Groups of calls about things that belong to a person, the school, the question bank or the installation. */
const OF_NO_CLASS =
  /^(setUp$|(auth|factor|factorRule|account|dashboard|setUp|link|pictures|handOff|profile|settings|schoolSettings|import|question|template|access|failedJob|allSchools|system|mailChoice|notification|recordCopy|recordReading|consent|guardian|guardianCode|guardianRules|child|dataRequest|notice|erasure|retention|hold|incident|idea|invitationGroup|requestedClass|rewardRule|store|storeItem|calendarFeed|file|drive|roster|rosterSource|apiClient|questionType|questionGrade|questionSubject|questionCluster|level|standard|group|protocol|school|markingPeriod|assessmentPeriod|role|action|policy|resource|resourcePolicy|accountRole|censorshipLevel|censorshipWord|sync)\.)/;
/** Lists that administrators maintain name a class only in fields that say so. */
const ofLists = new Set(referenceLists.flatMap(endpointsOf).map(({ name }) => name));
/** Fields that name a class or a thing in one. */
const NAMES_A_CLASS = /course|class|topic|work|submission|announcement|lesson|assessment|session_id|setting_id/i;
/** Calls that return, for each of several things, the reason why it did not change. */
const EACH_REFUSED = new Set(['announcement.deleteMany', 'announcement.restoreMany', 'sync.conflict.solveMany']);
/**
 * Calls of other systems, which respond in the terms of their own standard. `oneroster/gradebook.pg.test.ts` archives
 * the class.
 */
const OF_PROGRAMS = /^oneroster\./;
/**
 * The code that a call returns in a class in use when it cannot succeed in this test. It shows how far the call got.
 */
const REACHED: Readonly<Record<string, string>> = {
  'peopleSource.change': 'ROSTER_ENDS_MANY',
  'peopleSource.undo': 'ROSTER_NOTHING_TO_UNDO',
  'gradeSetting.create': 'SETTING_EXISTS',
  'sync.courseWorks': 'SYNC_NOT_SET_UP',
  'sync.courseWorks.get': 'SYNC_NOT_SET_UP',
  'sync.invitations': 'SYNC_NOT_SET_UP',
  'sync.link': 'SYNC_NOT_SET_UP',
  'sync.gradeOffer.take': 'SYNC_NOTHING_OFFERED',
  'sync.run.apply': 'SYNC_NOT_SET_UP',
  'sync.run.undo': 'SYNC_RUN_STATE',
};

/** Tables with the things of classes, the notifications of students and the record of what was done. */
const TABLES = [
  'courses',
  'course_members',
  'course_topics',
  'course_works',
  'course_work_assignees',
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
  'assessments',
  'invitations',
  'extra_times',
  'external_links',
  'live_sessions',
  'reward_points',
  'work_products',
  'notifications',
  'audit_entries',
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
/** Returns true for calls that change something. Some do so by GET, for clients that can do nothing else. */
const changes = ({ readOnly }: Endpoint): boolean => readOnly !== true;

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  return [...JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)].map(([, name]) => String(name));
}

async function furnish(): Promise<Furnished> {
  const room = await scenario.lesson({ students: 4 });
  const { courseId, schoolId, teacher, students } = room;
  const [ann, ben, leaver, other] = students as [TestPerson, TestPerson, TestPerson, TestPerson];
  const running = await runLesson(app, room);
  await running.login(ann);
  await running.answer(ann, 'Form - 1A', 0);
  for (const step of ['re-assign', 'next', 'finished'] as const) await running.step(step);
  await app.server.jobs.runDue();
  const made = async <T>(reply: Promise<{ status: number; body: T; error: unknown }>): Promise<T> => {
    const { status, body, error } = await reply;
    if (status >= 300) throw new Error(JSON.stringify(error));
    return body;
  };
  const create = async (body: Record<string, unknown>) =>
    (await made(teacher.call(courseWorkCreate, { params: { id: courseId }, body: { workType: 'SHORT_ANSWER_QUESTION', ...body } }))).courseWork.id;
  const post = async () =>
    (await made(teacher.call(announcementCreate, { body: { text: 'Hello', students: 'ALL_STUDENTS', courses: [courseId] } }))).announcement.id;
  const say = async (announcement: number) =>
    (await made(ann.call(announcementCommentAdd, { params: { id: announcement }, body: { comment: 'Hello' } }))).comment.id;
  const topic = (await made(teacher.call(topicCreate, { body: { name: 'Light', external_course_id: courseId } }))).topic.id;
  const emptyTopic = (await made(teacher.call(topicCreate, { body: { name: 'Heat', external_course_id: courseId } }))).topic.id;
  const announcements = [await post(), await post(), await post(), await post()] as const;
  const comment = await say(announcements[0]);
  const deleted = await say(announcements[0]);
  await made(ann.call(announcementCommentDelete, { params: { id: announcements[0], commentId: deleted } }));
  await made(teacher.call(announcementDelete, { params: { id: announcements[3] } }));
  const work = await create({ title: 'Light' });
  const spare = await create({ title: 'Spare' });
  const more = await create({ title: 'More' });
  const gone = await create({ title: 'Gone' });
  await made(teacher.call(courseWorkDelete, { params: { id: courseId, workId: gone }, query: { confirm: true } }));
  const handIn = async (student: TestPerson, courseWorkId: number) =>
    (await made(student.call(submissionSubmit, { body: { courseId, courseWorkId, answer: 'Glass bends it.' } }))).submission.id;
  const [first, second, third] = [await handIn(ann, work), await handIn(ben, work), await handIn(other, work)];
  const grade = async (submissionId: number, draftGrade: number) =>
    (await made(teacher.call(gradeSubmission, { body: { courseId, courseWorkId: work, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } } })))
      .act_id;
  const act = await grade(first, 7);
  await grade(second, 8);
  await grade(third, 9);
  const setting = (await made(teacher.call(gradeSettingCreate, { body: { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] } }))).setting
    .setting_id;
  const invite = async (userId: string) => (await made(teacher.call(inviteStudents, { body: { userId, courseId, role: 'STUDENT' } }))).invitations[0]?.id;
  const open = [await invite(`a${courseId}@new.example`), await invite(`b${courseId}@new.example`), await invite(`c${courseId}@new.example`)];
  await made(teacher.call(invitationDelete, { params: { id: open[2] }, body: {} }));
  const emailOf = async (account: number) => (await app.db.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirstOrThrow()).email;
  const [late, later] = [room.otherStudent, await scenario.person('student', schoolId)];
  const mine = await invite(await emailOf(late.accountId));
  const named = await invite(await emailOf(later.accountId));
  const gift = (await made(teacher.call(rewardGiftAdd, { body: { course_id: courseId, account_ids: [ann.accountId], points: 5, reason: 'Help' } }))).id;
  const insert = async (table: 'external_links' | 'external_sources' | 'invitation_groups' | 'sync_conflicts' | 'sync_runs', row: Record<string, unknown>) =>
    (
      await app.db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const group = await insert('invitation_groups', { name: `Group ${courseId}`, school_id: schoolId });
  const grouped = [await scenario.person('student', schoolId), await scenario.person('student', schoolId)];
  const join = (person: TestPerson | undefined, invitation_group_id: number) =>
    app.db
      .insertInto('invitation_group_accounts')
      .values({ invitation_group_id, account_id: person?.accountId } as never)
      .execute();
  await join(grouped[0], group);
  const otherGroup = await insert('invitation_groups', { name: `Other group ${courseId}`, school_id: schoolId });
  await join(grouped[1], otherGroup);
  const source = await insert('external_sources', { school_id: schoolId, kind: 'google_classroom', name: 'Google Classroom' });
  const seen = { source_id: source, kind: 'class', external_id: `there${courseId}`, local_id: courseId, facts: JSON.stringify({ seenBy: [] }) };
  const link = await insert('external_links', seen);
  await insert('external_links', { source_id: source, kind: 'work', parent_id: link, external_id: `work${work}`, local_id: work });
  const conflict = (field: string) =>
    insert('sync_conflicts', { link_id: link, course_id: courseId, kind: 'class', subject: 'Class', field, ours: '"A"', theirs: '"B"' });
  const conflicts = [await conflict('name'), await conflict('section')];
  const run = await insert('sync_runs', {
    ...{ source_id: source, scope: 'class_work', mode: 'apply', course_id: courseId, begun_by: teacher.accountId, status: 'finished' },
  });
  const lessonTopic = await inTransaction(app.db, (tx) => createTopic(tx, courseId, 'Lessons'));
  const form = {
    ...{ title: 'Circuits', ...choices, class_id: courseId, topic_id: lessonTopic, schedule_date: '2026-03-31', status: 0 },
    questions: [room.first.questionId, room.transfer.questionId],
  };
  const plan = async () => (await made(teacher.call(assessmentCreate, { body: form }))).assessment.id;
  const [planned, started, dropped] = [await plan(), await plan(), await plan()];
  const sheet = { name: 'grades.csv', bytes: Buffer.from(`Student ID;Light\r\n${ann.accountId};1\r\n`) };
  await scenario.remove(courseId, leaver.accountId);
  const preview = (await made(teacher.call(gradeBookImport, { body: { class: courseId }, file: sheet }))).import_id;
  await giveRights(app.db, teacher.accountId, ['classroom-sync:run']);

  const [atClass, atWork] = [{ id: courseId }, { id: courseId, workId: work }];
  const cell = (submissionId: number, draftGrade: number) => ({ courseWorkId: work, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } });
  const rename = { name: 'Optics', external_course_id: courseId };
  const rows: Record<string, Row> = {
    'course.update': { params: atClass, body: { name: 'Renamed', level_id: choices['level_id'] }, by: room.admin },
    'course.settings': { params: atClass, body: { description: 'Changed' } },
    'course.meetLink': { params: atClass, body: { google_meet_link: 'https://meet.google.com/abc-defg-hij' } },
    'course.meetLink.remove': { params: atClass },
    'course.code.renew': { params: atClass },
    'peopleSource.change': { params: atClass, body: { link_id: link }, by: room.admin },
    'peopleSource.undo': { params: atClass, by: room.admin },
    'invitation.student': { body: { userId: `d${courseId}@new.example`, courseId, role: 'STUDENT' } },
    'invitation.teacher': { body: { userId: `e${courseId}@new.example`, courseId, role: 'TEACHER' } },
    'invitation.group': { body: { course_id: courseId, group_id: group } },
    'invitation.group.byPath': { params: { group: otherGroup }, body: { course_id: courseId } },
    'invitation.delete': { params: { id: open[0] }, body: {} },
    'invitation.deleteMany': { params: atClass, body: { ids: [open[1]] } },
    'invitation.restoreMany': { params: atClass, body: { ids: [open[2]] } },
    'invitation.accept': { params: { id: mine }, by: late },
    'invitation.accept.named': { body: { id: named }, by: later },
    'classPeople.returnMany': { params: atClass, body: { ids: [leaver.accountId] } },
    'classPeople.student.remove': { params: { class_id: courseId, account_id: leaver.accountId } },
    'classPeople.removeMany': { params: atClass, body: { ids: [late.accountId] } },
    'announcement.create': { body: { text: 'New', students: 'ALL_STUDENTS', courses: [courseId] } },
    'announcement.update': { params: { id: announcements[0] }, body: { text: 'Changed' } },
    'announcement.update.post': { params: { id: announcements[0] }, body: { text: 'Again', _method: 'put' } },
    'announcementComment.add': { params: { id: announcements[0] }, body: { comment: 'Mine' }, by: ann },
    'announcementComment.restore': { params: { id: announcements[0], commentId: deleted }, by: ann },
    'announcementComment.delete': { params: { id: announcements[0], commentId: comment }, by: ann },
    'announcement.delete': { params: { id: announcements[1] } },
    'announcement.deleteMany': { body: { ids: [announcements[2]] } },
    'announcement.restoreMany': { body: { ids: [announcements[3]] } },
    'courseWork.create': { params: atClass, body: { title: 'New', workType: 'ASSIGNMENT' } },
    'courseWork.update': { params: atWork, body: { title: 'Changed' } },
    'courseWork.moveMany': { params: atClass, body: { works: [{ id: work, topicId: topic }] } },
    'courseWork.restoreMany': { params: atClass, body: { ids: [gone] } },
    'courseWork.deleteMany': { params: atClass, body: { ids: [spare], confirm: true } },
    'courseWork.delete': { params: { id: courseId, workId: gone }, query: { confirm: true } },
    'topic.create': { body: { name: 'Sound', external_course_id: courseId } },
    'topic.update': { params: { id: topic }, body: rename },
    'topic.update.post': { params: { id: topic }, body: { ...rename, name: 'Waves', _method: 'put' } },
    'submission.submit': { body: { courseId, courseWorkId: more, answer: 'Mine' }, by: ann },
    'submission.message': { params: { id: first }, body: { message: 'Well seen' } },
    'privateNote.save': { params: { id: first }, body: { note: 'Mine', was: '' } },
    'gradeBook.import.apply': { params: { id: preview }, body: { partial: true } },
    'submission.grade': { body: { courseId, ...cell(first, 5) } },
    'submission.gradeBulk': { body: { courseId, kind: 'edit', changes: [cell(first, 6)] } },
    'gradeAct.undo': { params: { id: act } },
    'gradeBook.import': { body: { class: courseId }, file: sheet },
    'submission.return': { body: { courseId, courseWorkId: work, id: first, message: 'Check again' } },
    'submission.returnMany': { body: { courseId, courseWorkId: work, ids: [second], message: 'Check again' } },
    'gradeAct.return': { body: { courseId, message: 'Check again' } },
    'gradeSetting.create': { body: { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] } },
    'gradeSetting.update': { params: { setting_id: setting }, body: { show_grade: false } },
    'topic.delete': { params: { id: emptyTopic } },
    'rewardPoint.give': { body: { course_id: courseId, account_ids: [ann.accountId], points: 3, reason: 'Again' } },
    'rewardPoint.takeBack': { params: { id: gift } },
    'live.pairWishesAdd': { body: { course_id: courseId, wishes: [{ kind: 'never', account_ids: [ann.accountId, ann.accountId + 1] }] } },
    'live.pairWishesRemove': { body: { course_id: courseId, ids: [1] } },
    'extraTime.save': { body: { course_id: courseId, students: [{ account_id: ann.accountId, percent: 25 }] } },
    'attention.done': { body: { course_id: courseId, account_ids: [ann.accountId], note: 'Talked' } },
    'attention.back': { body: { course_id: courseId, account_ids: [ann.accountId] } },
    'assessment.create': { body: form },
    'assessment.update': { params: { id: planned }, body: { ...form, title: 'Other circuits' } },
    'assessment.update.post': { params: { id: planned }, body: { ...form, title: 'More circuits', _method: 'put' } },
    'assessment.archive': { body: { id: planned, is_archived: 1 } },
    'assessment.delete': { params: { id: dropped } },
    'live.planUpdate': { body: { assessment_id: started, shows_answers: 'when-closed', with_names: true } },
    'live.start': { body: { assessment_id: started, time: 5 } },
    'sync.courseWorks': { params: atClass, body: { mode: 'apply' } },
    'sync.invitations': { body: { course_id: courseId, mode: 'apply' } },
    'sync.courseWorks.get': { params: atClass, query: { mode: 'apply' } },
    'sync.link': { params: atClass, body: { create: true } },
    'sync.gradeHere': { params: atWork, body: {} },
    'sync.gradeOffer.take': { params: atClass, body: {} },
    'sync.run.apply': { params: { id: run }, body: {} },
    'sync.run.undo': { params: { id: run }, body: {} },
    'sync.conflict.solve': { params: { id: conflicts[0] }, body: { choice: 'theirs' } },
    'sync.conflict.solveMany': { body: { ids: [conflicts[1]], choice: 'theirs' } },
  };
  return { room, rows: new Map(Object.entries(rows)) };
}

let active: Furnished;
let archived: Furnished;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  choices = await inTransaction(app.db, assessmentChoices);
  active = await furnish();
  archived = await furnish();
  const { teacher, courseId } = archived.room;
  expect((await teacher.call(courseArchiveMany, { body: { ids: [courseId] } })).body.ids).toEqual([courseId]);
}, 120_000);
afterAll(() => app.close());

test('every call that changes something of a class has a row here, or a reason', () => {
  const missing = contract.filter((endpoint) => {
    const { name, path, body, query } = endpoint;
    if (!changes(endpoint) || active.rows.has(name) || name in ALLOWED || OF_PROGRAMS.test(name)) return false;
    if (!OF_NO_CLASS.test(name) && !ofLists.has(name)) return true;
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, one]) => String(one));
    return [...inPath, ...fieldsOf(body), ...fieldsOf(query)].some((field) => NAMES_A_CLASS.test(field));
  });
  expect(missing.map(({ name }) => name)).toEqual([]);
  const known = new Set(contract.map(({ name }) => name));
  expect([...active.rows.keys(), ...Object.keys(ALLOWED), ...Object.keys(REACHED)].filter((name) => !known.has(name))).toEqual([]);
});

test('in a class in use each of these calls comes through, so that the walk knocks at real doors', async () => {
  const found: unknown[] = [];
  for (const [name, { by = active.room.teacher, ...args }] of active.rows) {
    const { status, error } = await by.call(endpointOf(name), args as never);
    if (error ? error.code !== REACHED[name] : status >= 300) found.push([name, status, error]);
  }
  expect(found).toEqual([]);
});

test('[B1430] in an archived class every call is refused as such, to a teacher, a student and an administrator, and changes nothing', async () => {
  const { room, rows } = archived;
  const before = await fingerprint();
  const found: unknown[] = [];
  for (const [name, { by = room.teacher, ...args }] of rows) {
    const endpoint = endpointOf(name);
    for (const person of new Set([by, room.teacher, room.students[0]!, room.admin])) {
      const { status, body, error } = await person.call(endpoint, args as never);
      const refused = (body as { ids?: unknown[]; refused?: { message: string }[] } | null) ?? {};
      const isRefused = EACH_REFUSED.has(name)
        ? refused.ids?.length === 0 && refused.refused?.every(({ message }) => message === en['error.CLASS_ARCHIVED'])
        : error?.code === 'CLASS_ARCHIVED' && status === 409 && endpoint.errors.includes('CLASS_ARCHIVED');
      const isNotTheirs = person !== by && (status === 403 || status === 404 || EACH_REFUSED.has(name));
      if (!isRefused && !isNotTheirs) found.push([name, person.accountId, status, error?.code ?? refused.refused]);
    }
  }
  expect(found).toEqual([]);
  expect(await fingerprint()).toEqual(before);
});

/** Resolves when the call has its response or is waiting for another transaction's lock. */
async function answeredOrWaiting(call: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void call.then(() => (isAnswered = true));
  await expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`.execute(app.db);
      return isAnswered || rows.length > 0;
    })
    .toBe(true);
}

test('[B1752] a class that is being archived while a call is under way takes it before or not at all', { timeout: 180_000 }, async () => {
  const { room, rows } = await furnish();
  const setState = (db: Db, state: string) => sql`UPDATE courses SET course_state = ${state} WHERE id = ${room.courseId}`.execute(db);
  const before = await fingerprint();
  const found: unknown[] = [];
  for (const [name, { by = room.teacher, ...args }] of rows) {
    const call = await inTransaction(app.db, async (tx) => {
      await setState(tx, 'ARCHIVED');
      const under = by.call(endpointOf(name), args as never);
      await answeredOrWaiting(under);
      return { under };
    });
    const { status, body, error } = await call.under;
    const refused = (body as { ids?: unknown[] } | null) ?? {};
    const isRefused = EACH_REFUSED.has(name) ? refused.ids?.length === 0 : error?.code === 'CLASS_ARCHIVED';
    if (!isRefused) found.push([name, status, error?.code ?? null]);
    await setState(app.db, 'ACTIVE');
  }
  expect(found).toEqual([]);
  const after = await fingerprint();
  expect(Object.keys(after).filter((table) => table !== 'courses' && after[table] !== before[table])).toEqual([]);
});
