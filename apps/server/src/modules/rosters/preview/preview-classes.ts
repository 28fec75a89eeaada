import type { Tx } from '../../../platform/database/index.ts';
import { findClassPeople } from '../../sources/index.ts';
import { type KnownCourse, type KnownLink, type KnownSchool, listCourses, listKnownLinks } from '../known-queries.ts';
import type { RosterClass, Said } from '../read/roster.ts';
import type { PeoplePreview } from './preview-people.ts';
import type { RowWriter } from './row-writer.ts';
import type { SchoolBook } from './school-book.ts';

export const CLASS_FIELDS = ['name', 'section', 'subject', 'room'] as const;
export type ClassField = (typeof CLASS_FIELDS)[number];

/** What both sides last agreed on about a class. */
export interface ClassBase extends Partial<Record<ClassField, string>> {
  sessions?: string[];
}

/** A class for whoever looks at who is in it. */
export interface ClassInfo {
  school: KnownSchool;
  name: string;
  /** `waits`: nobody teaches it yet. `other`: its people follow another source. */
  standing: 'new' | 'waits' | 'known' | 'other';
  linkId: number | null;
  course: KnownCourse | null;
}

/** Which classes of a file are here, by the ids that their source knows them by: never by name. */
export class ClassesPreview {
  readonly #tx: Tx;
  readonly #writer: RowWriter;
  readonly #schools: SchoolBook;
  readonly #people: PeoplePreview;
  readonly #classes = new Map<string, ClassInfo | null>();
  readonly #links = new Map<number, Map<string, KnownLink<ClassBase>>>();

  constructor(tx: Tx, writer: RowWriter, schools: SchoolBook, people: PeoplePreview) {
    this.#tx = tx;
    this.#writer = writer;
    this.#schools = schools;
    this.#people = people;
  }

  async linksOf(school: KnownSchool): Promise<Map<string, KnownLink<ClassBase>>> {
    const { sourceId } = school;
    if (sourceId === null) return new Map();
    const loaded = this.#links.get(sourceId) ?? new Map((await listKnownLinks<ClassBase>(this.#tx, sourceId, 'class')).map((link) => [link.externalId, link]));
    this.#links.set(sourceId, loaded);
    return loaded;
  }

  /** A class of the file, or of before in one of these schools. Null: not taken. Undefined: there is none. */
  async find(id: string, schools: readonly KnownSchool[]): Promise<ClassInfo | null | undefined> {
    const found = this.#classes.get(id);
    if (found !== undefined) return found;
    for (const school of schools) {
      const link = (await this.linksOf(school)).get(id);
      if (!link || link.localId === null) continue;
      const course = (await listCourses(this.#tx, [link.localId])).get(link.localId);
      const info = course && !course.is_deleted ? await this.#infoOf(school, course, link) : null;
      this.#classes.set(id, info);
      return info;
    }
    return undefined;
  }

  async #infoOf(school: KnownSchool, course: KnownCourse, link: Pick<KnownLink, 'id'>): Promise<ClassInfo> {
    const follows = (await findClassPeople(this.#tx, [course.id])).get(course.id);
    return { school, name: course.name, standing: follows && follows.sourceId !== school.sourceId ? 'other' : 'known', linkId: link.id, course };
  }

  async take(rows: readonly RosterClass[]): Promise<void> {
    const known = new Map<RosterClass, { school: KnownSchool; link: KnownLink<ClassBase> }>();
    for (const row of rows) {
      const school = this.#schools.resolve([row.school]);
      if (school === null || school === 'unknown') continue;
      const link = (await this.linksOf(school)).get(row.id);
      if (link && link.localId !== null) known.set(row, { school, link });
    }
    const courses = await listCourses(
      this.#tx,
      [...known.values()].map(({ link }) => link.localId as number),
    );
    const follows = await findClassPeople(this.#tx, [...courses.keys()]);
    for (const row of rows) {
      const found = known.get(row);
      const course = found && courses.get(found.link.localId as number);
      if (!found || !course) await this.#takeNew(row);
      else {
        const isOther = follows.get(course.id) !== undefined && follows.get(course.id)?.sourceId !== found.school.sourceId;
        await this.#takeKnown(row, found.school, found.link, course, isOther);
      }
    }
  }

  async #takeNew(row: RosterClass): Promise<void> {
    const school = this.#schools.resolve([row.school]);
    const base = { kind: 'class' as const, externalId: row.id, file: row.file, line: row.line, name: row.title, detail: row.section };
    const leave = async (outcome: 'error' | 'not_taken', said: Said): Promise<void> => {
      this.#classes.set(row.id, null);
      await this.#writer.add({ ...base, outcome, schoolId: null, said: [said] });
    };
    if (school === 'unknown') return leave('not_taken', { column: 'school', value: row.school, code: 'schoolNotTaken' });
    if (school === null) return leave('error', { column: 'school', value: '', code: 'schoolNeeded' });
    if (row.isEnded) {
      this.#classes.set(row.id, null);
      return this.#writer.same('class');
    }
    const teachers: string[] = [];
    for (const id of row.teachers) {
      const person = await this.#people.find(id, school);
      if (person && person.role === 'TEACHER' && person.schoolId === school.id) teachers.push(id);
    }
    const hasTeacher = teachers.length > 0;
    this.#classes.set(row.id, { school, name: row.title, standing: hasTeacher ? 'new' : 'waits', linkId: null, course: null });
    await this.#writer.add({
      ...{ ...base, outcome: hasTeacher ? 'new' : 'waits', schoolId: school.id },
      fields: { ...fieldsOf(row), sessions: row.sessions, teachers },
      said: hasTeacher ? null : [{ column: '', value: '', code: 'noTeacher' }],
    });
  }

  async #takeKnown(row: RosterClass, school: KnownSchool, link: KnownLink<ClassBase>, course: KnownCourse, isOther: boolean): Promise<void> {
    const base = {
      kind: 'class' as const,
      schoolId: school.id,
      externalId: row.id,
      file: row.file,
      line: row.line,
      name: course.name,
      detail: course.section,
      localId: course.id,
    };
    if (course.is_deleted) {
      this.#classes.set(row.id, null);
      return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'classDeleted' }] });
    }
    this.#classes.set(row.id, { school, name: course.name, standing: isOther ? 'other' : 'known', linkId: link.id, course });
    if (isOther) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'otherSource' }] });
    if (row.isEnded) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: 'status', value: '', code: 'classEnds' }] });
    const wanted = fieldsOf(row);
    const changes: Partial<Record<ClassField | 'sessions', { before: string | string[]; after: string | string[] }>> = {};
    const said: Said[] = [];
    for (const field of CLASS_FIELDS) {
      const [before, ours, theirs] = [link.base[field], course[field], wanted[field]];
      if (theirs === before || theirs === ours) continue;
      if (before === undefined || ours === before) changes[field] = { before: ours, after: theirs };
      else said.push({ column: field, value: theirs, code: 'changedHere', params: { ours, before } });
    }
    if (JSON.stringify(link.base.sessions ?? []) !== JSON.stringify(row.sessions)) changes.sessions = { before: link.base.sessions ?? [], after: row.sessions };
    if (Object.keys(changes).length > 0) return this.#writer.add({ ...base, outcome: 'changed', fields: { changes }, said });
    if (said.length > 0) return this.#writer.add({ ...base, outcome: 'not_taken', said });
    this.#writer.same('class');
  }
}

const fieldsOf = ({ title, section, subject, room }: RosterClass): Record<ClassField, string> => ({ name: title, section, subject, room });
