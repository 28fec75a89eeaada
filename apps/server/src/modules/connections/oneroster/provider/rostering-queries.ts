import { type OneRosterKind, ONE_ROSTER_NAMES } from '@classwright/contract';
import { sql } from 'kysely';
import type { Collection, Comparable, Sql } from './collection.ts';
import { idOf, sourcedIdOf, type Thing } from './ids-queries.ts';
import type { Scope } from './scope.ts';
import { asInstant } from './scope-queries.ts';

/** The filters given by an address, as our own ids. */
export interface Within {
  kind?: OneRosterKind | null;
  classId?: number;
  courseId?: number;
  userId?: number;
  lineItemId?: number;
  /** The school year. */
  year?: number;
  /** The term whose grading periods are listed. */
  term?: string;
}

const text = (value: Sql): Comparable => ({ type: 'text', value });
const instant = (value: Sql): Comparable => ({ type: 'instant', value });
const day = (value: Sql): Comparable => ({ type: 'day', value });
/** Compares a sourcedId: equality looks it up, and everything else compares texts. */
export const sourcedIds = (scope: Scope, thing: Thing, id: Sql): Comparable => ({
  type: 'text',
  value: sourcedIdOf(scope, thing, id),
  is: (sourcedId) => sql`${id} = ${idOf(scope, thing, sourcedId)}`,
});

const PLURAL_OF: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(ONE_ROSTER_NAMES).map(([many, one]) => [one, many]));
/** Characters that would end or split an address, and so are escaped. */
const SPECIAL = ['%', ' ', '/', '?', '#', '"', '<', '>', '\\'];
const inAddress = (id: Sql): Sql =>
  SPECIAL.reduce((value, character) => sql`replace(${value}, ${sql.lit(character)}, ${sql.lit(encodeURIComponent(character))})`, id);

/** Returns a reference to a record. */
export function reference(scope: Scope, type: string, id: Sql, service: 'rostering' | 'gradebook' = 'rostering'): Sql {
  const path = `${scope.base}/${service}/v1p2/${PLURAL_OF[type] ?? type}/`;
  return sql`json_build_object('href', ${path}::text || ${inAddress(id)}, 'sourcedId', ${id}, 'type', ${sql.lit(type)})`;
}
export const orgReference = (scope: Scope): Sql => reference(scope, 'org', sql`${scope.orgId}::text`);

const statusOf = (isActive: Sql): Sql => sql`CASE WHEN ${isActive} THEN 'active' ELSE 'tobedeleted' END`;
export const common = (sourcedId: Sql, status: Sql, modified: Sql): Record<string, Sql> => ({
  sourcedId,
  status,
  dateLastModified: asInstant(modified),
});

/** The standard's roles by our role keys. Source: OneRoster 1.2, vocabulary of roles. */
const roleWord = sql`CASE roles.key WHEN 'student' THEN 'student' WHEN 'teachers' THEN 'teacher' WHEN 'admin' THEN 'siteAdministrator' END`;
const KEY_OF: Partial<Record<OneRosterKind, string>> = { student: 'student', teacher: 'teachers' };
const holds = (keys: Sql): Sql => sql`EXISTS (
  SELECT FROM account_roles held JOIN roles ON roles.id = held.role_id WHERE held.account_id = people.id AND held.is_active AND roles.key IN (${keys}))`;

const KNOWN_ROLES = sql`'student', 'teachers', 'admin'`;

/** Returns the condition that an account is in an active class of the school, with the given role or any. */
const isInClass = ({ schoolId }: Scope, account: Sql, role?: 'TEACHER' | 'STUDENT'): Sql => sql`EXISTS (
  SELECT FROM class_standings standing JOIN class_facts ON class_facts.id = standing.course_id
   WHERE standing.account_id = ${account} AND standing.left_at IS NULL AND class_facts.school_id = ${schoolId} AND class_facts.archived_at IS NULL
     AND class_facts.course_state <> 'ARCHIVED' ${role ? sql`AND standing.role = ${sql.lit(role)}` : sql``})`;

/**
 * Returns the school's students, teachers and administrators, and people with a custom role who are in one of its
 * classes; for a class, its current people.
 */
