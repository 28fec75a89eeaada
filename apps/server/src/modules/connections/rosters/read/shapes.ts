/**
 * The kinds of rows of a table. `role`: a person's role, which OneRoster 1.2 lists separately from the person.
 * `guardian`: a person who is only a guardian. `relationship`: a guardian of a child.
 */
export type TableKind = 'school' | 'session' | 'course' | 'class' | 'person' | 'role' | 'member' | 'guardian' | 'relationship';

/** A system's names for the fields of a row. Titles are keys: letters and digits only, in lower case. */
export interface Shape {
  kind: TableKind;
  fields: Readonly<Record<string, readonly string[]>>;
  /** The fields that such a table must have. */
  needs: readonly string[];
  /** The role of all of its people. */
  role?: 'student' | 'teacher';
}

/** The fields that a mapping can name, by the kind of row. Those of `needs` are required. */
export const MAPPABLE = {
  school: { fields: ['id', 'name', 'status'], needs: ['id', 'name'] },
  session: { fields: ['id', 'title', 'type', 'start', 'end', 'parent', 'year', 'status'], needs: ['id', 'title'] },
  course: { fields: ['id', 'title', 'subject', 'school', 'status'], needs: ['id', 'title'] },
  class: { fields: ['id', 'title', 'course', 'school', 'sessions', 'code', 'room', 'subject', 'status'], needs: ['id'] },
  person: { fields: ['id', 'first', 'last', 'name', 'email', 'username', 'role', 'schools', 'status'], needs: ['id'] },
  member: { fields: ['class', 'person', 'role', 'begin', 'end', 'status'], needs: ['class', 'person'] },
} as const satisfies Partial<Record<TableKind, { fields: readonly string[]; needs: readonly string[] }>>;

const shape = (kind: TableKind, needs: readonly string[], fields: Shape['fields'], role?: Shape['role']): Shape => ({
  ...{ kind, needs, fields },
  ...(role ? { role } : {}),
});
const id = ['sourcedid'];
const status = ['status'];

/** The files of OneRoster 1.1 and 1.2, by name. */
export const ONEROSTER: Readonly<Record<string, Shape>> = {
  orgs: shape('school', ['id', 'name'], { id, status, name: ['name'], type: ['type'] }),
  academicsessions: shape('session', ['id', 'title'], {
    ...{ id, status, title: ['title'], type: ['type'], start: ['startdate'], end: ['enddate'] },
    ...{ parent: ['parentsourcedid'], year: ['schoolyear'] },
  }),
  courses: shape('course', ['id', 'title'], { id, status, title: ['title'], subject: ['subjects'], school: ['orgsourcedid'] }),
  classes: shape('class', ['id', 'title', 'school'], {
    ...{ id, status, title: ['title'], course: ['coursesourcedid'], school: ['schoolsourcedid'], sessions: ['termsourcedids', 'termsourcedid'] },
    ...{ code: ['classcode'], room: ['location'], subject: ['subjects'] },
  }),
  users: shape('person', ['id'], {
    ...{ id, status, enabled: ['enableduser'], schools: ['orgsourcedids', 'primaryorgsourcedid'], role: ['role'], username: ['username'] },
    ...{ first: ['givenname'], last: ['familyname'], email: ['email'], modified: ['datelastmodified'], agents: ['agentsourcedids'] },
  }),
  roles: shape('role', ['person', 'role'], { status, person: ['usersourcedid'], role: ['role'], school: ['orgsourcedid'], primary: ['roletype'] }),
  enrollments: shape('member', ['class', 'person', 'role'], {
    ...{ id, status, class: ['classsourcedid'], person: ['usersourcedid'], role: ['role'], primary: ['primary'] },
    ...{ begin: ['begindate'], end: ['enddate'] },
  }),
};

const sdsPerson = {
  ...{ id: ['sisid', 'id'], schools: ['schoolsisid', 'schooldfenumber'], first: ['firstname'], last: ['lastname'], username: ['username'] },
  ...{ email: ['secondaryemail'], status },
};
const sdsMember = { class: ['sectionsisid', 'sectionid'], person: ['sisid', 'id'], status };

