import type { Table } from './read-table.ts';
import type { TableMapping } from './roster.ts';

/** What systems call parts of rows, as keys, the likeliest first. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  first: ['firstname', 'first', 'givenname', 'forename', 'vorname', 'prénom', 'prenom', 'nombre'],
  last: ['lastname', 'last', 'familyname', 'surname', 'nachname', 'nom', 'apellido', 'apellidos'],
  email: ['email', 'emailaddress', 'mail', 'schoolemail', 'correo'],
  username: ['username', 'login', 'loginid', 'userid'],
  role: ['role', 'type', 'position'],
  title: ['title', 'name', 'coursename', 'classname', 'sectionname', 'coursetitle'],
  person: ['studentid', 'staffid', 'teacherid', 'personid', 'userid', 'studentnumber'],
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
  person: ['id', 'studentid', 'staffid', 'teacherid', 'personid', 'sisid'],
  class: ['id', 'sectionid', 'classid', 'sisid'],
  course: ['id', 'coursecode', 'courseid', 'code'],
};

/** What the columns of a table seem to mean, for somebody to look at; null: nothing can be told. */
export function guessMapping(table: Table): TableMapping | null {
  const titleOf = (names: readonly string[] = []): string | undefined => {
    const at = names.map((name) => table.keys.indexOf(name)).find((place) => place >= 0);
    return at === undefined ? undefined : table.titles[at];
  };
  const columnsOf = (fields: readonly string[], id?: string): Record<string, string> => {
    const found = fields.map((field) => [field, titleOf(NAMES[field])] as const);
    const entries = [...(id === undefined ? [] : [['id', titleOf(IDS[id])] as const]), ...found];
    return Object.fromEntries(entries.filter(([, title]) => title !== undefined)) as Record<string, string>;
  };
  const isStaff = /staff|teacher|lehr|docent|profesor/.test(table.name);
  const role = isStaff ? ('teacher' as const) : ('student' as const);
  if (/contact|guardian|parent|demographic/.test(table.name)) return { kind: 'ignore', columns: {} };
  if (titleOf(NAMES['person']) !== undefined && titleOf(NAMES['class']) !== undefined && titleOf(NAMES['last']) === undefined)
    return { kind: 'member', role, columns: columnsOf(['class', 'person', 'begin', 'end', 'status']) };
  if (titleOf(NAMES['last']) !== undefined)
    return { kind: 'person', role, columns: columnsOf(['first', 'last', 'email', 'username', 'schools', 'status'], 'person') };
  if (/section|class|klasse/.test(table.name))
    return { kind: 'class', columns: columnsOf(['title', 'course', 'school', 'sessions', 'code', 'room', 'subject', 'status'], 'class') };
  if (/course/.test(table.name)) return { kind: 'course', columns: columnsOf(['title', 'subject', 'school', 'status'], 'course') };
  return null;
}