export function users(scope: Scope, { kind, classId }: Within): Collection {
  const key = kind ? KEY_OF[kind] : undefined;
  const standing = kind === 'teacher' ? 'TEACHER' : kind === 'student' ? 'STUDENT' : undefined;
  const wanted =
    classId === undefined
      ? sql`(${holds(key === undefined ? KNOWN_ROLES : sql.lit(key))} OR (NOT ${holds(KNOWN_ROLES)} AND ${isInClass(scope, sql`people.id`, standing)}))`
      : sql`people.id IN (SELECT standing.account_id FROM class_standings standing
          WHERE standing.course_id = ${classId} AND standing.left_at IS NULL AND standing.role = ${kind === 'teacher' ? 'TEACHER' : 'STUDENT'})`;
  const sourcedId = sourcedIds(scope, 'user', sql`row.id`);
  // somebody whose roles the standard does not know gets the role that they have in their classes
  const byClass = sql`CASE WHEN ${isInClass(scope, sql`row.id`, 'TEACHER')} THEN 'teacher' ELSE 'student' END`;
  const roles = sql`(
    SELECT json_agg(json_build_object('roleType', CASE given.place WHEN 1 THEN 'primary' ELSE 'secondary' END, 'role', given.word, 'org', ${orgReference(scope)})
             ORDER BY given.place)
      FROM (SELECT ${roleWord} AS word, row_number() OVER (ORDER BY held.role_id IS DISTINCT FROM row.role_id, held.role_id) AS place
              FROM account_roles held JOIN roles ON roles.id = held.role_id
             WHERE held.account_id = row.id AND held.is_active AND roles.key IN (${KNOWN_ROLES})) given)`;
  const classRole = sql`json_build_array(json_build_object('roleType', 'primary', 'role', ${byClass}, 'org', ${orgReference(scope)}))`;
  const firstRole = sql`coalesce((SELECT ${roleWord} FROM account_roles held JOIN roles ON roles.id = held.role_id
    WHERE held.account_id = row.id AND held.is_active AND roles.key IN (${KNOWN_ROLES})
    ORDER BY held.role_id IS DISTINCT FROM row.role_id, held.role_id LIMIT 1), ${byClass})`;
  return {
    rows: sql`(SELECT people.id, people.role_id, people.first_name, people.last_name, people.email, people.status AS is_enabled, people.updated_at
      FROM people WHERE people.school_id = ${scope.schoolId} AND ${wanted}) row`,
    about: { person: sql`row.id`, of: ['identity', 'contact'] },
    tie: sql`row.id`,
    fields: {
      ...common(sourcedId.value, sql`'active'`, sql`row.updated_at`),
      enabledUser: sql`CASE WHEN row.is_enabled THEN 'true' ELSE 'false' END`,
      username: sql`row.email`,
      givenName: sql`row.first_name`,
      familyName: sql`row.last_name`,
      email: sql`row.email`,
      roles: sql`coalesce(${roles}, ${classRole})`,
      primaryOrg: orgReference(scope),
    },
    comparables: {
      sourcedId,
      status: text(sql`'active'`),
      dateLastModified: instant(sql`row.updated_at`),
      enabledUser: { type: 'flag', value: sql`row.is_enabled` },
      username: text(sql`row.email`),
      givenName: text(sql`row.first_name`),
      familyName: text(sql`row.last_name`),
      email: text(sql`row.email`),
      'roles.role': text(firstRole),
      role: text(firstRole),
      'primaryOrg.sourcedId': text(sql`${scope.orgId}::text`),
      'roles.org.sourcedId': text(sql`${scope.orgId}::text`),
    },
  };
}

const schoolYearOf = (scope: Scope, moment: Sql): Sql =>
  sql`extract(year FROM (${moment} AT TIME ZONE ${scope.timeZone}::text) + interval '6 months')::integer`;
const termsOf = (scope: Scope) => scope.sessions.filter(({ type }) => type === 'term');
/**
 * Returns the condition that a class is active in a school year: from the year it was created in to the year it ended
 * in; every class has a term next to its end.
 */
function isInYear(scope: Scope, year: Sql): Sql {
  const years = termsOf(scope).map((term) => term.year);
  return sql`(${year} BETWEEN row.first_year AND row.last_year
    OR ${year} = (SELECT known FROM unnest(${years}::integer[]) AS known ORDER BY abs(known - row.last_year), known LIMIT 1))`;
}

const classRows = (scope: Scope, where: Sql): Sql => sql`(
  SELECT class_facts.id, class_facts.name, class_facts.section, class_facts.subject, class_facts.room, class_facts.updated_at,
         class_facts.archived_at IS NULL AND class_facts.course_state <> 'ARCHIVED' AS is_active,
         ${schoolYearOf(scope, sql`class_facts.created_at`)} AS first_year, ${schoolYearOf(scope, sql`coalesce(class_facts.archived_at, app_now())`)} AS last_year
    FROM class_facts WHERE class_facts.school_id = ${scope.schoolId} AND ${where}) row`;

