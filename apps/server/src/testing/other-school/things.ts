import {
  accountLinkCreate,
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCreate,
  commentAdd,
  courseWorkCreate,
  fileAdd,
  gradeBookImport,
  gradeSettingCreate,
  gradeSubmission,
  importAccount,
  importQuestions,
  inviteStudents,
  liveAsk,
  liveSettingsUpdate,
  privateNoteSave,
  type ReferenceList,
  referenceLists,
  replyAdd,
  recordCopyCreate,
  rewardGiftAdd,
  rosterImport,
  storeItems,
  storeRedeem,
  submissionSubmit,
  templateCreate,
  topicCreate,
  workProductList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { GRADEBOOK, approveApp } from '../../modules/connections/oneroster/testing/program.ts';
import { peopleBook } from '../../modules/school/imports/testing/people-book.ts';
import type { TestApp } from '../app.ts';
import { createListSamples, type ListSamples } from '../lists.ts';
import { runLesson } from '../running-lesson.ts';
import type { Scenario, TestLesson, TestPerson } from '../scenario.ts';

/** A word in every name, text and answer of the school, so that any leak is detected. */
export const SECRET = 'Okapi';

/** Rows of a list: one in use, and one that is archived or was deleted less than an hour ago. */
export interface ListRows {
  used: number;
  deleted: number;
  /** A body that the list accepts. */
  body: Record<string, unknown>;
}

/** A school with a real row of each kind that a call can name, by its id. */
export interface OtherSchool extends TestLesson {
  ann: TestPerson;
  /** A person who left the class but is still in the school. */
  leaver: TestPerson;
  /** The guardian of `ann`. */
  family: TestPerson;
  ids: Readonly<Record<ThingName, number>>;
  lists: ReadonlyMap<string, ListRows>;
  /** An item that every school offers: its row belongs to none. */
  sharedItem: ListRows;
  /** The ids that apps use for these things, by the name of the parameter. */
  sourcedIds: Readonly<Record<string, string>>;
}

export type ThingName =
  | 'guardianTie'
  | 'guardianCode'
  | 'dataRequest'
  | 'topic'
  | 'announcement'
  | 'comment'
  | 'deletedComment'
  | 'work'
  | 'submission'
  | 'gradeAct'
  | 'gradeSetting'
  | 'invitation'
  | 'invitationGroup'
  | 'gift'
  | 'workProduct'
  | 'request'
  | 'declinedRequest'
  | 'item'
  | 'purchase'
  | 'handedOver'
  | 'level'
  | 'gradeImport'
  | 'session'
  | 'runningAssessment'
  | 'post'
  | 'review'
  | 'missedAssessment'
  | 'postComment'
  | 'staffQuestion'
  | 'reply'
  | 'reason'
  | 'vote'
  | 'wall'
  | 'censored'
  | 'draft'
  | 'archivedQuestion'
  | 'template'
  | 'file'
  | 'copy'
  | 'erasure'
  | 'hold'
  | 'incident'
  | 'incidentSubject'
  | 'accountImport'
  | 'questionImport'
  | 'rosterImport'
  | 'rosterSource'
  | 'apiClient'
  | 'syncRun'
  | 'syncConflict'
  | 'syncConnection'
  | 'syncPerson'
  | 'signIn'
  | 'accountChange'
  | 'notification'
  | 'failedJob'
  | 'studentType'
  | 'studentRole'
  | 'liveResource'
  | 'viewAction'
  | 'rewardRule';

type Made = ReturnType<TestPerson['call']>;
async function made(reply: Made): Promise<Awaited<Made>['body']> {
  const { status, body, error } = await reply;
  if (status >= 300) throw new Error(JSON.stringify(error));
  return body;
}

/** Creates the school, with a class, a finished lesson and a running one. */
export async function makeOtherSchool(app: TestApp, scenario: Scenario): Promise<OtherSchool> {
  const lesson = await scenario.lesson({ students: 3 });
  const { courseId, schoolId, teacher, students, admin, assessmentId } = lesson;
  const [ann, ben, leaver] = students as [TestPerson, TestPerson, TestPerson];
  const running = await scenario.assessment({ owner: teacher, schoolId, classId: courseId });
  await nameEverything(app, lesson, running.assessmentId);

  const over = await runLesson(app, lesson);
  await over.login(ann);
  await over.answer(ann, 'Form - 1A', 0, { comment: SECRET });
  for (const step of ['re-assign', 'next', 'finished'] as const) await over.step(step);
  const missed = await scenario.assessment({ owner: teacher, schoolId, classId: courseId });
  const without = await runLesson(app, { ...lesson, ...missed });
  await without.login(ben);
  for (const step of ['re-assign', 'next', 'finished'] as const) await without.step(step);
  await app.server.jobs.runDue();
  const now = await runLesson(app, { ...lesson, ...running });
  await now.login(ann);
  await now.answer(ann, 'Form - 1A', 0, { comment: SECRET });

  const row = async <Id = number>(statement: ReturnType<typeof sql<{ id: Id }>>): Promise<Id> => (await statement.execute(app.db)).rows[0]!.id;
  const ids: Partial<Record<ThingName, number>> = { session: now.sessionId, runningAssessment: running.assessmentId, missedAssessment: missed.assessmentId };
  ids.review = await row(sql`UPDATE reviews SET due_at = app_now() WHERE account_id = ${ann.accountId} RETURNING id`);
  ids.topic = (await made(teacher.call(topicCreate, { body: { name: SECRET, external_course_id: courseId } }))).topic.id;
  const posted = { text: SECRET, students: 'ALL_STUDENTS', courses: [courseId] };
  ids.announcement = (await made(teacher.call(announcementCreate, { body: posted }))).announcement.id as number;
  const say = async (by: TestPerson): Promise<number> =>
    (await made(by.call(announcementCommentAdd, { params: { id: ids.announcement }, body: { comment: SECRET } }))).comment.id;
  ids.comment = await say(ann);
  ids.deletedComment = await say(ben);
  await made(ben.call(announcementCommentDelete, { params: { id: ids.announcement, commentId: ids.deletedComment } }));

  const work = { title: SECRET, workType: 'SHORT_ANSWER_QUESTION' };
  ids.work = (await made(teacher.call(courseWorkCreate, { params: { id: courseId }, body: work }))).courseWork.id as number;
  ids.submission = (await made(ann.call(submissionSubmit, { body: { courseId, courseWorkId: ids.work, answer: SECRET } }))).submission.id as number;
  const cell = { courseWorkId: ids.work, submissionId: ids.submission, submission: { type: 'DRAFT_GRADE', draftGrade: 7 } };
  ids.gradeAct = (await made(teacher.call(gradeSubmission, { body: { courseId, ...cell } }))).act_id;
  await made(teacher.call(privateNoteSave, { params: { id: ids.submission }, body: { note: SECRET, was: '' } }));
  const setting = { course_id: courseId, calculation_type: 'TOTAL_POINTS', categories: [] };
  ids.gradeSetting = (await made(teacher.call(gradeSettingCreate, { body: setting }))).setting.setting_id;
  const grades = { name: 'grades.csv', bytes: Buffer.from(`Student ID;${SECRET}\r\n${ann.accountId};1\r\n`) };
  ids.gradeImport = (await made(teacher.call(gradeBookImport, { body: { class: courseId }, file: grades }))).import_id;
  ids.invitation = (await made(teacher.call(inviteStudents, { body: { userId: 'okapi@new.example', courseId, role: 'STUDENT' } }))).invitations[0].id;
  const gift = { course_id: courseId, account_ids: [ann.accountId], points: 50, reason: SECRET };
  ids.gift = (await made(teacher.call(rewardGiftAdd, { body: gift }))).id;
  ids.workProduct = (await made(teacher.call(workProductList, { query: { assessment_id: assessmentId } }))).data[0].id;

  const posts = await app.db.selectFrom('live_posts').select('id').where('session_id', '=', now.sessionId).execute();
  ids.post = posts[0]!.id;
  await made(teacher.call(liveSettingsUpdate, { body: { assessment_id: running.assessmentId, can_comment: true } }));
  ids.postComment = (await made(teacher.call(commentAdd, { body: { post_id: ids.post, comment: SECRET } }))).comment.id as number;
  ids.staffQuestion = (await made(ann.call(liveAsk, { body: { assessment_id: ids.runningAssessment, question: SECRET } }))).question.id as number;
  ids.reply = (await made(teacher.call(replyAdd, { body: { comment_id: ids.postComment, reply: SECRET } }))).reply.id;
  const reason = (form: string) =>
    row(sql`
      INSERT INTO live_reasons (session_id, form, response_id, post_id) SELECT session_id, ${form}, response_id, id FROM live_posts WHERE id = ${ids.post} RETURNING id`);
  ids.reason = await reason('Form - 1A');
  ids.vote = await row(sql`
    INSERT INTO live_votes (session_id, first_reason_id, second_reason_id, opened_at, ends_at)
    VALUES (${now.sessionId}, ${ids.reason}, ${await reason('Form - 1B')}, app_now(), app_now() + interval '1 hour') RETURNING id`);
  ids.wall = await row(sql`
    INSERT INTO live_walls (code, secret_hash, expires_at, account_id, assessment_id, paired_at)
    VALUES ('BCDFGK', 'secret', app_now() + interval '1 day', ${teacher.accountId}, ${ids.runningAssessment}, app_now()) RETURNING id`);
  ids.censored = await row(sql`
    INSERT INTO censored_originals (subject_type, subject_id, field, account_id, course_id, original, shown, words)
    VALUES ('live_post', ${ids.post}, 'comment', ${ann.accountId}, ${courseId}, ${JSON.stringify(SECRET)}::jsonb, '"*****"'::jsonb, ARRAY[${SECRET}]) RETURNING id`);

  const draft = async (): Promise<number> => {
    const { questionId, versionId } = await scenario.question(teacher, schoolId, { responses: 0, description: SECRET });
    await sql`UPDATE question_versions SET title = ${SECRET} WHERE id = ${versionId}`.execute(app.db);
    return questionId;
  };
  ids.draft = await draft();
  ids.archivedQuestion = await draft();
  await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${ids.archivedQuestion}`.execute(app.db);
  const rubric = { responses: [], rubrics: [], open_response: [] };
  ids.template = (await made(teacher.call(templateCreate, { body: { name: SECRET, description: SECRET, rubric } }))).template.id;
  const note = { name: `${SECRET}.pdf`, bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n') };
  ids.erasure = await row(sql`
    INSERT INTO erasures (number, school_id, account_id, asked_by, was_active, due_at)
    VALUES (${SECRET}, ${schoolId}, ${ben.accountId}, ${admin.accountId}, true, app_now() + interval '14 days') RETURNING id`);
  const family = await scenario.person('guardian', schoolId);
  ids.guardianTie = await row(sql`
    INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${ann.accountId}, ${family.accountId}, ${SECRET}) RETURNING id`);
  ids.guardianCode = await row(sql`
    INSERT INTO guardian_codes (child_id, relation, code_hash, expires_at)
    VALUES (${ann.accountId}, ${SECRET}, ${Buffer.from(SECRET)}, app_now() + interval '30 days') RETURNING id`);
  ids.dataRequest = await row(sql`
    INSERT INTO data_requests (account_id, kind, words, asked_by, asked_on, due_on)
    VALUES (${ann.accountId}, 'question', ${SECRET}, ${ann.accountId}, app_now()::date, app_now()::date + 45) RETURNING id`);
  ids.hold = await row(sql`
    INSERT INTO retention_holds (school_id, account_id, reason, until, made_by)
    VALUES (${schoolId}, ${ben.accountId}, ${SECRET}, app_now()::date + 300, ${admin.accountId}) RETURNING id`);
  ids.incident = await row(sql`
    INSERT INTO incidents (school_id, title, noticed_at, from_day, opened_by)
    VALUES (${schoolId}, ${SECRET}, app_now(), app_now()::date, ${admin.accountId}) RETURNING id`);
  ids.incidentSubject = await row(sql`
    INSERT INTO incident_subjects (incident_id, kind, account_id) VALUES (${ids.incident}, 'account', ${teacher.accountId}) RETURNING id`);
  await sql`INSERT INTO incident_steps (incident_id, kind, note) VALUES (${ids.incident}, 'note', ${SECRET})`.execute(app.db);
  ids.copy = (await made(ann.call(recordCopyCreate, { body: {} }))).copy.id;
  ids.file = (await made(teacher.call(fileAdd, { files: [note] }))).files[0].id;

  const people = await peopleBook([[SECRET, SECRET, 'okapi@imported.example', '555', '', 'Student', '']]);
  ids.accountImport = (await made(admin.call(importAccount, { body: { mode: 'preview' }, file: { name: `${SECRET}.xlsx`, bytes: people } }))).import.id;
  const questions = { name: `${SECRET}.gift`, bytes: Buffer.from(`::${SECRET}::${SECRET}? {=yes ~no}`) };
  ids.questionImport = (await made(admin.call(importQuestions, { body: { mode: 'preview' }, file: questions }))).import.id;
  const roster = { name: `${SECRET}.csv`, bytes: Buffer.from(`what,ever\n${SECRET},1\n`) };
  ids.rosterImport = (await made(admin.call(rosterImport, { files: [roster], body: { school_id: schoolId } }))).import.id;
  await app.server.jobs.runDue();
  // Its first row is a class that may be a class of the school.
  const fields = JSON.stringify({
    ...{ name: SECRET, section: '', subject: '', room: '', sessions: [], teachers: [] },
    meeting: { decision: 'undecided', proposal: null, chosen: null },
  });
  await sql`
    INSERT INTO roster_rows (import_id, number, kind, outcome, school_id, external_id, name, fields)
    VALUES (${ids.rosterImport}, 1, 'class', 'undecided', ${schoolId}, ${SECRET}, ${SECRET}, ${fields}::jsonb)`.execute(app.db);

  ids.rosterSource = await row(sql`INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'oneroster_rest', ${SECRET}) RETURNING id`);
  await sql`
    INSERT INTO oneroster_sources (source_id, service_url, token_url, version, client_id, account_id)
    VALUES (${ids.rosterSource}, 'https://sis.example', 'https://sis.example/token', '1.2', ${SECRET}, ${teacher.accountId})`.execute(app.db);
  ids.apiClient = await row(sql`
    INSERT INTO api_clients (school_id, name, client_id, scopes, secret_hash, created_by)
    VALUES (${schoolId}, ${SECRET}, ${SECRET}, ARRAY['roster.readonly'], '\\x00', ${admin.accountId}) RETURNING id`);
  const google = await connectGoogle(app, schoolId, teacher, SECRET);
  ids.syncConnection = google.connectionId;
  ids.syncRun = await row(sql`
    INSERT INTO sync_runs (source_id, scope, mode, course_id, account_id, begun_by, status)
    VALUES (${google.sourceId}, 'class_work', 'apply', ${courseId}, ${teacher.accountId}, ${teacher.accountId}, 'finished') RETURNING id`);
  const link = (kind: string, local: number) =>
    row(
      sql`INSERT INTO external_links (source_id, kind, external_id, local_id) VALUES (${google.sourceId}, ${kind}, ${`${SECRET} ${kind}`}, ${local}) RETURNING id`,
    );
  ids.syncPerson = await link('person', ann.accountId);
  ids.syncConflict = await row(sql`
    INSERT INTO sync_conflicts (link_id, course_id, kind, subject, field, ours, theirs)
    VALUES (${await link('class', courseId)}, ${courseId}, 'class', ${SECRET}, 'name', ${JSON.stringify(SECRET)}::jsonb, '"x"'::jsonb) RETURNING id`);
  ids.accountChange = (
    await app.db.insertInto('account_changes').values({ account_id: teacher.accountId, what: 'password' }).returning('id').executeTakeFirstOrThrow()
  ).id;
  ids.signIn = (await app.db.selectFrom('access_tokens').select('id').where('account_id', '=', teacher.accountId).executeTakeFirstOrThrow()).id;
  ids.notification = (await app.db.selectFrom('notifications').select('id').where('account_id', '=', ann.accountId).executeTakeFirstOrThrow()).id;
  ids.failedJob = await row(
    sql`INSERT INTO jobs (kind, payload, state, attempts, last_error, failed_at) VALUES ('mail', '{}', 'failed', 8, 'No answer', app_now()) RETURNING id`,
  );
  await made(admin.call(accountLinkCreate, { params: { id: ann.accountId }, body: {} }));

  for (const [name, table] of [
    ['studentType', 'account_types'],
    ['studentRole', 'roles'],
  ] as const)
    ids[name] = await row(sql`SELECT id FROM ${sql.table(table)} ORDER BY ${table === 'roles' ? sql`key <> 'student'` : sql`id`} LIMIT 1`);
  ids.rewardRule = await row(sql`
    INSERT INTO reward_rules (key, points, position, school_id) SELECT key, points, position, ${schoolId} FROM reward_rules ORDER BY id LIMIT 1 RETURNING id`);
  ids.liveResource = await row(sql`SELECT id FROM resources WHERE key = 'live'`);
  ids.viewAction = await row(sql`SELECT id FROM actions WHERE key = 'view'`);

  const samples = createListSamples(scenario, admin);
  const lists = await makeListRows(samples, lesson);
  const { used: item } = lists.get('storeItem')!;
  ids.item = item;
  ids.purchase = (await made(ann.call(storeRedeem, { body: { item_id: item } }))).purchase.id;
  ids.handedOver = (await made(ann.call(storeRedeem, { body: { item_id: item } }))).purchase.id;
  await sql`UPDATE store_purchases SET state = 'handed-over' WHERE id = ${ids.handedOver}`.execute(app.db);
  ids.invitationGroup = lists.get('invitationGroup')!.used;
  ids.request = lists.get('requestedClass')!.used;
  ids.level = lists.get('level')!.used;
  await sql`UPDATE requested_classes SET account_id = ${teacher.accountId} WHERE id = ${ids.request}`.execute(app.db);
  ids.declinedRequest = await row(sql`
    INSERT INTO requested_classes (account_id, level_id, name, subject, section, room, status, reason, decided_at, decided_by)
    VALUES (${teacher.accountId}, ${ids.level}, ${SECRET}, '', '', '', 'declined', ${SECRET}, app_now(), ${admin.accountId}) RETURNING id`);
  const sharedItem = await makeRows(samples, admin, storeItems, (name) => ({
    ...ITEM,
    description: 'Of all',
    school_id: null,
    name: `Of all schools, ${name}`,
  }));
  await scenario.remove(courseId, leaver.accountId);
  return { ...lesson, ann, leaver, family, ids: ids as Record<ThingName, number>, lists, sharedItem, sourcedIds: await listSourcedIds(app, lesson) };
}

/** Connects a school with Google Classroom, as a person of the school. */
export async function connectGoogle(app: TestApp, schoolId: number, { accountId }: TestPerson, name: string) {
  const { rows } = await sql<{ sourceId: number; connectionId: number }>`
    WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'google_classroom', ${name}) RETURNING id)
    INSERT INTO sync_connections (source_id, account_id, subject, email, scopes, origin)
    SELECT id, ${accountId}, ${name}, ${`${name}@google.example`}, '{}', 'https://learn.school.test' FROM source
    RETURNING source_id AS "sourceId", id AS "connectionId"`.execute(app.db);
  return rows[0]!;
}

/** Asks for the ids of the school's things as an app of the school. */
async function listSourcedIds(app: TestApp, { admin, schoolId }: TestLesson): Promise<Record<string, string>> {
  const program = await approveApp(app, admin, schoolId);
  const firstOf = async (path: string): Promise<string> => {
    const { body } = await program.get(path);
    const [rows] = Object.values(body) as { sourcedId: string }[][];
    return rows?.[0]?.sourcedId ?? 'none';
  };
  const [classId, userId, lineItemId] = [await firstOf('/classes'), await firstOf('/users'), await firstOf(`${GRADEBOOK}/lineItems`)];
  return {
    ...{ classId, lineItemId, userId, sourcedId: classId, studentId: await firstOf('/students'), teacherId: await firstOf('/teachers') },
    ...{ courseId: await firstOf('/courses'), schoolId: await firstOf('/schools'), termId: await firstOf('/terms'), sessionId: await firstOf('/terms') },
  };
}

/** Gives the school, its class, its people and its lessons the secret name. */
async function nameEverything(app: TestApp, { schoolId, courseId, assessmentId, students, teacher }: TestLesson, running: number): Promise<void> {
  await sql`UPDATE schools SET school_name = ${`${SECRET} school`} WHERE id = ${schoolId}`.execute(app.db);
  await sql`UPDATE courses SET name = ${`${SECRET} class`}, description = ${SECRET} WHERE id = ${courseId}`.execute(app.db);
  await sql`UPDATE accounts SET first_name = ${SECRET} WHERE id = ANY(${[...students, teacher].map(({ accountId }) => accountId)}::bigint[])`.execute(app.db);
  await sql`UPDATE assessments SET title = ${SECRET} WHERE id = ANY(${[assessmentId, running]}::bigint[])`.execute(app.db);
}

/**
 * Creates rows of every list. Rows of lists with a school or a person belong to this school and have its secret name.
 */
async function makeListRows(samples: ListSamples, { schoolId, teacher, admin }: TestLesson): Promise<Map<string, ListRows>> {
  const ofSchool: Readonly<Record<string, Record<string, unknown>>> = {
    school: {},
    markingPeriod: { school_id: [schoolId] },
    invitationGroup: { school_id: schoolId },
    storeItem: { ...ITEM, school_id: schoolId },
    idea: { school_id: schoolId, sentence: SECRET, is_shared: false },
    requestedClass: {},
    accountRole: { account_id: teacher.accountId },
  };
  const rows = new Map<string, ListRows>();
  for (const list of referenceLists.filter(({ writable }) => writable)) {
    const ofRole: Readonly<Record<string, Record<string, unknown>>> = {
      policy: { role_id: rows.get('role')?.used },
      resourcePolicy: { policy_id: rows.get('policy')?.used },
    };
    const values = list.perSchool ? { school_id: schoolId } : (ofSchool[list.name] ?? ofRole[list.name]);
    const named = (name: string) => (values && list.naming in list.fields ? { ...values, [list.naming]: `${SECRET} ${name}` } : (values ?? {}));
    rows.set(list.name, await makeRows(samples, admin, list, named));
  }
  return rows;
}

const ITEM = { description: SECRET, keeper_id: null, price: 1, stock: 9, is_active: true };

async function makeRows(samples: ListSamples, admin: TestPerson, list: ReferenceList, valuesOf: (name: string) => Record<string, unknown>): Promise<ListRows> {
  const used = (await samples.row(list, valuesOf('in use'))).id;
  const deleted = (await samples.row(list, valuesOf('deleted'))).id;
  await made(admin.call(list.endpoints.remove, { params: { id: deleted } }));
  return { used, deleted, body: { ...(await samples.body(list)), ...valuesOf('new') } };
}
