import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { Collection, Sql } from '../provider/collection.ts';
import { categories, lineItems, nearestPeriodOf, results } from '../provider/gradebook-queries.ts';
import { academicSessions, classes, courses, enrollments, orgs, users } from '../provider/rostering-queries.ts';
import type { Scope } from '../provider/scope.ts';
import type { CsvFile } from './csv-queries.ts';

/** The files of the format that are not in the export. Source: OneRoster 1.2, CSV binding, section 4. */
export const ABSENT = [
  ...['classResources', 'courseResources', 'demographics', 'lineItemLearningObjectiveIds', 'lineItemScoreScales', 'resources'],
  ...['resultLearningObjectiveIds', 'resultScoreScales', 'scoreScales', 'userProfiles', 'userResources'],
];

const none = sql`NULL::text`;
/** The columns that the format leaves empty in a complete export. */
const bulk = { status: none, dateLastModified: none };

/** Returns the expression of a record's field, the same that apps get, for a file. */
const field = ({ fields }: Collection, name: string): Sql => fields[name] as Sql;
const compared = ({ comparables }: Collection, name: string): Sql => comparables[name]?.value as Sql;
const idsOf = (collection: Collection): Sql => compared(collection, 'sourcedId');

/** The subjects and their codes, in equal number: subjects have no codes here, so each is its own code. */
const subjects = { subjects: sql`nullif(row.subject, '')`, subjectCodes: sql`nullif(row.subject, '')` };
const dayIn = (scope: Scope, moment: Sql): Sql => sql`to_char(${moment} AT TIME ZONE ${scope.timeZone}::text, 'YYYY-MM-DD')`;

/** Narrows a collection to active classes; others are not in the files. */
const ofActiveClass = ({ rows, ...rest }: Collection): Collection => ({
  ...rest,
  rows: sql`(SELECT row.* FROM ${rows} JOIN class_facts ON class_facts.id = row.course_id WHERE class_facts.archived_at IS NULL AND class_facts.course_state <> 'ARCHIVED') row`,
});

/**
 * Lists the files of a school, with the format's columns in order. People who left and classes that ended are in none
 * of them.
 */