/** The files of Microsoft School Data Sync, version 1, for the United States and the United Kingdom, by name. */
export const SDS: Readonly<Record<string, Shape>> = {
  school: shape('school', ['id', 'name'], { id: ['sisid', 'dfenumber'], name: ['name'] }),
  section: shape('class', ['id', 'school', 'title'], {
    ...{ id: ['sisid', 'id'], school: ['schoolsisid', 'schooldfenumber'], title: ['sectionname'], code: ['sectionnumber'], status },
    ...{ sessions: ['termsisid'], sessionTitle: ['termname'], sessionStart: ['termstartdate'], sessionEnd: ['termenddate'] },
    ...{ courseTitle: ['coursename'], subject: ['coursesubject'] },
  }),
  student: shape('person', ['id', 'schools'], sdsPerson, 'student'),
  teacher: shape('person', ['id', 'schools'], sdsPerson, 'teacher'),
  studentenrollment: shape('member', ['class', 'person'], sdsMember, 'student'),
  teacherroster: shape('member', ['class', 'person'], sdsMember, 'teacher'),
};

/** The files of version 1 about guardians, who have no id but their address. */
export const SDS_GUARDIANS: Readonly<Record<string, Shape>> = {
  user: shape('guardian', ['email', 'last'], { id: ['email'], email: ['email'], first: ['firstname'], last: ['lastname'] }),
  guardianrelationship: shape('relationship', ['child', 'guardian', 'relation'], { child: ['sisid'], guardian: ['email'], relation: ['role'] }),
};

/** The files of Microsoft School Data Sync, version 2.1, by name. They have no manifest. */
export const SDS2: Readonly<Record<string, Shape>> = {
  orgs: shape('school', ['id', 'name'], { id, name: ['name'], type: ['type'] }),
  academicsessions: shape('session', ['id', 'title'], {
    ...{ id, title: ['title'], type: ['type'], start: ['startdate'], end: ['enddate'], year: ['schoolyear'] },
  }),
  courses: shape('course', ['id', 'title'], { id, title: ['title'], subject: ['subject'], school: ['orgsourcedid'], code: ['code'] }),
  classes: shape('class', ['id', 'title', 'school'], {
    ...{ id, title: ['title'], course: ['coursesourcedid'], school: ['orgsourcedid'], sessions: ['sessionsourcedids'], code: ['code'] },
  }),
  users: shape('person', ['id'], { id, username: ['username'], first: ['givenname'], last: ['familyname'], email: ['email'] }),
  roles: shape('role', ['person', 'role'], { person: ['usersourcedid'], role: ['role'], school: ['orgsourcedid'], primary: ['isprimary'] }),
  enrollments: shape('member', ['class', 'person', 'role'], { class: ['classsourcedid'], person: ['usersourcedid'], role: ['role'] }),
};
/** The file of version 2.1 about guardians, who are people of its users without a role. */
export const SDS2_GUARDIANS: Readonly<Record<string, Shape>> = {
  relationships: shape('relationship', ['child', 'guardian', 'relation'], {
    ...{ child: ['usersourcedid'], guardian: ['relationshipusersourcedid'], relation: ['relationshiprole'] },
  }),
};
/** Columns of version 2.1 that OneRoster does not have. */
export const SDS2_SIGNS = ['sessionsourcedids', 'sessionsourcedid', 'isprimary', 'rolestartdate', 'activedirectorymatchid'];

const MAX_TEACHERS = 10;
/** The columns of a class that name its teachers; the first one is its main teacher. */
export const TEACHER_FIELDS = Array.from({ length: MAX_TEACHERS }, (_, at) => `teacher${at + 1}`);
const cleverPerson = { schools: ['schoolid'], first: ['firstname'], last: ['lastname'], username: ['username'] };

/** The files that Clever imports, by name. A section names its own teachers. */
export const CLEVER: Readonly<Record<string, Shape>> = {
  schools: shape('school', ['id', 'name'], { id: ['schoolid'], name: ['schoolname'] }),
  students: shape('person', ['id', 'schools', 'last'], { ...cleverPerson, id: ['studentid'], email: ['studentemail'] }, 'student'),
  teachers: shape('person', ['id', 'schools', 'last'], { ...cleverPerson, id: ['teacherid'], email: ['teacheremail'] }, 'teacher'),
  sections: shape('class', ['id', 'school', 'teacher1'], {
    ...{ id: ['sectionid'], school: ['schoolid'], title: ['name'], courseTitle: ['coursename'], code: ['sectionnumber'], subject: ['subject'] },
    ...{ sessions: ['termname'], sessionTitle: ['termname'], sessionStart: ['termstart'], sessionEnd: ['termend'] },
    ...Object.fromEntries(TEACHER_FIELDS.map((field, at) => [field, at === 0 ? ['teacherid', 'teacher1id'] : [`${field}id`]])),
  }),
  enrollments: shape('member', ['class', 'person'], { class: ['sectionid'], person: ['studentid'] }, 'student'),
};

