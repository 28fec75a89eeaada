import type { questionBankDashboard } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { allOf, type DashboardReach, type DashboardScope, isOfWholeSchool, type SourcesOf } from '../../../platform/dashboards/index.ts';
import { hasWords, isNamed } from '../../../platform/fold-queries.ts';
import { asked, type Condition, courseIn, nameOf, where } from './reach-queries.ts';

type Declaration = typeof questionBankDashboard.declaration;
export type QuestionScope = DashboardScope<Declaration>;

/** The condition that a question is in reach: one's own, or written by one's current students. */
function questionIn(reach: DashboardReach): Condition {
  if (reach.of === 'everything') return sql<SqlBool>`true`;
  if (reach.of === 'school') return sql<SqlBool>`o.school_id = ${reach.schoolId}`;
  if (reach.of === 'student') return sql<SqlBool>`q.account_id = ${reach.accountId}`;
  return sql<SqlBool>`q.account_id = ANY (ARRAY(
    SELECT ${reach.accountId}::bigint UNION SELECT member.account_id FROM class_students member WHERE ${courseIn(reach, sql`member.course_id`)}))`;
}

const approval = (value: number, column: RawBuilder<unknown>): Condition => (value === 1 ? sql<SqlBool>`${column} >= 1` : sql<SqlBool>`${column} = 0`);
const uses = sql`(SELECT count(DISTINCT used.assessment_id) FROM question_uses used WHERE used.question_id = q.id)`;
/**
 * The condition that a question is reused. For a whole school it reads all uses of its questions once; for a few questions it
 * looks each one up.
 */
function isReused(reach: DashboardReach): Condition {
  if (!isOfWholeSchool(reach)) return sql<SqlBool>`${uses} > 1`;
  const own =
    reach.of === 'school'
      ? sql`WHERE used.question_id IN (SELECT q.id FROM questions q JOIN people o ON o.id = q.account_id WHERE ${questionIn(reach)})`
      : sql``;
  return sql<SqlBool>`q.id IN (SELECT used.question_id FROM question_uses used ${own} GROUP BY used.question_id HAVING min(used.assessment_id) < max(used.assessment_id))`;
}
const from = sql`questions q JOIN people o ON o.id = q.account_id JOIN question_versions v ON v.id = q.current_version_id`;
const title = sql`coalesce(nullif(v.title, ''), left(v.description_text, 200))`;

const looked = ({ reach, filters }: QuestionScope): Condition[] => [
  sql<SqlBool>`q.archived_at IS NULL AND q.published_state = 'PUBLISHED'`,
  questionIn(reach),
  ...asked(
    where(filters.teacher_status, (value) => approval(value, sql`q.teacher_status`)),
    where(filters.status, (value) => approval(value, sql`q.status`)),
    where(filters.teacher_id, (accountId) => questionIn({ of: 'teacher', accountId })),
    where(filters.student_id, (id) => sql<SqlBool>`q.account_id = ${id}`),
    where(filters.question_subject_id, (id) => sql<SqlBool>`q.question_subject_id = ${id}`),
    where(filters.school_id, (id) => sql<SqlBool>`o.school_id = ${id}`),
    where(
      filters.class_id,
      (id) => sql<SqlBool>`q.account_id IN (SELECT member.account_id FROM class_standings member WHERE member.course_id = ${id} AND member.left_at IS NULL)`,
    ),
    where(filters.question_grade_id, (id) => sql<SqlBool>`q.question_grade_id = ${id}`),
  ),
];

export const questionSources: SourcesOf<Declaration> = {
  questions: (scope) => ({
    from: sql`${from} LEFT JOIN question_subjects subject ON subject.id = q.question_subject_id LEFT JOIN question_grades grade ON grade.id = q.question_grade_id`,
    where: looked(scope),
    id: sql`q.id`,
    link: sql`NULL::bigint`,
    figures: {
      total_question: { is: sql<SqlBool>`true` },
      total_admin_approved: { is: sql<SqlBool>`q.status = 1` },
      total_reused: { is: isReused(scope.reach) },
      total_teacher_approved: { is: sql<SqlBool>`q.teacher_status >= 1` },
    },
    columns: {
      title,
      author: nameOf('o'),
      subject: sql`subject.name`,
      grade: sql`grade.name`,
      assessments: uses,
      state: sql`CASE WHEN q.status = 1 THEN 'adminApproved' WHEN q.teacher_status >= 1 THEN 'teacherApproved' ELSE 'unApproved' END`,
    },
  }),
};