/** Returns classes, each with its own course. */
export function classes(scope: Scope, { classId, courseId, userId, kind, year }: Within): Collection {
  const role = kind === 'teacher' ? sql`AND standing.role = 'TEACHER'` : kind === 'student' ? sql`AND standing.role = 'STUDENT'` : sql``;
  const where = sql`true
    ${classId === undefined ? sql`` : sql`AND class_facts.id = ${classId}`} ${courseId === undefined ? sql`` : sql`AND class_facts.id = ${courseId}`}
    ${
      userId === undefined
        ? sql``
        : sql`AND class_facts.id IN (SELECT standing.course_id FROM class_standings standing
            WHERE standing.account_id = ${userId} AND standing.left_at IS NULL ${role})`
    }`;
  const all = classRows(scope, where);
  const sourcedId = sourcedIds(scope, 'class', sql`row.id`);
  const course = sourcedIds(scope, 'course', sql`row.id`);
  const terms = termsOf(scope);
  const termRows = sql`unnest(${terms.map((term) => term.sourcedId)}::text[], ${terms.map((term) => term.year)}::integer[]) AS term (id, year)`;
  return {
    rows: year === undefined ? all : sql`(SELECT row.* FROM ${all} WHERE ${isInYear(scope, sql`${year}::integer`)}) row`,
    about: null,
    tie: sql`row.id`,
    fields: {
      ...common(sourcedId.value, statusOf(sql`row.is_active`), sql`row.updated_at`),
      title: sql`row.name`,
      classCode: sql`nullif(row.section, '')`,
      classType: sql`'scheduled'`,
      location: sql`nullif(row.room, '')`,
      subjects: sql`CASE WHEN row.subject <> '' THEN json_build_array(row.subject) END`,
      course: reference(scope, 'course', course.value),
      school: orgReference(scope),
      terms: sql`(SELECT json_agg(${reference(scope, 'academicSession', sql`term.id`)} ORDER BY term.year DESC) FROM ${termRows} WHERE ${isInYear(scope, sql`term.year`)})`,
    },
    comparables: {
      sourcedId,
      status: text(statusOf(sql`row.is_active`)),
      dateLastModified: instant(sql`row.updated_at`),
      title: text(sql`row.name`),
      classCode: text(sql`row.section`),
      classType: text(sql`'scheduled'`),
      location: text(sql`row.room`),
      subjects: text(sql`row.subject`),
      'course.sourcedId': course,
      'school.sourcedId': text(sql`${scope.orgId}::text`),
    },
  };
}

export function courses(scope: Scope, _within: Within): Collection {
  const sourcedId = sourcedIds(scope, 'course', sql`row.id`);
  return {
    rows: classRows(scope, sql`true`),
    about: null,
    tie: sql`row.id`,
    fields: {
      ...common(sourcedId.value, statusOf(sql`row.is_active`), sql`row.updated_at`),
      title: sql`row.name`,
      courseCode: sql`row.id::text`,
      subjects: sql`CASE WHEN row.subject <> '' THEN json_build_array(row.subject) END`,
      org: orgReference(scope),
    },
    comparables: {
      sourcedId,
      status: text(statusOf(sql`row.is_active`)),
      dateLastModified: instant(sql`row.updated_at`),
      title: text(sql`row.name`),
      courseCode: text(sql`row.id::text`),
      subjects: text(sql`row.subject`),
      'org.sourcedId': text(sql`${scope.orgId}::text`),
    },
  };
}

/**
 * Returns current and former memberships of classes. Memberships that ended, or whose class ended, are marked as to be
 * deleted.
 */