/**
 * Returns the tables that PowerSchool exports. It has two ids for each person, a visible number and an internal one:
 * the tables of memberships use one of them.
 */
export function powerSchoolShapes({ byNumber }: { byNumber: boolean }): Readonly<Record<string, Shape>> {
  const person = { schools: ['schoolid', 'homeschoolid', 'enrollmentschoolid'], first: ['firstname'], last: ['lastname'] };
  const teacher = byNumber ? ['teachernumber', 'id'] : ['id', 'teachernumber'];
  return {
    schools: shape('school', ['id', 'name'], { id: ['schoolnumber'], name: ['name', 'schoolname'] }),
    terms: shape('session', ['id', 'title'], { id: ['id', 'termid'], title: ['name'], start: ['firstday'], end: ['lastday'] }),
    courses: shape('course', ['id', 'title'], { id: ['coursenumber'], title: ['coursename'], subject: ['credittype', 'subject'] }),
    sections: shape('class', ['id', 'course'], {
      ...{ id: ['sectionid', 'id'], course: ['coursenumber'], title: ['coursename'], school: ['schoolid'], code: ['sectionnumber'] },
      ...{ room: ['room'], sessions: ['termid'], teacher1: byNumber ? ['teachernumber', 'teacher', 'teacherid'] : ['teacher', 'teacherid', 'teachernumber'] },
    }),
    students: shape(
      'person',
      ['id', 'last'],
      {
        ...{ ...person, id: byNumber ? ['studentnumber', 'id'] : ['id', 'studentid', 'studentnumber'], username: ['studentwebid', 'webid'] },
        email: ['studentemail', 'emailaddr', 'email', 'emailaddress'],
      },
      'student',
    ),
    teachers: shape(
      'person',
      ['id', 'last'],
      { ...person, id: teacher, username: ['teacherloginid', 'loginid'], email: ['emailaddr', 'teacheremail', 'email', 'emailaddress'] },
      'teacher',
    ),
    enrollments: shape(
      'member',
      ['class', 'person'],
      {
        ...{ class: ['sectionid'], person: byNumber ? ['studentnumber', 'studentid'] : ['studentid', 'studentnumber'] },
        ...{ begin: ['dateenrolled'], end: ['dateleft'] },
      },
      'student',
    ),
  };
}
/** The tables of PowerSchool by the names of its exports, without *export* and digits. */
export const POWERSCHOOL_NAMES: Readonly<Record<string, string>> = {
  ...{ student: 'students', teacher: 'teachers', users: 'teachers', schoolstaff: 'teachers', staff: 'teachers', cc: 'enrollments', course: 'courses' },
  ...{ section: 'sections', term: 'terms', school: 'schools' },
};
export const POWERSCHOOL_SIGNS = ['studentnumber', 'teachernumber', 'coursenumber'];

/** The files that Canvas imports from information systems, by name. A section is a class. */
export const CANVAS: Readonly<Record<string, Shape>> = {
  accounts: shape('school', ['id', 'name'], { id: ['accountid'], name: ['name'], status }),
  terms: shape('session', ['id', 'title'], { id: ['termid'], title: ['name'], start: ['startdate'], end: ['enddate'], status }),
  courses: shape('course', ['id'], {
    ...{ id: ['courseid'], title: ['longname', 'shortname'], code: ['shortname'], school: ['accountid'], sessions: ['termid'], status },
  }),
  sections: shape('class', ['id', 'course'], { id: ['sectionid'], course: ['courseid'], title: ['name'], status }),
  users: shape('person', ['id'], {
    ...{ id: ['userid'], username: ['loginid'], first: ['firstname'], last: ['lastname'], sortable: ['sortablename'], name: ['fullname'] },
    ...{ email: ['email'], status },
  }),
  enrollments: shape('member', ['person', 'role'], {
    ...{ class: ['sectionid'], course: ['courseid'], person: ['userid'], role: ['role'], begin: ['startdate'], end: ['enddate'], status },
  }),
};
