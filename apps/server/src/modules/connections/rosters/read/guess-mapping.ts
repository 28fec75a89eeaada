import type { Table } from './read-table.ts';
import type { TableMapping } from './roster.ts';

const STUDENT_IDS = ['studentid', 'studentnumber', 'studentno', 'studentsisid', 'studentlocalid', 'pupilid', 'learnerid'];
const STAFF_IDS = ['staffid', 'staffnumber', 'teacherid', 'teachernumber', 'teacherno', 'teachersisid', 'employeeid', 'instructorid'];
/** The column names that systems use, as keys, likeliest first. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  first: ['firstname', 'first', 'givenname', 'forename', 'vorname', 'prénom', 'prenom', 'nombre'],
  last: ['lastname', 'last', 'familyname', 'surname', 'nachname', 'nom', 'apellido', 'apellidos'],
  email: ['email', 'emailaddress', 'emailaddr', 'mail', 'schoolemail', 'studentemail', 'teacheremail', 'staffemail', 'correo', 'correoelectronico', 'courriel'],
  username: ['username', 'login', 'loginid', 'teacherloginid', 'studentwebid', 'userid'],
  role: ['role', 'type', 'position'],
  title: ['title', 'name', 'coursename', 'classname', 'sectionname', 'coursetitle'],
  person: [...STUDENT_IDS, ...STAFF_IDS, 'personid', 'personnumber', 'userid', 'stateid'],
  class: ['sectionid', 'classid', 'section', 'class', 'courseid'],
  course: ['coursecode', 'courseid', 'course'],
  school: ['schoolid', 'school', 'schoolcode'],
  schools: ['schoolid', 'school', 'schoolcode'],
  sessions: ['session', 'term', 'termid', 'sessionid'],
  room: ['room', 'location'],
  subject: ['subject', 'department'],
  code: ['period', 'code', 'sectionnumber'],
  begin: ['begin', 'begindate', 'startdate', 'start'],
  end: ['end', 'enddate'],
  status: ['status'],
};
const IDS: Readonly<Record<string, readonly string[]>> = {
  person: ['id', ...STUDENT_IDS, ...STAFF_IDS, 'personid', 'personnumber', 'sisid', 'localid', 'stateid', 'externalid'],
  class: ['id', 'sectionid', 'classid', 'sisid'],
  course: ['id', 'coursecode', 'courseid', 'code'],
};

const STUDENT = /student|pupil|learner|schuler|schüler|alumno|élève|eleve/;
const STAFF = /staff|teacher|instructor|employee|faculty|lehr|docent|profesor/;
/** Matches columns with addresses of people other than the row's own. */
const OF_OTHERS = /parent|guardian|contact|mother|father|principal|emergency/;

/** Finds another title that ends in a word for an email address. */
function findEmail(keys: readonly string[]): number | undefined {
  const at = keys.findIndex((key) => /(?:email|mail|emailaddr|emailaddress)$/.test(key) && !OF_OTHERS.test(key));
  return at < 0 ? undefined : at;
}

/** Guesses the meaning of a table's columns, for a person to confirm; null if there is no indication. */
export function guessMapping(table: Table): TableMapping | null {
  const titleOf = (names: readonly string[] = []): string | undefined => {
    const at = names.map((name) => table.keys.indexOf(name)).find((place) => place >= 0) ?? (names === NAMES['email'] ? findEmail(table.keys) : undefined);
    return at === undefined ? undefined : table.titles[at];
  };
  const columnsOf = (fields: readonly string[], id?: string): Record<string, string> => {
    const found = fields.map((field) => [field, titleOf(NAMES[field])] as const);
    const entries = [...(id === undefined ? [] : [['id', titleOf(IDS[id])] as const]), ...found];
    return Object.fromEntries(entries.filter(([, title]) => title !== undefined)) as Record<string, string>;
  };
  const says = (pattern: RegExp): boolean => pattern.test(table.name) || table.keys.some((key) => pattern.test(key));
  const hasStudents = says(STUDENT);
  const role = !hasStudents && says(STAFF) ? ('teacher' as const) : ('student' as const);
  if (/contact|guardian|parent|demographic/.test(table.name)) return { kind: 'ignore', columns: {} };
  // a section with its teacher is a class; its students are in another table
  const isClass = /section|class|klasse/.test(table.name) && !hasStudents && titleOf(NAMES['title']) !== undefined;
  if (!isClass && titleOf(NAMES['person']) !== undefined && titleOf(NAMES['class']) !== undefined && titleOf(NAMES['last']) === undefined)
    return { kind: 'member', role, columns: columnsOf(['class', 'person', 'begin', 'end', 'status']) };
  if (titleOf(NAMES['last']) !== undefined)
    return { kind: 'person', role, columns: columnsOf(['first', 'last', 'email', 'username', 'schools', 'status'], 'person') };
  if (isClass || /section|class|klasse/.test(table.name))
    return { kind: 'class', columns: columnsOf(['title', 'course', 'school', 'sessions', 'code', 'room', 'subject', 'status'], 'class') };
  if (/course/.test(table.name)) return { kind: 'course', columns: columnsOf(['title', 'subject', 'school', 'status'], 'course') };
  return null;
}
