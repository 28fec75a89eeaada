import { sql } from 'kysely';
import type { Collection, Sql } from './collection.ts';
import { common, orgReference, reference, sourcedIds, type Within } from './rostering-queries.ts';
import type { Scope } from './scope.ts';
import { asInstant } from './scope-queries.ts';

/** The maximum number of characters of a description; the full text is available here. */
const MOST_DESCRIPTION = 2_000;

const inSchool = (scope: Scope, classId: number | undefined): Sql =>
  sql`class_facts.school_id = ${scope.schoolId} ${classId === undefined ? sql`` : sql`AND class_facts.id = ${classId}`}`;

const categoryId = (id: Sql, course: Sql): Sql => sql`coalesce('category-' || ${id}, 'category-class-' || ${course})`;

/** Returns the categories of classes, and an extra one per class for work without a category. */
export function categories(scope: Scope, { classId }: Within): Collection {
  return {
    rows: sql`(
      SELECT class_facts.id AS course_id, 0::bigint AS id, 'category-class-' || class_facts.id AS "sourcedId", ${scope.noCategory}::text AS title, NULL::numeric AS weight,
             true AS is_active, class_facts.updated_at
        FROM class_facts WHERE ${inSchool(scope, classId)}
      UNION ALL
      SELECT class_facts.id, category.id, 'category-' || category.id, category.name,
             CASE WHEN setting.calculation_type = 'WEIGHTED_BY_CATEGORY' THEN category.point END, category.archived_at IS NULL,
             coalesce(category.archived_at, setting.updated_at, class_facts.created_at)
        FROM class_facts JOIN grade_categories category ON category.course_id = class_facts.id LEFT JOIN grade_settings setting ON setting.course_id = class_facts.id
       WHERE ${inSchool(scope, classId)}) row`,
    about: null,
    tie: sql`row.course_id, row.id`,
    fields: {
      ...common(sql`row."sourcedId"`, sql`CASE WHEN row.is_active THEN 'active' ELSE 'tobedeleted' END`, sql`row.updated_at`),
      title: sql`row.title`,
      weight: sql`row.weight`,
    },
    comparables: {
      sourcedId: { type: 'text', value: sql`row."sourcedId"` },
      status: { type: 'text', value: sql`CASE WHEN row.is_active THEN 'active' ELSE 'tobedeleted' END` },
      dateLastModified: { type: 'instant', value: sql`row.updated_at` },
      title: { type: 'text', value: sql`row.title` },
      weight: { type: 'number', value: sql`row.weight` },
    },
  };
}

function periodRows(scope: Scope): Sql {
  const periods = scope.sessions.filter(({ type }) => type === 'gradingPeriod');
  const [ids, starts, ends] = [periods.map((one) => one.sourcedId), periods.map((one) => one.startDate), periods.map((one) => one.endDate)];
  return sql`unnest(${ids}::text[], ${starts}::date[], ${ends}::date[]) AS period (id, first_day, last_day)`;
}

/** Returns the grading period of a day; if there are several, the one that started last. */
const gradingPeriodOf = (scope: Scope, day: Sql): Sql => sql`(SELECT period.id FROM ${periodRows(scope)}
  WHERE ${day} BETWEEN period.first_day AND period.last_day ORDER BY period.first_day DESC, period.last_day, period.id LIMIT 1)`;

/** Returns the grading period of a day and its last day; for a day outside all of them, the nearest one. */
export function nearestPeriodOf(scope: Scope, day: Sql): { id: Sql; lastDay: Sql } {
  const nearest = (column: 'id' | 'last_day'): Sql => sql`(SELECT ${sql.ref(`period.${column}`)} FROM ${periodRows(scope)}
    ORDER BY greatest(period.first_day - ${day}, ${day} - period.last_day, 0), period.first_day DESC, period.last_day, period.id LIMIT 1)`;
  return { id: nearest('id'), lastDay: nearest('last_day') };
}