export function enrollments(scope: Scope, { classId }: Within): Collection {
  const sourcedId = sql`'enrollment-' || row.course_id || '-' || row.account_id`;
  const user = sourcedIds(scope, 'user', sql`row.account_id`);
  const inClass = sourcedIds(scope, 'class', sql`row.course_id`);
  const status = statusOf(sql`row.is_active`);
  const dayOf = (moment: Sql): Sql => sql`to_char(${moment} AT TIME ZONE ${scope.timeZone}::text, 'YYYY-MM-DD')`;
  return {
    rows: sql`(
      SELECT standing.course_id, standing.account_id, lower(standing.role) AS role, standing.joined_at, standing.left_at,
             greatest(standing.joined_at, standing.left_at) AS modified_at, class_facts.owner_id,
             standing.left_at IS NULL AND class_facts.archived_at IS NULL AND class_facts.course_state <> 'ARCHIVED' AS is_active
        FROM class_facts JOIN class_standings standing ON standing.course_id = class_facts.id JOIN people ON people.id = standing.account_id
       WHERE class_facts.school_id = ${scope.schoolId} AND people.school_id = ${scope.schoolId}
         ${classId === undefined ? sql`` : sql`AND class_facts.id = ${classId}`}) row`,
    about: { person: sql`row.account_id`, of: ['identity'] },
    tie: sql`row.course_id, row.account_id`,
    fields: {
      ...common(sourcedId, status, sql`row.modified_at`),
      user: reference(scope, 'user', user.value),
      class: reference(scope, 'class', inClass.value),
      school: orgReference(scope),
      role: sql`row.role`,
      primary: sql`CASE WHEN row.role = 'teacher' AND row.account_id = row.owner_id THEN 'true' ELSE 'false' END`,
      beginDate: dayOf(sql`row.joined_at`),
      endDate: dayOf(sql`row.left_at`),
    },
    comparables: {
      sourcedId: {
        type: 'text',
        value: sourcedId,
        is: (given) => {
          const [, course, account] = /^enrollment-([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(given) ?? [];
          return course === undefined || account === undefined ? sql`false` : sql`row.course_id = ${Number(course)} AND row.account_id = ${Number(account)}`;
        },
      },
      status: text(status),
      dateLastModified: instant(sql`row.modified_at`),
      role: text(sql`row.role`),
      primary: { type: 'flag', value: sql`(row.role = 'teacher' AND row.account_id = row.owner_id)` },
      beginDate: day(sql`(row.joined_at AT TIME ZONE ${scope.timeZone}::text)::date`),
      endDate: day(sql`(row.left_at AT TIME ZONE ${scope.timeZone}::text)::date`),
      'user.sourcedId': user,
      'class.sourcedId': inClass,
      'school.sourcedId': text(sql`${scope.orgId}::text`),
    },
  };
}

/** Returns the school, the only organization of its district that an app sees. */
export function orgs(scope: Scope, _within: Within): Collection {
  return {
    rows: sql`(SELECT ${scope.orgId}::text AS id, ${scope.schoolName}::text AS name, ${scope.schoolModified}::timestamptz AS updated_at) row`,
    about: null,
    tie: sql`row.id`,
    fields: {
      ...common(sql`row.id`, sql`'active'`, sql`row.updated_at`),
      name: sql`row.name`,
      type: sql`'school'`,
      identifier: sql`${`school-${scope.schoolId}`}::text`,
    },
    comparables: {
      sourcedId: text(sql`row.id`),
      status: text(sql`'active'`),
      dateLastModified: instant(sql`row.updated_at`),
      name: text(sql`row.name`),
      type: text(sql`'school'`),
      identifier: text(sql`${`school-${scope.schoolId}`}::text`),
    },
  };
}

export function academicSessions(scope: Scope, { kind, term }: Within): Collection {
  const wanted = scope.sessions.filter(
    ({ type, parent }) => (kind === 'term' || kind === 'gradingPeriod' ? type === kind : true) && (term === undefined || parent === term),
  );
  const children = sql`(SELECT json_agg(${reference(scope, 'academicSession', sql`child."sourcedId"`)} ORDER BY child."startDate", child."sourcedId")
    FROM json_to_recordset(${JSON.stringify(scope.sessions)}::json) AS child ("sourcedId" text, parent text, "startDate" text) WHERE child.parent = row."sourcedId")`;
  return {
    rows: sql`json_to_recordset(${JSON.stringify(wanted)}::json)
      AS row ("sourcedId" text, title text, type text, "startDate" date, "endDate" date, parent text, year integer, modified timestamptz)`,
    about: null,
    tie: sql`row."startDate", row."sourcedId"`,
    fields: {
      ...common(sql`row."sourcedId"`, sql`'active'`, sql`row.modified`),
      title: sql`row.title`,
      type: sql`row.type`,
      startDate: sql`to_char(row."startDate", 'YYYY-MM-DD')`,
      endDate: sql`to_char(row."endDate", 'YYYY-MM-DD')`,
      parent: sql`CASE WHEN row.parent IS NOT NULL THEN ${reference(scope, 'academicSession', sql`row.parent`)} END`,
      children,
      schoolYear: sql`row.year::text`,
    },
    comparables: {
      sourcedId: text(sql`row."sourcedId"`),
      status: text(sql`'active'`),
      dateLastModified: instant(sql`row.modified`),
      title: text(sql`row.title`),
      type: text(sql`row.type`),
      startDate: day(sql`row."startDate"`),
      endDate: day(sql`row."endDate"`),
      schoolYear: text(sql`row.year::text`),
      'parent.sourcedId': text(sql`row.parent`),
    },
  };
}
