import { parseOwnId } from '@classwright/rules/sync/own-ids';
import { GuardianBuilder } from './build-guardians.ts';
import { parseDay, slashOrderOf } from './dates.ts';
import { isEmail } from './is-email.ts';
import { batchMembers, ENDED, inPieces, type KnownClass, listTakenClasses, pack, TEACHER } from './known-classes.ts';
import { ROSTER_LIMITS } from './limits.ts';
import type { ReadOptions, ShapedTable } from './recognise.ts';
import { isEnded, toClassRole } from './roles.ts';
import { Row } from './row.ts';
import type { ClassRole, Fault, Head, Kind, Mode, RosterBatch, RosterPerson, RowMessage, School, Session } from './roster.ts';
import { RosterProblem } from './roster-problem.ts';
import { type Shape, type TableKind, TEACHER_FIELDS } from './shapes.ts';

/** The tables that a complete set cannot have without rows. */
const MATTERS: readonly TableKind[] = ['class', 'person', 'member'];
/** The systems whose teachers and students have separate tables and numbers. */
const COUNT_TEACHERS_APART: readonly Head['format'][] = ['clever', 'powerschool'];
const ORDER: readonly TableKind[] = ['school', 'session', 'course', 'class', 'person', 'guardian', 'role', 'member'];
const NAME_CHARACTERS = 100;
const TITLE_CHARACTERS = 3_000;
const SESSION_TYPES: Readonly<Record<string, Session['type']>> = {
  schoolyear: 'schoolYear',
  semester: 'semester',
  gradingperiod: 'gradingPeriod',
  term: 'term',
};
const AT_ONCE = 500;

interface Course {
  title: string;
  subject: string;
  school: string;
  code: string;
  sessions: string[];
  isEnded: boolean;
  row: Row;
}

interface KnownPerson extends Omit<RosterPerson, 'role'> {
  role: ClassRole | null;
  /** True when it is in this file and accepted; otherwise the next field gives the reason. */
  isTaken: boolean;
}

/**
 * Combines the tables of a roster: each person and thing once, and everything that is not accepted. A reference to a
 * missing row is a fault if the tables are complete, and otherwise left for a caller who knows other data.
 */
export class RosterBuilder {
  readonly #tables: readonly ShapedTable[];
  readonly #head: Head;
  readonly #faults: Fault[] = [];
  readonly #schools = new Map<string, School>();
  readonly #passedSchools = new Set<string>();
  readonly #sessions = new Map<string, { row: Row; session: Session; start: string; end: string }>();
  readonly #courses = new Map<string, Course>();
  readonly #classes = new Map<string, KnownClass>();
  readonly #people = new Map<string, KnownPerson>();
  readonly #emails = new Map<string, number>();
  readonly #usernames = new Set<string>();
  readonly #memberIds = new Set<string>();
  /** Teachers named by the rows of their classes. */
  readonly #namedTeachers: { row: Row; field: string; classId: string; person: string }[] = [];
  /** Null if guardians are not brought. */
  readonly #guardians: GuardianBuilder | null;
  #memberCount = 0;

