import type { Row } from './row.ts';
import type { ClassRole, RosterClass, RosterPerson } from './roster.ts';

export interface Course {
  title: string;
  subject: string;
  school: string;
  code: string;
  sessions: string[];
  isEnded: boolean;
  row: Row;
}

export interface KnownPerson extends Omit<RosterPerson, 'role'> {
  role: ClassRole | null;
  /** True when it is in this file and accepted; otherwise the next field gives the reason. */
  isTaken: boolean;
}

export interface KnownClass {
  /** The class; null if it is not in this file. */
  row: RosterClass | null;
  isTaken: boolean;
  file: string;
  primary: string | null;
  /** The line, end and role of each membership, by person, packed into a number. */
  members: Map<string, number>;
}

export const ENDED = 2;
export const TEACHER = 1;
export const pack = (line: number, role: ClassRole, hasEnded: boolean): number => line * 4 + (hasEnded ? ENDED : 0) + (role === 'TEACHER' ? TEACHER : 0);

/** Yields the items in lists of at most `size`. */
export function* inPieces<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let piece: Item[] = [];
  for (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
