/**
 * The collections that are read of a source, in this order, and the tables of OneRoster's files that their records
 * become.
 */
export const COLLECTION_NAMES = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'teachers',
  'students',
  'enrollments',
  'parents',
  'guardians',
  'relatives',
] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];

/** The roles of guardians. OneRoster has no collection of them, so people are asked for by role, where a school brings guardians. */
export const GUARDIAN_ROLES = { parents: 'parent', guardians: 'guardian', relatives: 'relative' } as const;
export const isOfGuardians = (name: CollectionName): name is keyof typeof GUARDIAN_ROLES => name in GUARDIAN_ROLES;

type Record_ = Readonly<Record<string, unknown>>;
export type TableName = 'orgs' | 'academicSessions' | 'courses' | 'classes' | 'users' | 'roles' | 'enrollments';
/** The rows of a page, by table. */
export type PageRows = Partial<Record<TableName, string[][]>>;

interface Collection {
  /** The name of its list in the response. */
  key: string;
  /** The path within one school; undefined for a collection that all schools share. */
  inSchool?: string;
  toRows: (record: Record_) => PageRows;
}

/** The column titles of the tables, as in the files. */
export const TABLES: Readonly<Record<TableName, readonly string[]>> = {
  orgs: ['sourcedId', 'status', 'name', 'type'],
  academicSessions: ['sourcedId', 'status', 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
  courses: ['sourcedId', 'status', 'title', 'orgSourcedId', 'subjects'],
  classes: ['sourcedId', 'status', 'title', 'courseSourcedId', 'classCode', 'location', 'schoolSourcedId', 'termSourcedIds', 'subjects'],
  users: ['sourcedId', 'status', 'enabledUser', 'orgSourcedIds', 'role', 'username', 'givenName', 'familyName', 'email', 'agentSourcedIds'],
  roles: ['userSourcedId', 'status', 'roleType', 'role', 'orgSourcedId'],
  enrollments: ['sourcedId', 'status', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'],
};

/** Longer than any accepted value, so that it is refused as too long and does not fill the store. */
const MOST_CHARACTERS = 3_100;
const MOST_PARTS = 50;

const isRecord = (value: unknown): value is Record_ => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns true when an organization is a school, or has no type. */
export const isSchool = (type: string): boolean => type === '' || type.toLowerCase() === 'school';
/** Converts a value to the text of a cell. */
const cell = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).slice(0, MOST_CHARACTERS) : '';
const parts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST_PARTS) : []);
const idOf = (reference: unknown): string => (isRecord(reference) ? cell(reference['sourcedId']) : '');
const idsOf = (references: unknown): string => parts(references).map(idOf).filter(Boolean).join(',');
const words = (value: unknown): string => parts(value).map(cell).filter(Boolean).join(', ').slice(0, MOST_CHARACTERS);

/** Returns a table's row, in the order of its titles. */
const row = (table: TableName, fields: Readonly<Record<string, string>>): string[] => TABLES[table].map((title) => fields[title] ?? '');
const common = (record: Record_) => ({ sourcedId: cell(record['sourcedId']), status: cell(record['status']) });

/** Converts a person. OneRoster 1.1 gives the role and schools on the person; 1.2 has a list of roles. */
function toPerson(record: Record_): PageRows {
  const own = common(record);
  const roles = parts(record['roles']).filter(isRecord);
  return {
    users: [
      row('users', {
        ...{ ...own, enabledUser: cell(record['enabledUser']), orgSourcedIds: idsOf(record['orgs']), role: cell(record['role']) },
        ...{ username: cell(record['username']), givenName: cell(record['givenName']), familyName: cell(record['familyName']), email: cell(record['email']) },
        agentSourcedIds: idsOf(record['agents']),
      }),
    ],
    roles: roles.map((role) =>
      row('roles', { userSourcedId: own.sourcedId, roleType: cell(role['roleType']), role: cell(role['role']), orgSourcedId: idOf(role['org']) }),
    ),
  };
}

/** Returns true for a person of this role. A server that ignores the filter sends everybody, of whom nothing is kept. */
const hasRole = (record: Record_, wanted: string): boolean =>
  cell(record['role']) === wanted || parts(record['roles']).some((role) => isRecord(role) && cell(role['role']) === wanted);

const ofRole = (role: string): Collection => ({ key: 'users', toRows: (record) => (hasRole(record, role) ? toPerson(record) : {}) });

export const COLLECTIONS: Readonly<Record<CollectionName, Collection>> = {
  orgs: {
    key: 'orgs',
    toRows: (record) => ({ orgs: [row('orgs', { ...common(record), name: cell(record['name']), type: cell(record['type']) })] }),
  },
  academicSessions: {
    key: 'academicSessions',
    toRows: (record) => ({
      academicSessions: [
        row('academicSessions', {
          ...{ ...common(record), title: cell(record['title']), type: cell(record['type']), startDate: cell(record['startDate']) },
          ...{ endDate: cell(record['endDate']), parentSourcedId: idOf(record['parent']), schoolYear: cell(record['schoolYear']) },
        }),
      ],
    }),
  },
  courses: {
    key: 'courses',
    inSchool: 'courses',
    toRows: (record) => ({
      courses: [row('courses', { ...common(record), title: cell(record['title']), orgSourcedId: idOf(record['org']), subjects: words(record['subjects']) })],
    }),
  },
  classes: {
    key: 'classes',
    inSchool: 'classes',
    toRows: (record) => ({
      classes: [
        row('classes', {
          ...{ ...common(record), title: cell(record['title']), courseSourcedId: idOf(record['course']), classCode: cell(record['classCode']) },
          ...{ location: cell(record['location']), schoolSourcedId: idOf(record['school']), termSourcedIds: idsOf(record['terms']) },
          subjects: words(record['subjects']),
        }),
      ],
    }),
  },
  teachers: { key: 'users', inSchool: 'teachers', toRows: toPerson },
  students: { key: 'users', inSchool: 'students', toRows: toPerson },
  enrollments: {
    key: 'enrollments',
    inSchool: 'enrollments',
    toRows: (record) => ({
      enrollments: [
        row('enrollments', {
          ...{ ...common(record), classSourcedId: idOf(record['class']), schoolSourcedId: idOf(record['school']), userSourcedId: idOf(record['user']) },
          ...{ role: cell(record['role']), primary: cell(record['primary']), beginDate: cell(record['beginDate']), endDate: cell(record['endDate']) },
        }),
      ],
    }),
  },
  parents: ofRole(GUARDIAN_ROLES.parents),
  guardians: ofRole(GUARDIAN_ROLES.guardians),
  relatives: ofRole(GUARDIAN_ROLES.relatives),
};

/** Converts a page to rows; anything that is not a record is skipped. */
export function toPageRows(name: CollectionName, records: readonly unknown[]): PageRows {
  const page: PageRows = {};
  for (const record of records) {
    if (!isRecord(record)) continue;
    for (const [table, rows] of Object.entries(COLLECTIONS[name].toRows(record)) as [TableName, string[][]][]) (page[table] ??= []).push(...rows);
  }
  return page;
}