export function listFiles(scope: Scope): CsvFile[] {
  const org = sql`${scope.orgId}::text`;
  const of = {
    orgs: orgs(scope, {}),
    sessions: academicSessions(scope, {}),
    courses: courses(scope, {}),
    classes: classes(scope, {}),
    users: users(scope, {}),
    enrollments: enrollments(scope, {}),
    categories: ofActiveClass(categories(scope, {})),
    lineItems: ofActiveClass(lineItems(scope, {})),
    results: ofActiveClass(results(scope, {})),
  };
  const period = nearestPeriodOf(scope, sql`row.day`);
  // the format requires a due date for all work: for work without one it is the end of its grading period
  const lastDay = sql`to_char(greatest(${period.lastDay}, row.day), 'YYYY-MM-DD')`;
  const active = (rows: Sql): Sql => sql`(SELECT row.* FROM ${rows} WHERE row.is_active) row`;
  const file = (name: string, { rows, tie }: Pick<Collection, 'rows' | 'tie'>, columns: CsvFile['columns'], isFiltered = false): CsvFile => ({
    ...{ name, order: tie, columns },
    rows: isFiltered ? active(rows) : rows,
  });
  const session = { rows: of.sessions.rows, tie: of.sessions.tie, fields: of.sessions.fields, comparables: of.sessions.comparables };
  return [
    file('orgs', of.orgs, {
      sourcedId: sql`row.id`,
      ...bulk,
      name: sql`row.name`,
      type: sql`'school'`,
      identifier: field(of.orgs, 'identifier'),
      parentSourcedId: none,
    }),
    file('academicSessions', session, {
      ...{ sourcedId: sql`row."sourcedId"`, ...bulk, title: sql`row.title`, type: sql`row.type`, startDate: sql`row."startDate"`, endDate: sql`row."endDate"` },
      ...{ parentSourcedId: sql`row.parent`, schoolYear: sql`row.year` },
    }),
    file(
      'courses',
      of.courses,
      {
        ...{
          sourcedId: idsOf(of.courses),
          ...bulk,
          schoolYearSourcedId: none,
          title: sql`row.name`,
          courseCode: field(of.courses, 'courseCode'),
          grades: none,
        },
        ...{ orgSourcedId: org, ...subjects },
      },
      true,
    ),
    file(
      'classes',
      of.classes,
      {
        ...{ sourcedId: idsOf(of.classes), ...bulk, title: sql`row.name`, grades: none, courseSourcedId: compared(of.classes, 'course.sourcedId') },
        ...{ classCode: field(of.classes, 'classCode'), classType: sql`'scheduled'`, location: field(of.classes, 'location'), schoolSourcedId: org },
        termSourcedIds: sql`(SELECT string_agg(term ->> 'sourcedId', ',') FROM json_array_elements(${field(of.classes, 'terms')}) AS term)`,
        ...{ ...subjects, periods: none },
      },
      true,
    ),
    file('users', of.users, {
      ...{ sourcedId: idsOf(of.users), ...bulk, enabledUser: field(of.users, 'enabledUser'), username: sql`row.email`, userIds: none },
      ...{
        givenName: sql`coalesce(nullif(row.first_name, ''), row.last_name)`,
        familyName: sql`coalesce(nullif(row.last_name, ''), row.first_name)`,
        middleName: none,
        identifier: none,
        email: sql`row.email`,
        sms: none,
        phone: none,
      },
      ...{ agentSourcedIds: none, grades: none, password: none, userMasterIdentifier: none, preferredGivenName: none, preferredMiddleName: none },
      ...{ preferredFamilyName: none, primaryOrgSourcedId: org, pronouns: none },
    }),
    {
      name: 'roles',
      rows: sql`(SELECT row.*, given.role, given.place FROM ${of.users.rows}, LATERAL (
        SELECT part.role ->> 'role' AS role, part.place FROM json_array_elements(${field(of.users, 'roles')}) WITH ORDINALITY AS part (role, place)) given) row`,
      order: sql`row.id, row.place`,
      columns: {
        ...{ sourcedId: sql`'role-' || row.id || '-' || row.place`, ...bulk, userSourcedId: idsOf(of.users) },
        ...{ roleType: sql`CASE row.place WHEN 1 THEN 'primary' ELSE 'secondary' END`, role: sql`row.role`, beginDate: none, endDate: none },
        ...{ orgSourcedId: org, userProfileSourcedId: none },
      },
    },
    file(
      'enrollments',
      of.enrollments,
      {
        ...{ sourcedId: idsOf(of.enrollments), ...bulk, classSourcedId: compared(of.enrollments, 'class.sourcedId'), schoolSourcedId: org },
        ...{ userSourcedId: compared(of.enrollments, 'user.sourcedId'), role: sql`row.role`, primary: field(of.enrollments, 'primary') },
        ...{ beginDate: field(of.enrollments, 'beginDate'), endDate: none },
      },
      true,
    ),
    file('categories', of.categories, { sourcedId: idsOf(of.categories), ...bulk, title: sql`row.title`, weight: sql`round(row.weight)` }, true),
    file('lineItems', of.lineItems, {
      ...{ sourcedId: idsOf(of.lineItems), ...bulk, title: sql`row.title`, description: field(of.lineItems, 'description') },
      ...{
        assignDate: dayIn(scope, sql`row.posted_at`),
        dueDate: sql`coalesce(${dayIn(scope, sql`row.due_at`)}, ${lastDay})`,
        classSourcedId: compared(of.lineItems, 'class.sourcedId'),
      },
      ...{ categorySourcedId: compared(of.lineItems, 'category.sourcedId'), academicSessionSourcedId: period.id },
      ...{ resultValueMin: sql`0`, resultValueMax: field(of.lineItems, 'resultValueMax'), schoolSourcedId: org },
    }),
    file('results', of.results, {
      ...{ sourcedId: idsOf(of.results), ...bulk, lineItemSourcedId: compared(of.results, 'lineItem.sourcedId') },
      ...{ studentSourcedId: compared(of.results, 'student.sourcedId'), scoreStatus: field(of.results, 'scoreStatus'), score: field(of.results, 'score') },
      ...{ scoreDate: field(of.results, 'scoreDate'), comment: none, textScore: none, classSourcedId: compared(of.results, 'class.sourcedId') },
      ...{ inProgress: none, incomplete: none, late: field(of.results, 'late'), missing: none },
    }),
  ];
}

/** Counts the submissions of a school's classes, up to `max`, since they make up most of an export. */
export async function countSubmissions(db: Db, { schoolId }: Scope, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count
      FROM (SELECT FROM submission_facts JOIN class_facts ON class_facts.id = submission_facts.course_id WHERE class_facts.school_id = ${schoolId} LIMIT ${max}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