  constructor(tables: readonly ShapedTable[], head: Omit<Head, 'modes' | 'guardians' | 'rows' | 'faultsUntold' | 'refused'>, { withGuardians }: ReadOptions) {
    this.#tables = tables.toSorted((one, other) => ORDER.indexOf(one.shape.kind) - ORDER.indexOf(other.shape.kind));
    const modeOf = (kind: TableKind): Mode => {
      const own = tables.filter(({ shape }) => shape.kind === kind);
      return own.length > 0 && own.every(({ mode }) => mode === 'bulk') ? 'bulk' : 'delta';
    };
    this.#head = {
      ...head,
      modes: { person: modeOf('person'), member: modeOf('member') },
      guardians: null,
      rows: {},
      faultsUntold: 0,
      refused: { person: [], class: [], member: [], guardian: [] },
    };
    this.#guardians = withGuardians ? new GuardianBuilder(tables, (fault) => this.#keepFault(fault)) : null;
  }

  /** Reads all tables. @throws RosterProblem */
  async read(onRow: () => void): Promise<void> {
    await this.#guardians?.prepare(onRow);
    for (const shaped of this.#tables) {
      if (shaped.shape.kind === 'relationship') continue;
      const take = this.#readerOf(shaped.shape);
      let isEmpty = true;
      for await (const cells of shaped.table.rows()) {
        isEmpty = false;
        const row = new Row(shaped, cells);
        this.#count(shaped.shape.kind);
        onRow();
        take(row);
      }
      // in a complete set, an empty table would end everybody that it does not name
      if (isEmpty && shaped.mode === 'bulk' && MATTERS.includes(shaped.shape.kind))
        this.#head.remarks.push({ code: 'emptyTable', params: { file: shaped.table.file } });
    }
    this.#settleTeachers();
    this.#settleSessions();
    this.#settleRoles();
    this.#settleGuardians();
  }

  /** Yields the data that was read, in batches. */
  *batches(): Generator<RosterBatch> {
    yield { kind: 'head', head: this.#head };
    for (const rows of inPieces(this.#schools.values(), AT_ONCE)) yield { kind: 'schools', rows };
    for (const rows of inPieces(this.#takenSessions(), AT_ONCE)) yield { kind: 'sessions', rows };
    for (const rows of inPieces(this.#takenPeople(), AT_ONCE)) yield { kind: 'people', rows };
    for (const rows of inPieces(listTakenClasses(this.#classes), AT_ONCE)) yield { kind: 'classes', rows };
    yield* batchMembers(this.#classes);
    if (this.#guardians) yield* this.#guardians.batches();
    for (const rows of inPieces(this.#faults, AT_ONCE)) yield { kind: 'faults', rows };
  }

  #readerOf(shape: Shape): (row: Row) => void {
    switch (shape.kind) {
      case 'school':
        return (row) => this.#takeSchool(row);
      case 'session':
        return (row) => this.#takeSession(row);
      case 'course':
        return (row) => this.#takeCourse(row);
      case 'class':
        return (row) => this.#takeClass(row);
      case 'person':
        return (row) => this.#takePerson(row, shape.role);
      case 'guardian':
        return (row) => this.#guardians?.takeGuardian(row, this.#nameOf(row));
      case 'role':
        return (row) => this.#takeRole(row);
      case 'member':
        return (row) => this.#takeMember(row, shape.role);
      case 'relationship':
        return () => undefined; // read before the people
    }
  }

  #count(kind: TableKind): void {
    const counted = kind === 'course' || kind === 'role' || kind === 'relationship' ? null : kind === 'guardian' ? 'person' : kind;
    if (counted) this.#head.rows[counted] = (this.#head.rows[counted] ?? 0) + 1;
    const max = { school: 'schools', session: 'sessions', class: 'classes', person: 'people', member: 'members' } as const;
    if (counted && (this.#head.rows[counted] ?? 0) > ROSTER_LIMITS[max[counted]])
      throw new RosterProblem('tooManyRows', { kind: max[counted], max: ROSTER_LIMITS[max[counted]] });
    if (kind === 'course' && this.#courses.size > ROSTER_LIMITS.courses)
      throw new RosterProblem('tooManyRows', { kind: 'courses', max: ROSTER_LIMITS.courses });
  }

  /** Records a faulty row as not accepted. Returns true if it is. */
  #refuse(kind: Kind, row: Row, externalId: string, name: string, outcome: Fault['outcome'] = 'error'): boolean {
    if (row.faults.length === 0) return false;
    this.#keepFault({ kind, outcome, externalId, name, file: row.file, line: row.line, said: row.faults });
    return true;
  }

  #keepFault(fault: Fault): void {
    const { kind, externalId } = fault;
    if (kind === 'person' || kind === 'class' || kind === 'member' || kind === 'guardian') this.#head.refused[kind].push(externalId);
    if (this.#faults.length >= ROSTER_LIMITS.faults) this.#head.faultsUntold += 1;
    else this.#faults.push(fault);
  }

  /** Returns a required id, which must be unique. */
  #ownId(row: Row, known: { has(id: string): boolean }, toId = (id: string): string => id): string {
    const own = toId(row.id('id'));
    row.require('id');
    if (own !== '' && known.has(own)) row.blame('id', 'idTwice');
    return own;
  }

  #takeSchool(row: Row): void {
    const type = row.raw('type').toLowerCase();
    const own = this.#ownId(row, this.#schools);
    if (type !== '' && type !== 'school') return void this.#passedSchools.add(own); // districts and states are no schools
    const name = row.text('name', 200);
    row.require('name');
    if (this.#refuse('school', row, own, name) || isEnded(row.raw('status'))) return;
    this.#schools.set(own, { id: own, name, file: row.file, line: row.line });
  }

  #takeSession(row: Row): void {
    const own = this.#ownId(row, this.#sessions);
    const title = row.text('title', 200);
    row.require('title');
    const type =
      SESSION_TYPES[
        row
          .raw('type')
          .toLowerCase()
          .replace(/[^a-z]/g, '')
      ] ?? 'term';
    if (this.#refuse('session', row, own, title)) return;
    this.#keepSession(
      row,
      { id: own, title, type, parent: row.raw('parent').slice(0, 200), year: row.raw('year').slice(0, 20) },
      row.raw('start'),
      row.raw('end'),
    );
  }

  #keepSession(row: Row, session: Pick<Session, 'id' | 'title' | 'type' | 'parent' | 'year'>, start: string, end: string): void {
    if (this.#sessions.size >= ROSTER_LIMITS.sessions) throw new RosterProblem('tooManyRows', { kind: 'sessions', max: ROSTER_LIMITS.sessions });
    const whole = { ...session, start: null, end: null, isEnded: isEnded(row.raw('status')), file: row.file, line: row.line };
    this.#sessions.set(session.id, { row, session: whole, start, end });
  }

  /** Parses dates once all of a file are known: together they show the order of days and months. */
  #settleSessions(): void {
    const order = slashOrderOf([...this.#sessions.values()].flatMap(({ start, end }) => [start, end]));
    for (const [own, { row, session, start, end }] of this.#sessions) {
      session.start = start === '' ? null : parseDay(start, order);
      session.end = end === '' ? null : parseDay(end, order);
      if (start !== '' && session.start === null) row.blame(row.has('start') ? 'start' : 'sessionStart', 'date');
      if (end !== '' && session.end === null) row.blame(row.has('end') ? 'end' : 'sessionEnd', 'date');
      if (session.start !== null && session.end !== null && session.start > session.end) row.blame(row.has('end') ? 'end' : 'sessionEnd', 'datesCross');
      if (this.#refuse('session', row, own, session.title)) this.#sessions.delete(own);
    }
  }

  #takeCourse(row: Row): void {
    const own = row.id('id');
    if (own === '' || this.#courses.has(own)) return; // a course is no row of its own here: its classes say what is wrong
    const [title, subject] = [row.text('title', TITLE_CHARACTERS), row.text('subject', TITLE_CHARACTERS)];
    const ended = isEnded(row.raw('status'));
    this.#courses.set(own, { title, subject, school: row.raw('school'), code: row.raw('code'), sessions: row.ids('sessions'), isEnded: ended, row });
  }

  #takeClass(row: Row): void {
    const own = this.#ownId(row, this.#classes);
    const courseId = row.raw('course');
    const course = this.#courses.get(courseId);
    if (courseId !== '' && !course && this.#courses.size > 0) row.note('course', 'courseUnknown');
    const title = row.text('title', TITLE_CHARACTERS) || course?.title || row.text('courseTitle', TITLE_CHARACTERS);
    if (title === '' && row.faults.length === 0) row.blame('title', 'required');
    const school = row.raw('school') || course?.school || '';
    if (school !== '' && !this.#isKnownSchool(school)) row.blame('school', 'schoolUnknown');
    const code = row.text('code', TITLE_CHARACTERS);
    // a course of ours repeats its class, so its title is not a subject
    const isOwnCourse = parseOwnId('course', courseId) !== null && course?.title === title;
    const courseTitle = isOwnCourse ? '' : course?.title || row.text('courseTitle', TITLE_CHARACTERS);
    const sessions = row.has('sessions') ? row.ids('sessions') : (course?.sessions ?? []);
    const sessionTitle = row.text('sessionTitle', 200);
    const [session] = sessions;
    if (session !== undefined && sessionTitle !== '' && !this.#sessions.has(session))
      this.#keepSession(row, { id: session, title: sessionTitle, type: 'term', parent: '', year: '' }, row.raw('sessionStart'), row.raw('sessionEnd'));
    const isTaken = !this.#refuse('class', row, own, title);
    if (own === '' || this.#classes.has(own)) return;
    this.#classes.set(own, {
      row: {
        ...{ id: own, title, code, room: row.text('room', TITLE_CHARACTERS), school, sessions, teachers: [] },
        subject: courseTitle || row.text('subject', TITLE_CHARACTERS),
        ...{ isEnded: isEnded(row.raw('status')), file: row.file, line: row.line },
      },
      ...{ isTaken, file: row.file, primary: null, members: new Map() },
    });
    for (const field of TEACHER_FIELDS) {
      const person = this.#teacherId(row.id(field));
      if (isTaken && person !== '') this.#namedTeachers.push({ row, field, classId: own, person });
    }
  }

  /** Assigns teachers to classes that name them, the first one as the owner, once all people are known. */
  #settleTeachers(): void {
    for (const { row, field, classId, person } of this.#namedTeachers) {
      const into = this.#classes.get(classId) as KnownClass;
      const known = this.#people.get(person);
      const externalId = `${classId} ${person}`;
      const place = { kind: 'member' as const, externalId, name: person, file: row.file, line: row.line };
      if (!known && this.#people.size > 0) this.#keepFault({ ...place, outcome: 'error', said: [row.said(field, 'personUnknown')] });
      else if (known && !known.isTaken) this.#keepFault({ ...place, outcome: 'not_taken', said: [row.said(field, 'personNotTaken')] });
      else {
        into.primary ??= person;
        this.#addMember(into, person, 'TEACHER', row, known);
      }
    }
  }

  /** Returns true for a school that the tables contain, or if there is no table of schools. */
  #isKnownSchool(school: string): boolean {
    return this.#schools.size === 0 || this.#schools.has(school) || this.#passedSchools.has(school);
  }

  /**
   * Returns the id of a teacher: if teachers are numbered separately from students, the same number means two people.
   */
  #teacherId(id: string): string {
    return id !== '' && COUNT_TEACHERS_APART.includes(this.#head.format) ? `teacher ${id}` : id;
  }

  /** Joins guardians with children. Files that name no tie at all end none, as empty tables do. */
  #settleGuardians(): void {
    if (!this.#guardians) return;
    const told = this.#tables.filter(({ shape, columns }) => shape.kind === 'relationship' || columns.has('agents'));
    const mode = told.every((table) => table.mode === 'bulk') ? 'bulk' : 'delta';
    this.#guardians.settle(this.#people, mode);
    if (this.#guardians.count > 0) this.#head.guardians = mode;
    else this.#head.remarks.push({ code: 'noGuardians', params: {} });
  }

  #takePerson(row: Row, fixed: Shape['role']): void {
    this.#guardians?.takeAgents(row);
    if (fixed === undefined && this.#guardians?.isGuardian(row)) return this.#guardians.takeGuardian(row, this.#nameOf(row));
    const own = this.#ownId(row, this.#people, (id) => (fixed === 'teacher' ? this.#teacherId(id) : id));
    const [first, last] = this.#nameOf(row);
    const { email, username } = this.#addressOf(row);
    const schools = row.ids('schools').filter((school) => !this.#passedSchools.has(school));
    if (schools.length > 0 && !schools.some((school) => this.#isKnownSchool(school))) row.blame('schools', 'schoolUnknown');
    const told = fixed ?? row.raw('role');
    const role = told === '' ? null : toClassRole(told);
    const name = `${first} ${last}`.trim();
    if (role === null && told !== '') row.blame('role', 'roleUnknown');
    const person = { id: own, schools: schools.filter((school) => this.#isKnownSchool(school)), username, email, first, last, notes: row.notes };
    const ended = isEnded(row.raw('status')) || (row.raw('enabled') !== '' && isEnded(row.raw('enabled')));
    let isTaken = !this.#refuse('person', row, own, name);
    if (isTaken && role === 'other') {
      row.blame('role', 'roleNotTaken');
      isTaken = !this.#refuse('person', row, own, name, 'not_taken');
    }
    if (own !== '' && !this.#people.has(own))
      this.#people.set(own, { ...person, role: role === 'other' ? null : role, isEnded: ended, isTaken, file: row.file, line: row.line });
  }

  #nameOf(row: Row): [string, string] {
    const whole = row.text('sortable', 200) || row.text('name', 200);
    const [first, last] = [row.text('first', NAME_CHARACTERS), row.text('last', NAME_CHARACTERS)];
    if (first !== '' || last !== '') return [first, last]; // a name of one word is a name
    if (whole.includes(',')) {
      const [family = '', given = ''] = whole.split(',').map((part) => part.trim());
      return [given, family];
    }
    if (whole !== '') return [whole.split(/\s+/).slice(0, -1).join(' '), whole.split(/\s+/).at(-1) ?? ''];
    if (row.has('first') && row.faults.length === 0) row.blame('first', 'required');
    else if (row.raw('username') !== '') row.note('username', 'nameFromUsername');
    return ['', row.text('username', NAME_CHARACTERS)];
  }

  /** Returns the address if the file has one, otherwise the user name from which it is derived. */
  #addressOf(row: Row): { email: string; username: string } {
    const told = row.raw('email') || (row.raw('username').includes('@') ? row.raw('username') : '');
    const email = told.normalize('NFKC').trim();
    const key = email.toLowerCase();
    if (email !== '' && !isEmail(email)) row.blame('email', 'email');
    const before = this.#emails.get(key);
    if (email !== '' && before !== undefined) row.blame('email', 'emailTwice', { line: before });
    if (email !== '' && before === undefined) this.#emails.set(key, row.line);
    const username = row.raw('username').slice(0, 200).toLowerCase();
    if (username !== '' && this.#usernames.has(username)) {
      // two people with the same derived address would become one
      if (email === '') row.blame('username', 'usernameTwice');
      else row.note('username', 'usernameTwice');
    }
    this.#usernames.add(username);
    if (row.raw('modified') !== '' && parseDay(row.raw('modified')) !== row.raw('modified').slice(0, 10)) row.note('modified', 'dateForm');
    return { email, username };
  }

  /** Reads a role row: OneRoster 1.2 lists people's roles and schools in a separate table. */
  #takeRole(row: Row): void {
    const person = this.#people.get(row.raw('person'));
    if (!person || isEnded(row.raw('status'))) return; // the person is reported as one without a role
    const role = toClassRole(row.raw('role'));
    const school = row.raw('school');
    if (role === null) row.blame('role', 'roleUnknown');
    if (this.#refuse('person', row, person.id, `${person.first} ${person.last}`.trim())) return;
    if (role !== 'TEACHER' && role !== 'STUDENT') return;
    const isPrimary = !['secondary', 'false'].includes(row.raw('primary').toLowerCase());
    if (person.role === null || isPrimary) person.role = role;
    if (school === '' || this.#passedSchools.has(school) || person.schools.includes(school) || !this.#isKnownSchool(school)) return;
    if (isPrimary) person.schools.unshift(school);
    else person.schools.push(school);
  }

  /** Derives roles from the memberships of classes, if a system gives nobody a role. */
  #settleRoles(): void {
    const roles = new Map<string, ClassRole>();
    for (const { members } of this.#classes.values())
      for (const [person, packed] of members)
        if ((packed & TEACHER) !== 0 || !roles.has(person)) roles.set(person, (packed & TEACHER) !== 0 ? 'TEACHER' : 'STUDENT');
    for (const person of this.#people.values()) {
      person.role ??= roles.get(person.id) ?? null;
      if (person.role !== null || !person.isTaken) continue;
      person.isTaken = false;
      const said: RowMessage = { column: '', value: '', code: 'noRole' };
      if (!person.isEnded)
        this.#faults.push({
          ...{ kind: 'person', outcome: 'not_taken', externalId: person.id, name: `${person.first} ${person.last}`.trim() },
          file: person.file,
          line: person.line,
          said: [said],
        });
    }
  }

  #takeMember(row: Row, fixed: Shape['role']): void {
    const own = row.has('id') ? this.#ownId(row, this.#memberIds) : '';
    if (own !== '') this.#memberIds.add(own);
    const [person, classId] = [row.id('person'), row.id('class') || this.#classOfCourse(row)];
    row.require('person');
    if (classId === '') row.blame(row.has('class') ? 'class' : 'course', 'required');
    const role = fixed === undefined ? toClassRole(row.raw('role')) : toClassRole(fixed);
    if (role === null) row.blame('role', row.raw('role') === '' ? 'required' : 'roleUnknown');
    this.#judgeDates(row);
    const known = this.#people.get(person);
    const isWholePeople = this.#head.modes.person === 'bulk' || (this.#head.format !== 'oneroster' && this.#people.size > 0);
    if (person !== '' && !known && isWholePeople) row.blame('person', 'personUnknown');
    const into = classId === '' ? undefined : this.#classAt(classId, row);
    if (this.#refuse('member', row, `${classId} ${person}`, known ? `${known.first} ${known.last}`.trim() : person)) return;
    if (role === 'other') row.blame('role', 'roleNotTaken');
    else if (known && !known.isTaken && known.role !== null) row.blame('person', 'personNotTaken');
    else if (into?.row && !into.isTaken) row.blame('class', 'classNotTaken');
    if (this.#refuse('member', row, `${classId} ${person}`, known ? `${known.first} ${known.last}`.trim() : person, 'not_taken')) return;
    if (into && role !== null && role !== 'other') this.#addMember(into, person, role, row, known);
  }

  #addMember(into: KnownClass, person: string, role: ClassRole, row: Row, known: KnownPerson | undefined): void {
    const hasEnded = isEnded(row.raw('status')) || known?.isEnded === true || into.row?.isEnded === true;
    const before = into.members.get(person);
    if (before === undefined) this.#memberCount += 1;
    if (this.#memberCount > ROSTER_LIMITS.members) throw new RosterProblem('tooManyRows', { kind: 'members', max: ROSTER_LIMITS.members });
    if (row.raw('primary').toLowerCase() === 'true' && role === 'TEACHER') into.primary ??= person;
    into.file = row.file;
    // a current membership takes precedence over others of the same person in the class, and a teacher's over a
    // student's
    const isLess = before !== undefined && (((before & ENDED) === 0 && hasEnded) || ((before & TEACHER) !== 0 && role === 'STUDENT'));
    if (!isLess) into.members.set(person, pack(row.line, role, hasEnded));
  }

  #judgeDates(row: Row): void {
    const days = ['begin', 'end'].map((field) => {
      const text = row.raw(field);
      const day = text === '' ? null : parseDay(text);
      if (text !== '' && day === null) row.blame(field, 'date');
      return day;
    });
    const [begin, end] = days;
    if (begin && end && begin > end && !/[/]/.test(row.raw('begin'))) row.blame('end', 'datesCross');
  }

  /** Returns the class of a row: without a section, the course itself. */
  #classOfCourse(row: Row): string {
    const courseId = row.raw('course');
    const course = this.#courses.get(courseId);
    if (courseId === '' || !course) return '';
    const own = `course ${courseId}`;
    if (!this.#classes.has(own)) {
      const { title, code, school, sessions, isEnded: ended, row: of } = course;
      const place = { file: of.file, line: of.line };
      const whole = {
        id: own,
        title: title || code || courseId,
        code: '',
        subject: title,
        room: '',
        school,
        sessions,
        teachers: [],
        isEnded: ended,
        ...place,
      };
      this.#classes.set(own, { row: whole, isTaken: true, file: row.file, primary: null, members: new Map() });
    }
    return own;
  }

  #classAt(classId: string, row: Row): KnownClass | undefined {
    const found = this.#classes.get(classId);
    if (found) return found;
    if (this.#tables.some(({ shape, mode }) => shape.kind === 'class' && (mode === 'bulk' || this.#head.format !== 'oneroster'))) {
      row.blame('class', 'classUnknown');
      return undefined;
    }
    if (this.#classes.size >= ROSTER_LIMITS.classes) throw new RosterProblem('tooManyRows', { kind: 'classes', max: ROSTER_LIMITS.classes });
    const unknown = { row: null, isTaken: true, file: row.file, primary: null, members: new Map() };
    this.#classes.set(classId, unknown);
    return unknown;
  }

  *#takenSessions(): Generator<Session> {
    for (const { session } of this.#sessions.values()) yield session;
  }

  *#takenPeople(): Generator<RosterPerson> {
    for (const { isTaken, role, ...person } of this.#people.values()) if (isTaken && role !== null) yield { ...person, role };
  }
}
