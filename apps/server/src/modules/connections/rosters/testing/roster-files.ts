/** Returns a table as CSV, quoted where necessary. */
export function toCsv(rows: readonly (readonly string[])[]): Buffer {
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return Buffer.from(rows.map((row) => row.map(cell).join(',')).join('\r\n'));
}

export interface SmallRoster {
  school: string;
  /** The ids of teachers; other fields list the other people. Their addresses are `<id>@roster.test` unless given. */
  teachers?: readonly string[];
  students?: readonly string[];
  /** The teachers and students by the id of a class. */
  classes: Readonly<Record<string, readonly string[]>>;
  mode?: 'bulk' | 'delta';
  titles?: Readonly<Record<string, string>>;
  /** The status by person, or by class and person. */
  statuses?: Readonly<Record<string, string>>;
  emails?: Readonly<Record<string, string>>;
  /** The guardians by id, with their children and their role. */
  guardians?: Readonly<Record<string, { children: readonly string[]; role?: string; name?: readonly [string, string] }>>;
}

/** Writes the files of OneRoster 1.1 for a small school. */
export function oneRoster({
  school,
  teachers = [],
  students = [],
  classes,
  mode = 'bulk',
  titles = {},
  statuses = {},
  emails = {},
  guardians = {},
}: SmallRoster): { name: string; bytes: Buffer }[] {
  const isTeacher = (id: string): boolean => id.startsWith('t');
  const people = [...teachers, ...students, ...Object.keys(guardians)];
  const statusOf = (id: string): string => statuses[id] ?? (mode === 'bulk' ? '' : 'active');
  const tables = {
    manifest: [
      ['propertyName', 'value'],
      ['oneroster.version', '1.1'],
      ...['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'].map((file) => [`file.${file}`, mode]),
    ],
    orgs: [
      ['sourcedId', 'status', 'dateLastModified', 'name', 'type', 'identifier', 'parentSourcedId'],
      ['org-1', statusOf(''), '', school, 'school', '', ''],
    ],
    academicSessions: [
      ['sourcedId', 'status', 'dateLastModified', 'title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
      ['term-1', statusOf(''), '', 'Autumn', 'semester', '2026-08-24', '2026-12-18', '', '2027'],
    ],
    courses: [
      ['sourcedId', 'status', 'dateLastModified', 'schoolYearSourcedId', 'title', 'courseCode', 'grades', 'orgSourcedId', 'subjects', 'subjectCodes'],
      ['course-1', statusOf(''), '', '', 'Physics', 'PH', '', 'org-1', '', ''],
    ],
    classes: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'title',
        'grades',
        'courseSourcedId',
        'classCode',
        'classType',
        'location',
        'schoolSourcedId',
        'termSourcedIds',
        'subjects',
        'subjectCodes',
        'periods',
      ],
      ...Object.keys(classes).map((id) => [
        id,
        statusOf(id),
        '',
        titles[id] ?? `Class ${id}`,
        '',
        'course-1',
        `code-${id}`,
        'scheduled',
        'Room 1',
        'org-1',
        'term-1',
        '',
        '',
        '',
      ]),
    ],
    users: [
      [
        'sourcedId',
        'status',
        'dateLastModified',
        'enabledUser',
        'orgSourcedIds',
        'role',
        'username',
        'userIds',
        'givenName',
        'familyName',
        'middleName',
        'identifier',
        'email',
        'sms',
        'phone',
        'agentSourcedIds',
        'grades',
        'password',
      ],
      ...people.map((id) => [
        id,
        statusOf(id),
        '',
        'true',
        'org-1',
        guardians[id] ? (guardians[id].role ?? 'parent') : isTeacher(id) ? 'teacher' : 'student',
        guardians[id] ? '' : id,
        '',
        guardians[id]?.name?.[0] ?? `First ${id}`,
        guardians[id]?.name?.[1] ?? `Last ${id}`,
        '',
        '',
        emails[id] ?? `${id}@roster.test`,
        '',
        '',
        Object.entries(guardians)
          .filter(([, { children }]) => children.includes(id))
          .map(([guardian]) => guardian)
          .join(','),
        '',
        '',
      ]),
    ],
    enrollments: [
      ['sourcedId', 'status', 'dateLastModified', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'],
      ...Object.entries(classes).flatMap(([id, members]) =>
        members.map((person) => [
          `${id}-${person}`,
          statuses[`${id} ${person}`] ?? statusOf(''),
          '',
          id,
          'org-1',
          person,
          isTeacher(person) ? 'teacher' : 'student',
          '',
          '',
          '',
        ]),
      ),
    ],
  };
  return Object.entries(tables).map(([name, rows]) => ({ name: `${name}.csv`, bytes: toCsv(rows) }));
}
