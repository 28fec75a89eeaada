import { contract, dashboards, type Endpoint } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { TestArguments } from './app.ts';

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
  factorRule: first('schools'),
  guardianRules: first('schools'),
  question: first('questions'),
  idea: first('ideas'),
  'idea.ofQuestion': first('questions'),
  'idea.questionWorth': first('questions'),
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

/** Fields that a call needs although its schema makes them optional. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'gradeBook.why': ['account_id'],
};

/** An id that the demo has no row for. */
const NOT_THERE = 987_654_321;
const query: Readonly<Record<string, unknown>> = {
  list: 'read',
  role: 'STUDENT',
  form: 'Form - 1A',
  format: 'csv',
  from: '2026-11-01',
  to: '2026-11-30',
  before: 1,
  operation: 'account.list',
  link_id: 0,
  term: 'log',
  amount: '90',
};

/** All reads of the product by people. Apps and calendars of other systems have keys of their own. */
export const reads = contract.filter(({ method, access }) => method === 'GET' && access !== 'client' && access !== 'link');

/** Finds, for each read of the product, something of the demo school to read. */
export interface DemoReads {
  argumentsFor: (endpoint: Endpoint) => TestArguments;
  /** Returns true when the demo has a thing for the calls that begin with this name. */
  has: (name: string) => boolean;
}

export async function findDemoReads(db: Db): Promise<DemoReads> {
  const ids = new Map<string, number>();
  for (const [name, statement] of [...Object.entries(FIELDS), ...Object.entries(NAMED).map(([name, one]) => [`${name}:`, one] as const)]) {
    const { rows } = await sql<{ id: number }>`SELECT id FROM (${sql.raw(statement)}) found`.execute(db);
    if (rows[0]) ids.set(name, Number(rows[0].id));
  }

  function valueOf(field: string, { name }: Endpoint): unknown {
    if (field === 'figure')
      return Object.keys(dashboards.find(({ declaration }) => name.startsWith(`dashboard.${declaration.name}.`))?.declaration.figures ?? {})[0];
    if (field in query) return query[field];
    const parts = name.split('.');
    const named = [parts.slice(0, 2).join('.'), parts[0]].find((part) => ids.has(`${part}:`));
    return (field === 'id' || field === 'sourcedId' ? ids.get(`${named}:`) : ids.get(field)) ?? NOT_THERE;
  }

  return {
    has: (name) => ids.has(`${name}:`),
    argumentsFor(endpoint) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, field]) => [String(field), valueOf(String(field), endpoint)]));
      const parsed = endpoint.query?.safeParse({});
      const asked = parsed?.success === false ? parsed.error.issues.flatMap(({ path }) => path.slice(0, 1).map(String)) : [];
      return { params, query: Object.fromEntries([...asked, ...(MORE[endpoint.name] ?? [])].map((field) => [field, valueOf(field, endpoint)])) } as never;
    },
  };
}
