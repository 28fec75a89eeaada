import { authLogin, contract, dashboards, type Endpoint, referenceLists } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, seedDemoSchool } from './demo/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

/**
 * The demo's administrator, who belongs to no school and can reach all of them, reads everything once: each GET of the
 * contract, for something that exists. The test fails for a call that names something without a row here, or that is
 * refused without a reason here.
 */
let app: TestApp;
let token: string;
const ids = new Map<string, number>();

const first = (table: string, where = 'true'): string => `SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`;
const course = first('courses', "course_state = 'ACTIVE' AND archived_at IS NULL AND id IN (SELECT course_id FROM course_works)");
const work = first('course_works', `work_type = 'ASSIGNMENT' AND archived_at IS NULL AND course_id = (${course})`);
const lesson = first('live_sessions', 'id IN (SELECT session_id FROM lesson_students)');

/** A thing of the demo for each field that names one. */
const FIELDS: Readonly<Record<string, string>> = {
  class: course,
  class_id: course,
  course_id: course,
  courseId: course,
  workId: work,
  course_work_id: work,
  account_id: first('accounts', "email = 'student1@demo.school'"),
  student_id: `SELECT account_id AS id FROM lesson_students WHERE session_id = (${lesson}) ORDER BY account_id LIMIT 1`,
  assessment_id: `SELECT assessment_id AS id FROM live_sessions WHERE id = (${lesson})`,
  post_id: first('live_posts'),
  comment_id: first('post_comments'),
  reply_id: first('comment_replies'),
  school_id: first('schools'),
};

/** The id for `:id` and `id`, by the first part of a call's name. */
const NAMED: Readonly<Record<string, string>> = {
  account: first('accounts'),
  itemAnalysis: first('questions'),
  schoolSettings: first('schools'),
  question: first('questions'),
  assessment: first('assessments'),
  submission: first('submissions'),
  privateNote: first('submissions'),
  course: course,
  invitation: course,
  classPeople: course,
  peopleSource: course,
  'sync.courseWorks': course,
  'sync.gradeOffer': course,
  'sync.link': course,
  'sync.works': course,
  courseWork: course,
  rewardPoint: first('accounts', "email = 'student1@demo.school'"),
  announcementComment: first('announcements'),
  announcement: first('announcements'),
  'announcement.stream': course,
  dashboard: first('accounts', "email = 'student1@demo.school'"),
  questionType: first('question_types'),
  questionGrade: first('question_grades'),
  questionSubject: first('question_subjects'),
  questionCluster: first('question_cycles'),
  level: first('levels'),
  standard: first('standards'),
  group: first('groups'),
  protocol: first('protocols'),
  school: first('schools'),
  markingPeriod: first('marking_periods'),
  assessmentPeriod: first('assessment_periods'),
  requestedClass: first('requested_classes'),
  accountType: first('account_types'),
  role: first('roles'),
  action: first('actions'),
  policy: first('policies'),
  resource: first('resources'),
  resourcePolicy: first('resource_policies'),
  accountRole: first('account_roles'),
  censorshipLevel: first('censorship_levels'),
  censorshipWord: first('censorship_words'),
  invitationGroup: first('invitation_groups'),
  storeItem: first('store_items'),
  file: first('files', 'id IN (SELECT file_id FROM question_attachments UNION SELECT file_id FROM course_work_materials)'),
};

