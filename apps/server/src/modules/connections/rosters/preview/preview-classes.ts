import { isOwnTermId, parseOwnId } from '@classwright/rules/sync/own-ids';
import type { Tx } from '../../../../platform/database/index.ts';
import { findClassPeople } from '../../../class/sources/index.ts';
import { type KnownCourse, type KnownLink, type KnownSchool, listClassRoles, listCourses, listKnownLinks, listLentIds } from '../known-queries.ts';
import type { RosterClass, RowMessage } from '../read/roster.ts';
import type { PeoplePreview } from './preview-people.ts';
import type { RowWriter } from './row-writer.ts';
import { isSameText } from './same-text.ts';
import type { SchoolBook } from './school-book.ts';

export const CLASS_FIELDS = ['name', 'section', 'subject', 'room'] as const;
export type ClassField = (typeof CLASS_FIELDS)[number];

/** The values of a class that both sides last agreed on. */
export interface ClassBase extends Partial<Record<ClassField, string>> {
  sessions?: string[];
}

/** The facts of a class that its members need. */
export interface ClassInfo {
  school: KnownSchool;
  name: string;
  /** The state. `waits`: it has no teacher yet. `other`: another source manages its people. */
  standing: 'new' | 'waits' | 'known' | 'other';
  linkId: number | null;
  /** The id in its source, which differs from the file's if the file has an id of ours. */
  externalId: string;
  course: KnownCourse | null;
}

/**
 * A class of the file that exists here: the id in its source, and the link; null if it is known by an id that we
 * issued.
 */
interface FoundClass {
  school: KnownSchool;
  courseId: number;
  externalId: string;
  link: KnownLink<ClassBase> | null;
  /** True when another roster source of the school uses this id, so the names must match too. */
  isLent: boolean;
}

/** Finds the classes of a file here, by the ids of their source or by ids that we issued. */
export class ClassesPreview {
  readonly #tx: Tx;
  readonly #writer: RowWriter;
  readonly #schools: SchoolBook;
  readonly #people: PeoplePreview;
  readonly #idsAreOurs: boolean;
  readonly #isOwnExport: boolean;
  readonly #classes = new Map<string, ClassInfo | null>();
  readonly #links = new Map<number, Map<string, KnownLink<ClassBase>>>();
  readonly #terms = new Map<number, ReadonlySet<string>>();

  constructor(means: { tx: Tx; writer: RowWriter; schools: SchoolBook; people: PeoplePreview; idsAreOurs: boolean; isOwnExport: boolean }) {
    this.#tx = means.tx;
    this.#writer = means.writer;
    this.#schools = means.schools;
    this.#people = means.people;
    this.#idsAreOurs = means.idsAreOurs;
    this.#isOwnExport = means.isOwnExport;
  }

  async linksOf(school: KnownSchool): Promise<Map<string, KnownLink<ClassBase>>> {
    const { sourceId } = school;
    if (sourceId === null) return new Map();
    const loaded = this.#links.get(sourceId) ?? new Map((await listKnownLinks<ClassBase>(this.#tx, sourceId, 'class')).map((link) => [link.externalId, link]));
    this.#links.set(sourceId, loaded);
    return loaded;
  }

