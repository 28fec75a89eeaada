import type { enrollmentDashboard } from '@classwright/contract';
import { sql, type SqlBool } from 'kysely';
import { allOf, type DashboardScope, type SourcesOf } from '../../../platform/dashboards/index.ts';
import { hasWords, isNamed } from '../../../platform/fold-queries.ts';
import { asked, type Condition, courseIn, identityOf, isActiveClass, isOfType, nameOf, pairId, where } from './reach-queries.ts';

type Declaration = typeof enrollmentDashboard.declaration;
type Scope = DashboardScope<Declaration>;

/** The conditions on the selected classes `c`: active, within reach, of that level, teacher and name. */
const classes = ({ reach, filters: { grade, teacher, class: name, school } }: Scope): Condition[] => [
  isActiveClass,
  courseIn(reach, sql`c.id`),
  ...asked(
    where(grade, (typed) => sql<SqlBool>`EXISTS (SELECT 1 FROM levels level WHERE level.id = c.level_id AND ${hasWords(typed, sql`name_key(level.name)`)})`),
    where(school, (id) => sql<SqlBool>`c.school_id = ${id}`),
    where(name, (typed) => hasWords(typed, sql`name_key(c.name || ' ' || c.section)`)),
    where(
      teacher,
      (typed) =>
        sql<SqlBool>`EXISTS (SELECT 1 FROM class_staff staff JOIN people teacher ON teacher.id = staff.account_id
                              WHERE staff.course_id = c.id AND ${isNamed(typed, 'teacher')})`,
    ),
  ),
];

/** The condition that a class has a student with that name. */
const hasStudent = ({ filters: { student } }: Scope): Condition[] =>
  asked(
    where(
      student,
      (typed) =>
        sql<SqlBool>`EXISTS (SELECT 1 FROM class_students member JOIN people student ON student.id = member.account_id
                              WHERE member.course_id = c.id AND student.status AND ${isNamed(typed, 'student')})`,
    ),
  );

/** The condition that limits a student to their own membership. */
const isOwn = ({ reach }: Scope, account: string): Condition[] => (reach.of === 'student' ? [sql<SqlBool>`${sql.ref(account)} = ${reach.accountId}`] : []);

/**
 * The condition on all accounts. For a whole school it includes people without a class, unless a filter on classes is
 * set.
 */
function isLookedAt(scope: Scope): Condition {
  const { reach, filters } = scope;
  const asksForClass = filters.grade !== null || filters.class !== null || filters.teacher !== null;
  if (!asksForClass && reach.of === 'everything') return where(filters.school, (id) => sql<SqlBool>`t.school_id = ${id}`) ?? sql<SqlBool>`true`;
  if (!asksForClass && reach.of === 'school') return sql<SqlBool>`t.school_id = ${reach.schoolId}`;
  return sql<SqlBool>`t.id IN (SELECT member.account_id FROM class_students member JOIN class_facts c ON c.id = member.course_id WHERE ${allOf(classes(scope))})`;
}

export const enrollmentSources: SourcesOf<Declaration> = {
  students: (scope) => ({
    from: sql`people t LEFT JOIN schools s ON s.id = t.school_id`,
    where: [
      sql<SqlBool>`t.status`,
      isOfType('student', 't.account_type_id'),
      isLookedAt(scope),
      ...isOwn(scope, 't.id'),
      ...asked(where(scope.filters.student, (typed) => isNamed(typed, 't'))),
    ],
    id: sql`t.id`,
    person: sql`t.id`,
    link: sql`NULL::bigint`,
    figures: { total_student: { is: sql<SqlBool>`true` } },
    columns: {
      name: nameOf('t'),
      ...identityOf('t'),
      school_name: sql`s.school_name`,
      classes: sql`(SELECT count(*) FROM class_students member JOIN class_facts c ON c.id = member.course_id WHERE member.account_id = t.id AND ${allOf(classes(scope))})`,
    },
  }),
  enrollments: (scope) => ({
    from: sql`class_standings m JOIN class_facts c ON c.id = m.course_id JOIN people t ON t.id = m.account_id JOIN schools s ON s.id = c.school_id`,
    where: [
      sql<SqlBool>`m.role = 'STUDENT' AND m.left_at IS NULL AND t.status`,
      ...classes(scope),
      ...isOwn(scope, 'm.account_id'),
      ...asked(where(scope.filters.student, (typed) => isNamed(typed, 't'))),
    ],
    id: pairId('m.course_id', 'm.account_id'),
    person: sql`m.account_id`,
    link: sql`c.id`,
    figures: { total_enrollment: { is: sql<SqlBool>`true` } },
    columns: { student: nameOf('t'), ...identityOf('t'), class_name: sql`c.name`, joined_on: sql`(m.joined_at AT TIME ZONE s.time_zone)::date` },
  }),
  classes: (scope) => ({
    from: sql`class_facts c JOIN people o ON o.id = c.owner_id LEFT JOIN levels l ON l.id = c.level_id`,
    where: [...classes(scope), ...hasStudent(scope)],
    id: sql`c.id`,
    link: sql`c.id`,
    figures: { total_course: { is: sql<SqlBool>`true` } },
    columns: {
      name: sql`c.name`,
      grade: sql`l.name`,
      teacher: nameOf('o'),
      students: sql`(SELECT count(*) FROM class_students member JOIN people person ON person.id = member.account_id AND person.status WHERE member.course_id = c.id)`,
    },
  }),
  works: (scope) => ({
    from: sql`work_facts w JOIN class_facts c ON c.id = w.course_id JOIN schools s ON s.id = c.school_id`,
    where: [sql<SqlBool>`w.is_posted`, ...classes(scope), ...hasStudent(scope)],
    id: sql`w.id`,
    link: sql`NULL::bigint`,
    figures: { total_coursework: { is: sql<SqlBool>`true` } },
    columns: { title: sql`w.title`, class_name: sql`c.name`, due_on: sql`w.due_on`, posted_on: sql`(w.posted_at AT TIME ZONE s.time_zone)::date` },
  }),
};