/** Calls that are refused, with the reason. The reason is never a missing school. */
const refused = (why: string, names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, why]));
const REFUSED: Readonly<Record<string, string>> = {
  // Students' calls about themselves.
  ...refused('403 NOT_ALLOWED', [
    ...['live.running', 'live.pastLessons', 'live.active', 'posts.currentForm', 'forms.reactions', 'live.ownAnswers', 'live.studentSnapshot'],
    ...['review.get', 'solo.get'],
    ...['studentWork.details', 'studentGradeBook.get', 'studentGradeBook.history', 'invitation.pending'],
  ]),
  // Nothing has been imported, read, connected, requested or synced yet.
  ...refused('404 NOT_FOUND', [
    ...['import.get', 'import.rows', 'import.problems', 'import.takeBack.look', 'import.errors'],
    ...['import.questions.get', 'import.questions.rows', 'import.questions.problems', 'import.questions.takeBack.look', 'import.questions.errors'],
    ...[
      'roster.get',
      'roster.rows',
      'roster.errors',
      'roster.meetings',
      'roster.meetingClasses',
      'rosterSource.reads',
      'apiClient.reads',
      'sync.run.read',
      'sync.run.changes',
    ],
    ...['requestedClass.get', 'invitationGroup.get'],
  ]),
  'censoredText.get': '404 CENSORED_TEXT_NOT_FOUND',
  ...refused('404 WORK_PRODUCT_NOT_FOUND', ['workProduct.get', 'workProduct.generate.get', 'workProduct.regenerate.get']),
  // The test server has no Google Classroom, and the lesson has ended.
  ...refused('409 SYNC_NOT_SET_UP', ['sync.courses.get', 'sync.courseWorks.get']),
  'live.elapsedTime': '409 SESSION_NOT_RUNNING',
};

/** Fields that a call needs although its schema makes them optional. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'gradeBook.why': ['account_id'],
};

/** An id that the demo has no row for. */
const NOT_THERE = 987_654_321;
const query: Readonly<Record<string, unknown>> = {
  role: 'STUDENT',
  form: 'Form - 1A',
  format: 'csv',
  from: '2026-11-01',
  to: '2026-11-30',
  before: 1,
  operation: 'account.list',
  link_id: 0,
};

beforeAll(async () => {
  app = await startTestApp();
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  const { body } = await app.call(authLogin, { body: { email: 'admin@demo.school', password: demoPassword } });
  token = body.api_token;
  for (const [name, statement] of [...Object.entries(FIELDS), ...Object.entries(NAMED).map(([name, one]) => [`${name}:`, one] as const)]) {
    const { rows } = await sql<{ id: number }>`${sql.raw(statement)}`.execute(app.db);
    if (rows[0]) ids.set(name, Number(rows[0].id));
  }
}, 120_000);
afterAll(() => app.close());

function valueOf(field: string, { name }: Endpoint): unknown {
  if (field === 'figure')
    return Object.keys(dashboards.find(({ declaration }) => name.startsWith(`dashboard.${declaration.name}.`))?.declaration.figures ?? {})[0];
  if (field in query) return query[field];
  const parts = name.split('.');
  const named = [parts.slice(0, 2).join('.'), parts[0]].find((part) => ids.has(`${part}:`));
  return (field === 'id' || field === 'sourcedId' ? ids.get(`${named}:`) : ids.get(field)) ?? NOT_THERE;
}

// Apps and calendars of other systems have keys of their own.
const gets = contract.filter(({ method, access }) => method === 'GET' && access !== 'client' && access !== 'link');

describe.each(gets.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('[B1595] is answered, or refused for a reason that is not a school', async () => {
    const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, field]) => [String(field), valueOf(String(field), endpoint)]));
    const parsed = endpoint.query?.safeParse({});
    const asked = parsed?.success === false ? parsed.error.issues.flatMap(({ path }) => path.slice(0, 1).map(String)) : [];
    const reply = await app.call(
      endpoint,
      { params, query: Object.fromEntries([...asked, ...(MORE[name] ?? [])].map((field) => [field, valueOf(field, endpoint)])) } as never,
      { token },
    );
    const outcome = reply.status < 400 ? undefined : `${reply.status} ${reply.error?.code}`;
    // A list for which the demo has no row.
    const isEmpty = referenceLists.some(({ endpoints, name: list }) => endpoints.get.name === name && !ids.has(`${list}:`));
    expect(outcome).toBe(REFUSED[name] ?? (isEmpty ? '404 NOT_FOUND' : undefined));
  });
});

test('[B1595] every refusal that is named here is of a call', () => {
  const names = new Set(gets.map(({ name }) => name));
  expect(Object.keys(REFUSED).filter((name) => !names.has(name))).toEqual([]);
});