interface Page {
  search: string;
  page: number;
  per_page: number;
}
export interface QuestionRow {
  id: number;
  name: string;
  title: string;
  author: string;
  account_type_id: number;
  status: number;
  teacher_status: number;
  assessments: number;
}

/** Returns questions as lists show them, newest first: of one author, of authors of one type, or all. */
export async function listQuestions(
  db: Db,
  scope: QuestionScope,
  { search, page, per_page: most, account_type_id: type, account_id: author }: Page & { account_type_id: number | null; account_id: number | null },
): Promise<{ data: QuestionRow[]; total: number }> {
  const of = asked(
    where(type, (id) => sql<SqlBool>`o.account_type_id = ${id}`),
    where(author, (id) => sql<SqlBool>`o.id = ${id}`),
  );
  const found = sql`${from} WHERE ${allOf([...looked(scope), ...of, hasWords(search, sql`fold_name(v.title || ' ' || v.description_text)`)])}`;
  const { rows } = await sql<{ data: QuestionRow[]; total: number }>`
    SELECT (SELECT count(*)::integer FROM ${found}) AS total, coalesce((SELECT jsonb_agg(to_jsonb(shown) ORDER BY shown.id DESC) FROM (
      SELECT q.id, ${title} AS name, ${title} AS title, ${nameOf('o')} AS author, o.account_type_id, q.status, q.teacher_status, ${uses} AS assessments
        FROM ${found} ORDER BY q.id DESC LIMIT ${most} OFFSET ${(page - 1) * most}) shown), '[]'::jsonb) AS data`.execute(db);
  return rows[0]!;
}

export interface AuthorRow {
  id: number;
  name: string;
  account_type_id: number;
  questions: number;
}

/** Returns the authors, by name. */
export async function listAuthors(
  db: Db,
  scope: QuestionScope,
  { search, page, per_page: most, account_type_id: type }: Page & { account_type_id: number | null },
): Promise<{ data: AuthorRow[]; total: number }> {
  const conditions = [...looked(scope), isNamed(search, 'o'), ...asked(where(type, (id) => sql<SqlBool>`o.account_type_id = ${id}`))];
  const { rows } = await sql<{ data: AuthorRow[]; total: number }>`
    WITH author AS (
      SELECT o.id, ${nameOf('o')} AS name, o.account_type_id, o.last_name, o.first_name, count(*)::integer AS questions
        FROM ${from} WHERE ${allOf(conditions)} GROUP BY o.id, o.account_type_id, o.last_name, o.first_name
    ), shown AS (
      SELECT row_number() OVER (ORDER BY ${nameOrder(null)}, id) AS place, id, name, account_type_id, questions FROM author
       ORDER BY place LIMIT ${most} OFFSET ${(page - 1) * most}
    )
    SELECT (SELECT count(*)::integer FROM author) AS total, coalesce((SELECT jsonb_agg(to_jsonb(shown) - 'place' ORDER BY place) FROM shown), '[]'::jsonb) AS data`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns the account types of the authors of these questions. */
export async function listAuthorTypes(db: Db, scope: QuestionScope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT type.id, type.name FROM account_types type
     WHERE type.id IN (SELECT o.account_type_id FROM ${from} WHERE ${allOf(looked(scope))}) ORDER BY type.name COLLATE natural_order, type.id`.execute(db);
  return rows;
}

/** Returns true when the person has written one of these questions. */
export async function isAuthor(db: Db, scope: QuestionScope, accountId: number): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean;
  }>`SELECT EXISTS (SELECT FROM ${from} WHERE ${allOf([...looked(scope), sql<SqlBool>`o.id = ${accountId}`])}) AS is`.execute(db);
  return rows[0]!.is;
}