  /** Returns a class of the file, or an earlier one of these schools. Null: not accepted. Undefined: there is none. */
  async find(id: string, schools: readonly KnownSchool[]): Promise<ClassInfo | null | undefined> {
    const found = this.#classes.get(id);
    if (found !== undefined) return found;
    for (const school of schools) {
      const [one] = await this.#findIn(school, [id], { withLent: false });
      if (!one) continue;
      const course = (await listCourses(this.#tx, [one.courseId])).get(one.courseId);
      if (!course || course.school_id !== school.id) continue;
      const follows = (await findClassPeople(this.#tx, [course.id])).get(course.id);
      const info = course.is_deleted ? null : toInfo(one, course, follows !== undefined && follows.sourceId !== school.sourceId);
      this.#classes.set(id, info);
      return info;
    }
    return undefined;
  }

  /** Returns the given ids that refer to existing classes of the school: by link, otherwise as ids that we issued. */
  async #findIn(school: KnownSchool, ids: readonly string[], { withLent }: { withLent: boolean }): Promise<(FoundClass & { id: string })[]> {
    const links = await this.linksOf(school);
    const lent = this.#isOwnExport && withLent ? await listLentIds(this.#tx, school, 'class', ids) : new Map<string, number>();
    const linkTo = new Map([...links.values()].flatMap((link) => (link.localId === null ? [] : [[link.localId, link] as const])));
    return ids.flatMap((id) => {
      const link = links.get(id);
      if (link && link.localId !== null) return [{ id, school, courseId: link.localId, externalId: id, link, isLent: false }];
      const own = this.#idsAreOurs ? parseOwnId('class', id) : null;
      const courseId = own ?? lent.get(id);
      if (courseId === undefined) return [];
      const other = linkTo.get(courseId) ?? null;
      return [{ id, school, courseId, externalId: other?.externalId ?? id, link: other, isLent: own === null }];
    });
  }

  async take(rows: readonly RosterClass[]): Promise<void> {
    const found = new Map<string, FoundClass>();
    const placed = Map.groupBy(rows, (row) => this.#schools.resolve([row.school]));
    for (const [school, ofSchool] of placed) {
      if (school === null || school === 'unknown') continue;
      const ids = ofSchool.map(({ id }) => id);
      for (const { id, ...one } of await this.#findIn(school, ids, { withLent: true })) found.set(id, one);
    }
    const courses = await listCourses(
      this.#tx,
      [...found.values()].map(({ courseId }) => courseId),
    );
    const follows = await findClassPeople(this.#tx, [...courses.keys()]);
    for (const row of rows) {
      const one = found.get(row.id);
      const course = one && courses.get(one.courseId);
      const isHere =
        one &&
        course &&
        course.school_id === one.school.id &&
        (one.link || isSameText(course.name, row.title) || (!one.isLent && (await this.#isTaughtBy(row, one, course))));
      if (!isHere) await this.#takeNew(row);
      else await this.#takeKnown(row, one, course, follows.has(course.id) && follows.get(course.id)?.sourceId !== one.school.sourceId);
    }
  }

  /**
   * Returns true when a teacher of a class in the file teaches it here: an id of ours with another title is the same
   * class renamed.
   */
  async #isTaughtBy({ teachers }: RosterClass, { school }: FoundClass, { id }: KnownCourse): Promise<boolean> {
    const roles = (await listClassRoles(this.#tx, [id])).get(id);
    for (const teacher of teachers) {
      const person = await this.#people.find(teacher, school);
      if (person && person.accountId !== null && roles?.get(person.accountId) === 'TEACHER') return true;
    }
    return false;
  }

  /** Returns the terms of a class in the file; null if there is no information, since it names only terms of ours. */
  async #sessionsOf({ sessions }: RosterClass, { sourceId }: KnownSchool): Promise<string[] | null> {
    if (!this.#idsAreOurs || !sessions.some(isOwnTermId)) return sessions;
    const known =
      this.#terms.get(sourceId ?? 0) ??
      new Set(sourceId === null ? [] : (await listKnownLinks(this.#tx, sourceId, 'term')).map(({ externalId }) => externalId));
    this.#terms.set(sourceId ?? 0, known);
    const named = sessions.filter((id) => !isOwnTermId(id) || known.has(id));
    return named.length > 0 ? named : null;
  }

  async #takeNew(row: RosterClass): Promise<void> {
    const school = this.#schools.resolve([row.school]);
    const base = { kind: 'class' as const, externalId: row.id, file: row.file, line: row.line, name: row.title, detail: row.code };
    const leave = async (outcome: 'error' | 'not_taken', said: RowMessage): Promise<void> => {
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
    this.#classes.set(row.id, { school, name: row.title, standing: hasTeacher ? 'new' : 'waits', linkId: null, externalId: row.id, course: null });
    await this.#writer.add({
      ...{ ...base, outcome: hasTeacher ? 'new' : 'waits', schoolId: school.id },
      fields: { ...fieldsOf(row), sessions: (await this.#sessionsOf(row, school)) ?? [], teachers },
      said: hasTeacher ? null : [{ column: '', value: '', code: 'noTeacher' }],
    });
  }

  async #takeKnown(row: RosterClass, found: FoundClass, course: KnownCourse, isOther: boolean): Promise<void> {
    const { school, link, externalId } = found;
    const agreed: ClassBase = link?.base ?? {};
    const place = { kind: 'class' as const, schoolId: school.id, externalId, file: row.file, line: row.line };
    const base = { ...place, name: course.name, detail: course.section, localId: course.id };
    if (course.is_deleted) {
      this.#classes.set(row.id, null);
      return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'classDeleted' }] });
    }
    this.#classes.set(row.id, toInfo(found, course, isOther));
    if (isOther && link) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'otherSource' }] });
    if (row.isEnded) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: 'status', value: '', code: 'classEnds' }] });
    const wanted = fieldsOf(row, course.section);
    const changes: Partial<Record<ClassField | 'sessions', { before: string | string[]; after: string | string[] }>> = {};
    const said: RowMessage[] = [];
    for (const field of CLASS_FIELDS) {
      const [before, ours, theirs] = [agreed[field], course[field], wanted[field]];
      if (theirs === before || isSameText(theirs, ours)) continue;
      if (before === undefined || ours === before) changes[field] = { before: ours, after: theirs };
      else said.push({ column: field, value: theirs, code: 'changedHere', params: { ours, before } });
    }
    const sessions = await this.#sessionsOf(row, school);
    if (sessions !== null && JSON.stringify(agreed.sessions ?? []) !== JSON.stringify(sessions))
      changes.sessions = { before: agreed.sessions ?? [], after: sessions };
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged && course.is_archived) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'classArchived' }] });
    if (isChanged && isOther) return this.#writer.add({ ...base, outcome: 'not_taken', said: [{ column: '', value: '', code: 'otherSource' }] });
    if (isChanged) return this.#writer.add({ ...base, outcome: 'changed', fields: { changes }, said });
    if (said.length > 0) return this.#writer.add({ ...base, outcome: 'not_taken', said });
    await this.#writer.same('class');
  }
}

const toInfo = ({ school, link, externalId }: FoundClass, course: KnownCourse, isOther: boolean): ClassInfo => ({
  ...{ school, name: course.name, standing: isOther ? 'other' : 'known', linkId: link?.id ?? null, externalId, course },
});

/** The maximum length of a section as people write it; a longer code is not meant for people. */
const SECTION_CHARACTERS = 25;
const fieldsOf = ({ title, code, subject, room }: RosterClass, section = ''): Record<ClassField, string> => ({
  ...{ name: title, section: code.length <= SECTION_CHARACTERS || isSameText(code, section) ? code : '', subject, room },
});
