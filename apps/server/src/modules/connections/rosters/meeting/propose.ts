import { type Meeting as Proposal, type MeetingClass, proposeMeetings } from '@classwright/rules/sync/meet';
import type { Db } from '../../../../platform/database/index.ts';
import { listClassRoles } from '../known-queries.ts';
import { type Candidate, listMeetingMembers, listTermsOf, listTermTitles, type Meeting, type MeetingMember, type MeetingRow } from './queries.ts';

/** Returns the source of a school's rosters; null before its first roster was applied. */
export type SourceOf = (schoolId: number) => number | null;

/** Returns the facts of a class that a person sees when they decide. When these change, the person is asked again. */
export const looksOf = ({ name, section }: Pick<Candidate, 'name' | 'section'>): string => `${name}\n${section}`;

/** Returns the state and decision about a roster's class; without an entry it is new. */
export const meetingOf = ({ fields }: MeetingRow): Meeting => fields.meeting ?? { decision: 'new', proposal: null, chosen: null };

/** Returns the people of a roster's classes, by the ids of the classes. */
export const membersOf = async (tx: Db, importId: number, rows: readonly MeetingRow[]): Promise<Map<string, MeetingMember[]>> =>
  Map.groupBy(
    await listMeetingMembers(
      tx,
      importId,
      rows.map(({ external_id }) => external_id),
    ),
    ({ within_id }) => within_id,
  );

type Role = 'TEACHER' | 'STUDENT';
const ofRole = (people: Iterable<readonly [number | null, Role | null]>, wanted: Role): Set<number> =>
  new Set([...people].flatMap(([id, role]) => (id !== null && role === wanted ? [id] : [])));

/** Proposes one of our classes for each class of a source, by its id there; each of ours is used at most once. */
export async function proposeAmong(db: Db, there: readonly MeetingClass<string>[], candidates: readonly Candidate[]): Promise<Map<string, Proposal>> {
  if (there.length === 0 || candidates.length === 0) return new Map();
  const ids = candidates.map(({ id }) => id);
  const roles = await listClassRoles(db, ids);
  const terms = await listTermsOf(db, ids);
  const here = candidates.map(({ id, name, section }): MeetingClass<number> => {
    const people = roles.get(id) ?? new Map<number, Role>();
    return { id, name, code: section, teachers: ofRole(people, 'TEACHER'), students: ofRole(people, 'STUDENT'), terms: terms.get(id) ?? [] };
  });
  return proposeMeetings(there, here);
}

/** Returns the class of ours that each of these roster classes may be, by the number of its row. */
export async function proposeFor(
  { tx, importId, sourceOf }: { tx: Db; importId: number; sourceOf: SourceOf },
  rows: readonly MeetingRow[],
  candidates: readonly Candidate[],
): Promise<Map<number, NonNullable<Meeting['proposal']>>> {
  if (rows.length === 0 || candidates.length === 0) return new Map();
  const sources = [...new Set(rows.map(({ school_id }) => sourceOf(school_id)))].filter((id) => id !== null);
  const titles = await listTermTitles(tx, importId, sources);
  const members = await membersOf(tx, importId, rows);
  const there = rows.map(({ number, external_id, fields, detail }): MeetingClass<string> => {
    const people = (members.get(external_id) ?? []).map(({ local_id, role }) => [local_id, role] as const);
    return {
      ...{ id: String(number), name: fields.name, code: detail || fields.section, teachers: ofRole(people, 'TEACHER'), students: ofRole(people, 'STUDENT') },
      terms: fields.sessions.flatMap((id) => titles.get(id) ?? []),
    };
  });
  const byId = new Map(candidates.map((one) => [one.id, one]));
  return new Map(
    [...(await proposeAmong(tx, there, candidates))].map(([number, { courseId, by, isSure }]) => [
      Number(number),
      { courseId, by, isSure, looks: looksOf(byId.get(courseId) as Candidate) },
    ]),
  );
}
