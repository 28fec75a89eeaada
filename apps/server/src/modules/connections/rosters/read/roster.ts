/** Something to say about a row: a key of the catalogue under `rosters.said.` and where it is. */
export interface Said {
  /** As the file calls it. */
  column: string;
  value: string;
  code: string;
  params?: Record<string, string | number>;
}

export type Kind = 'school' | 'session' | 'person' | 'class' | 'member';
export type ClassRole = 'TEACHER' | 'STUDENT';

interface Place {
  file: string;
  line: number;
}

/** A row that is not taken, and why. */
export interface Fault extends Place {
  kind: Kind;
  outcome: 'error' | 'not_taken';
  externalId: string;
  name: string;
  said: Said[];
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
  /** In the file's order; none where it says nothing. */
  schools: string[];
  role: ClassRole;
  username: string;
  email: string;
  first: string;
  last: string;
  /** To be deleted, or not enabled. */
  isEnded: boolean;
  notes: Said[];
}

export interface RosterClass extends Place {
  id: string;
  title: string;
  /** What the file has in the place of a section. */
  code: string;
  subject: string;
  room: string;
  school: string;
  sessions: string[];
  /** Who teaches it now, its own teacher first. */
  teachers: string[];
  isEnded: boolean;
}

/** Somebody in a class, as [person, role, whether the place has ended, line]. */
export type MemberEntry = [person: string, role: ClassRole, isEnded: boolean, line: number];

/** Some of those in a class; a large class comes in several. */
export interface ClassMembers {
  class: string;
  file: string;
  /** No more of this class come. */
  isLast: boolean;
  members: MemberEntry[];
}

/** How much of a kind a file has: `bulk` all there is, so what is missing has ended; `delta` what has changed. */
export type Mode = 'bulk' | 'delta';

export interface Head {
  format: 'oneroster' | 'sds' | 'canvas' | 'clever' | 'powerschool' | 'mapped';
  version: string;
  /** The installation of this product that wrote the files; '': another product wrote them, or they do not say. */
  origin: string;
  modes: Record<'person' | 'member', Mode>;
  /** What was left out while reading: a key of the catalogue under `rosters.remark.` and its parameters. */
  remarks: { code: string; params: Record<string, string | number> }[];
  /** Rows read, by kind. */
  rows: Partial<Record<Kind, number>>;
  /** Faults beyond those that are told one by one. */
  faultsUntold: number;
  /** What is in the file and not taken: it has not ended for that. Of a place in a class the class and the person. */
  refused: Record<'person' | 'class' | 'member', string[]>;
}

/** A table whose columns nobody has said the meaning of. */
export interface UnknownTable {
  file: string;
  /** Of its titles. */
  signature: string;
  columns: { title: string; sample: string }[];
  guess: TableMapping | null;
}

/** What the columns of a table mean: the field by its title. */
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
  | { kind: 'faults'; rows: Fault[] };
