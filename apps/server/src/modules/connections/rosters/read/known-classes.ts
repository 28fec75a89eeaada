import type { ClassMembers, ClassRole, MemberEntry, RosterBatch, RosterClass } from './roster.ts';

/** The maximum number of possible owners of a class. */
const MOST_OWNERS = 20;
const MEMBERS_AT_ONCE = 2_000;

/** A class while a roster is read. */
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
/** Packs a membership into a number: its line, and whether it has ended and is a teacher's. */
export const pack = (line: number, role: ClassRole, hasEnded: boolean): number => line * 4 + (hasEnded ? ENDED : 0) + (role === 'TEACHER' ? TEACHER : 0);

/** Yields the accepted classes, each with its possible owners. */
export function* listTakenClasses(classes: ReadonlyMap<string, KnownClass>): Generator<RosterClass> {
  for (const { row, isTaken, primary, members } of classes.values()) {
    if (!row || !isTaken) continue;
    const teaching = [...members].filter(([, packed]) => (packed & (TEACHER | ENDED)) === TEACHER).map(([person]) => person);
    const ordered = primary !== null && teaching.includes(primary) ? [primary, ...teaching.filter((person) => person !== primary)] : teaching;
    yield { ...row, teachers: ordered.slice(0, MOST_OWNERS) };
  }
}

/** Yields the members of the accepted classes, in batches. */
export function* batchMembers(classes: ReadonlyMap<string, KnownClass>): Generator<RosterBatch> {
  let rows: ClassMembers[] = [];
  let count = 0;
  for (const [id, { file, members, isTaken }] of classes) {
    if (!isTaken || members.size === 0) continue;
    const entries: MemberEntry[] = [];
    for (const [person, packed] of members) entries.push([person, (packed & TEACHER) !== 0 ? 'TEACHER' : 'STUDENT', (packed & ENDED) !== 0, packed >> 2]);
    let left = entries.length;
    for (const piece of inPieces(entries, MEMBERS_AT_ONCE)) {
      left -= piece.length;
      rows.push({ class: id, file, isLast: left === 0, members: piece });
      count += piece.length;
      if (count < MEMBERS_AT_ONCE) continue;
      yield { kind: 'members', rows };
      [rows, count] = [[], 0];
    }
  }
  if (rows.length > 0) yield { kind: 'members', rows };
}

/** Yields items in pieces of at most `size`. */
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