/** Returns posted work with points. */
export function lineItems(scope: Scope, { classId }: Within): Collection {
  const sourcedId = sourcedIds(scope, 'lineItem', sql`row.id`);
  const inClass = sourcedIds(scope, 'class', sql`row.course_id`);
  const category = categoryId(sql`row.category_id`, sql`row.course_id`);
  const period = gradingPeriodOf(scope, sql`row.day`);
  return {
    rows: sql`(
      SELECT work.id, work.course_id, work.category_id, work.title, work.description, work.posted_at, work.due_at, work.max_points, work.updated_at,
             coalesce(work.due_on, (work.posted_at AT TIME ZONE ${scope.timeZone}::text)::date) AS day
        FROM class_facts JOIN work_facts work ON work.course_id = class_facts.id
       WHERE ${inSchool(scope, classId)} AND work.is_posted AND work.max_points IS NOT NULL AND work.work_type <> 'MATERIAL') row`,
    about: null,
    tie: sql`row.id`,
    fields: {
      ...common(sourcedId.value, sql`'active'`, sql`row.updated_at`),
      title: sql`row.title`,
      description: sql`(SELECT left(string_agg(part #>> '{}', ' '), ${sql.lit(MOST_DESCRIPTION)}) FROM jsonb_path_query(row.description, 'strict $.**.text', '{}', true) AS part)`,
      assignDate: asInstant(sql`row.posted_at`),
      dueDate: asInstant(sql`row.due_at`),
      class: reference(scope, 'class', inClass.value),
      school: orgReference(scope),
      category: reference(scope, 'category', category, 'gradebook'),
      gradingPeriod: sql`(SELECT ${reference(scope, 'academicSession', sql`found.id`)} FROM (SELECT ${period} AS id) found WHERE found.id IS NOT NULL)`,
      resultValueMin: sql`0`,
      resultValueMax: sql`row.max_points::float8`,
    },
    comparables: {
      sourcedId,
      status: { type: 'text', value: sql`'active'` },
      dateLastModified: { type: 'instant', value: sql`row.updated_at` },
      title: { type: 'text', value: sql`row.title` },
      assignDate: { type: 'instant', value: sql`row.posted_at` },
      dueDate: { type: 'instant', value: sql`row.due_at` },
      resultValueMin: { type: 'number', value: sql`0` },
      resultValueMax: { type: 'number', value: sql`row.max_points` },
      'class.sourcedId': inClass,
      'school.sourcedId': { type: 'text', value: sql`${scope.orgId}::text` },
      'category.sourcedId': { type: 'text', value: category },
      'gradingPeriod.sourcedId': { type: 'text', value: period },
    },
  };
}

/** Returns grades that were returned to their students, and excuses. Drafts are private to the class's staff. */
export function results(scope: Scope, { classId, lineItemId, userId }: Within): Collection {
  const sourcedId = sourcedIds(scope, 'result', sql`row.id`);
  const lineItem = sourcedIds(scope, 'lineItem', sql`row.course_work_id`);
  const student = sourcedIds(scope, 'user', sql`row.account_id`);
  const inClass = sourcedIds(scope, 'class', sql`row.course_id`);
  const scoreStatus = sql`CASE WHEN row.excused THEN 'exempt' ELSE 'fully graded' END`;
  const score = sql`CASE WHEN NOT row.excused THEN row.assigned_grade END`;
  const scoredOn = sql`(coalesce(row.returned_at, row.updated_at) AT TIME ZONE ${scope.timeZone}::text)::date`;
  return {
    rows: sql`(
      SELECT submission.id, submission.course_id, submission.course_work_id, submission.account_id, submission.assigned_grade, submission.excused,
             submission.late, submission.returned_at, submission.updated_at
        FROM submission_facts submission JOIN class_facts ON class_facts.id = submission.course_id
        JOIN work_facts work ON work.id = submission.course_work_id -- by its id alone: with its class too, half a million would be expected to be one
        JOIN people ON people.id = submission.account_id
       WHERE ${inSchool(scope, classId)} AND people.school_id = ${scope.schoolId}
         AND work.is_posted AND work.max_points IS NOT NULL AND work.work_type <> 'MATERIAL'
         ${lineItemId === undefined ? sql`` : sql`AND work.id = ${lineItemId}`} ${userId === undefined ? sql`` : sql`AND submission.account_id = ${userId}`}
         AND submission.assigned_at IS NOT NULL AND (submission.excused OR submission.assigned_grade IS NOT NULL)) row`,
    about: { person: sql`row.account_id`, of: ['grade'] },
    tie: sql`row.id`,
    isKeyed: true,
    fields: {
      ...common(sourcedId.value, sql`'active'`, sql`row.updated_at`),
      lineItem: reference(scope, 'lineItem', lineItem.value, 'gradebook'),
      student: reference(scope, 'user', student.value),
      class: reference(scope, 'class', inClass.value),
      scoreStatus,
      score: sql`(${score})::float8`,
      scoreDate: sql`to_char(${scoredOn}, 'YYYY-MM-DD')`,
      late: sql`CASE WHEN row.late THEN 'true' ELSE 'false' END`,
    },
    comparables: {
      sourcedId,
      status: { type: 'text', value: sql`'active'` },
      dateLastModified: { type: 'instant', value: sql`row.updated_at` },
      scoreStatus: { type: 'text', value: scoreStatus },
      score: { type: 'number', value: score },
      scoreDate: { type: 'day', value: scoredOn },
      late: { type: 'flag', value: sql`row.late` },
      'lineItem.sourcedId': lineItem,
      'student.sourcedId': student,
      'class.sourcedId': inClass,
    },
  };
}

/** Returns no score scales: grades here are points. */
export function scoreScales(): Collection {
  const names = ['sourcedId', 'status', 'dateLastModified', 'title', 'type', 'class', 'course', 'scoreScaleValue'];
  return {
    rows: sql`(SELECT NULL::bigint AS id WHERE false) row`,
    about: null,
    tie: sql`row.id`,
    fields: Object.fromEntries(names.map((name) => [name, sql`NULL::text`])),
    comparables: Object.fromEntries(['sourcedId', 'status', 'title', 'type'].map((name) => [name, { type: 'text', value: sql`NULL::text` }])),
  };
}
