import type { DashboardList } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import type { DashboardReach } from '../../../platform/dashboards/index.ts';
import { isNamed, listNamed, type Typed } from '../../../platform/fold-queries.ts';
import { type Condition, courseIn, isActiveClass, isOfType, nameOf } from './reach-queries.ts';

type Sql = RawBuilder<unknown>;
interface Rows {
  from: Sql;
  name: Sql;
  /** The condition for the choices within reach. */
  where: Sql;
  isPerson?: boolean;
}

/** Rows of a list per school: those of all schools, and of the school within reach. */
const named = (table: string, reach: DashboardReach, isInUse: Sql = sql`t.archived_at IS NULL`): Rows => ({
  from: sql`${sql.table(table)} t`,
  name: sql`t.name`,
  where: sql`${isInUse} AND (t.school_id IS NULL OR ${ofSchool(reach, sql`t.school_id`)})`,
});

const person = (where: Sql): Rows => ({ from: sql`people t`, name: nameOf('t'), where, isPerson: true });

/** People of the classes within reach, or of a whole school. `role`: null for both. */
function peopleIn(reach: DashboardReach, role: 'STUDENT' | 'TEACHER' | null): Sql {
  if (reach.of === 'everything') return sql`true`;
  if (reach.of === 'school') return sql`t.school_id = ${reach.schoolId}`;
  const isOfRole = role === null ? sql`true` : sql`member.role = ${role}`;
  return sql`t.id IN (SELECT member.account_id FROM class_standings member WHERE ${isOfRole} AND member.left_at IS NULL AND ${courseIn(reach, sql`member.course_id`)})`;
}

function ofSchool(reach: DashboardReach, id: Sql): Sql {
  if (reach.of === 'everything') return sql`true`;
  if (reach.of === 'school') return sql`${id} = ${reach.schoolId}`;
  return sql`${id} = (SELECT own.school_id FROM people own WHERE own.id = ${reach.accountId})`;
}

/** Current students within reach, or with `withLeft` everyone who was a student of one of the classes. */
function studentsIn(reach: DashboardReach, withLeft: boolean): Sql {
  if (!withLeft || reach.of === 'everything') return peopleIn(reach, 'STUDENT');
  return sql`t.id IN (SELECT member.account_id FROM class_standings member WHERE member.role = 'STUDENT' AND ${courseIn(reach, sql`member.course_id`)})`;
}

function rowsOf(list: DashboardList, reach: DashboardReach, withLeft: boolean): Rows {
  switch (list) {
    case 'student':
      return person(sql`${withLeft ? sql`true` : sql`t.status`} AND ${isOfType('student', 't.account_type_id')} AND ${studentsIn(reach, withLeft)}`);
    case 'teacher':
      // everyone who runs a class is a teacher here, regardless of the account type
      return person(
        sql`t.status AND (${isOfType('teachers', 't.account_type_id')} OR EXISTS (SELECT FROM class_staff WHERE class_staff.account_id = t.id OFFSET 0)) AND ${peopleIn(reach, 'TEACHER')}`,
      );
    case 'account':
      return person(sql`t.status AND ${peopleIn(reach, null)}`);
    case 'class':
      return { from: sql`class_facts t`, name: sql`t.name`, where: sql`${aliased(isActiveClass)} AND ${courseIn(reach, sql`t.id`)}` };
    case 'topic':
      return {
        from: sql`course_topics t`,
        name: sql`t.name`,
        where: sql`t.archived_at IS NULL AND ${courseIn(reach, sql`t.course_id`)} AND EXISTS (SELECT 1 FROM class_facts c WHERE c.id = t.course_id AND ${isActiveClass})`,
      };
    case 'school':
      return { from: sql`schools t`, name: sql`t.school_name`, where: sql`t.archived_at IS NULL AND ${ofSchool(reach, sql`t.id`)}` };
    case 'group':
      return named('groups', reach, sql`t.archived_at IS NULL AND t.is_active`);
    case 'grade':
      return named('levels', reach);
    case 'question-grade':
      return named('question_grades', reach);
    case 'subject':
      return named('question_subjects', reach);
    case 'standard':
      return named('standards', reach);
    case 'protocol':
      return named('protocols', reach);
  }
}

/** Applies a condition on `c` to the row that lists call `t`. */
const aliased = (condition: Condition): Sql => sql`EXISTS (SELECT 1 FROM class_facts c WHERE c.id = t.id AND ${condition})`;

/** Returns the choices of a filter for a text, or the one with an id. */
export async function listChoices(
  db: Db,
  list: DashboardList,
  reach: DashboardReach,
  { id, left, ...typed }: Typed & { id?: number | undefined; left: boolean },
): Promise<{ id: number; name: string }[]> {
  const { from, name, where: offered, isPerson } = rowsOf(list, reach, left);
  const where = id === undefined ? offered : sql`${offered} AND t.id = ${id}`;
  if (!isPerson) return listNamed(db, typed, { columns: sql`t.id, ${name} AS name`, from, name, where });
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT t.id, coalesce(nullif(${name}, ''), t.email) AS name FROM ${from} WHERE ${where} AND ${isNamed(typed.query, 't')}
     ORDER BY ${nameOrder('t')}, t.id LIMIT ${typed.limit}`.execute(db);
  return rows;
}

/** Returns the filters whose value cannot be chosen: missing, archived, or out of reach. */
export async function findUnknown(
  db: Db,
  reach: DashboardReach,
  chosen: readonly { filter: string; list: DashboardList; id: number }[],
  withLeft: boolean,
): Promise<string[]> {
  if (chosen.length === 0) return [];
  const checks = chosen.map(({ filter, list, id }) => {
    const { from, where } = rowsOf(list, reach, withLeft);
    return sql`SELECT ${filter}::text AS filter WHERE NOT EXISTS (SELECT 1 FROM ${from} WHERE t.id = ${id} AND ${where})`;
  });
  const { rows } = await sql<{ filter: string }>`SELECT filter FROM (${sql.join(checks, sql` UNION ALL `)}) unknown`.execute(db);
  return rows.map(({ filter }) => filter);
}

/** Returns the current day of the person's school, and its active marking periods by their first day. */
export async function getCalendar(
  db: Db,
  schoolId: number | null,
): Promise<{ today: string; periods: { id: number; name: string; from: string; to: string }[] }> {
  const { rows } = await sql<{ today: string; periods: { id: number; name: string; from: string; to: string }[] }>`
    SELECT (app_now() AT TIME ZONE coalesce((SELECT time_zone FROM schools WHERE id = ${schoolId}), 'UTC'))::date AS today,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', period.id, 'name', period.name, 'from', period.start_date, 'to', period.end_date) ORDER BY period.start_date, period.id)
                       FROM marking_periods period
                      WHERE period.archived_at IS NULL AND period.active
                        AND (${schoolId}::bigint IS NULL OR EXISTS (SELECT 1 FROM marking_period_schools held WHERE held.marking_period_id = period.id AND held.school_id = ${schoolId}))),
                    '[]'::jsonb) AS periods`.execute(db);
  return rows[0]!;
}
