/** A message about a row: a catalog key under `rosters.said.`, and its place. */
export interface RowMessage {
  /** The name in the file. */
  column: string;
  value: string;
  code: string;
  params?: Record<string, string | number>;
}

export type Kind = 'school' | 'session' | 'person' | 'class' | 'member' | 'guardian' | 'tie';
export type ClassRole = 'TEACHER' | 'STUDENT';

interface Place {
  file: string;
  line: number;
}

/** A row that is not accepted, with the reason. */
export interface Fault extends Place {
  kind: Kind;
  outcome: 'error' | 'not_taken';
  externalId: string;
  name: string;
  said: RowMessage[];
}

export interface School extends Place {
  id: string;
  name: string;
}

export interface Session extends Place {
  id: string;
  title: string;
  type: 'schoolYear' | 'semester' | 'term' | 'gradingPeriod';
  start: string | null;
  end: string | null;
  parent: string;
  year: string;
  isEnded: boolean;
}

export interface RosterPerson extends Place {
  id: string;
  /** The schools in the file's order; empty if it names none. */
  schools: string[];
  role: ClassRole;
  username: string;
  email: string;
  first: string;
  last: string;
  /** True when it is to be deleted, or not enabled. */
  isEnded: boolean;
  notes: RowMessage[];
}

/** The relations that make somebody a guardian; a doctor or an aide of the school is none. */
export type Relation = 'parent' | 'guardian' | 'relative';

export interface RosterGuardian extends Place {
  id: string;
  /** Empty if the file has none. */
  email: string;
  first: string;
  last: string;
  isEnded: boolean;
  notes: RowMessage[];
}

/** A guardian of a child, both by their ids in the file. */
export interface RosterTie extends Place {
  child: string;
  guardian: string;
  relation: Relation;
  isEnded: boolean;
}

export interface RosterClass extends Place {
  id: string;
  title: string;
  /** The file's value for the section. */
  code: string;
  subject: string;
  room: string;
  school: string;
  sessions: string[];
  /** The current teachers, the main one first. */
  teachers: string[];
  isEnded: boolean;
}

/** A member of a class, as [person, role, true if the membership has ended, line]. */
export type MemberEntry = [person: string, role: ClassRole, isEnded: boolean, line: number];

/** Some of the members of a class; a large class comes in several parts. */
export interface ClassMembers {
  class: string;
  file: string;
  /** True for the last part of this class. */
  isLast: boolean;
  members: MemberEntry[];
}

/**
 * The completeness of a kind in a file: `bulk` is complete, so anything missing has ended; `delta` has only changes.
 */
export type Mode = 'bulk' | 'delta';

export interface Head {
  format: 'oneroster' | 'sds' | 'canvas' | 'clever' | 'powerschool' | 'mapped';
  version: string;
  /** The installation of this product that wrote the files; '' if another product wrote them, or it is unknown. */
  origin: string;
  modes: Record<'person' | 'member', Mode>;
  /** The completeness of the ties of guardians; null if the files name none, or guardians are not brought. */
  guardians: Mode | null;
  /** Remarks about data left out while reading: a catalog key under `rosters.remark.` and its parameters. */
  remarks: { code: string; params: Record<string, string | number> }[];
  /** The numbers of rows read, by kind. */
  rows: Partial<Record<Kind, number>>;
  /** The number of faults beyond those listed. */
  faultsUntold: number;
  /**
   * Ids in the file that are not accepted, which does not mean that they have ended. For a membership, the class and
   * the person.
   */
  refused: Record<'person' | 'class' | 'member' | 'guardian', string[]>;
}

/** A table whose columns are not mapped yet. */
export interface UnknownTable {
  file: string;
  /** The signature of its titles. */
  signature: string;
  columns: { title: string; sample: string }[];
  guess: TableMapping | null;
}

/** The meaning of a table's columns: the field by its title. */
export interface TableMapping {
  kind: 'school' | 'session' | 'course' | 'class' | 'person' | 'member' | 'ignore';
  role?: 'student' | 'teacher' | undefined;
  columns: Record<string, string>;
}

export type RosterBatch =
  | { kind: 'unknown'; tables: UnknownTable[] }
  | { kind: 'head'; head: Head }
  | { kind: 'schools'; rows: School[] }
  | { kind: 'sessions'; rows: Session[] }
  | { kind: 'people'; rows: RosterPerson[] }
  | { kind: 'classes'; rows: RosterClass[] }
  | { kind: 'members'; rows: ClassMembers[] }
  | { kind: 'guardians'; rows: RosterGuardian[] }
  | { kind: 'ties'; rows: RosterTie[] }
  | { kind: 'faults'; rows: Fault[] };
