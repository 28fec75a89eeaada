import type { BriefResult } from '@classwright/contract/core/endpoint';
import type { gradeBook } from '@classwright/contract/class/gradebook/calls';
import type { GradedCell } from '@classwright/contract/class/submissions/calls';
import { type GradeCell, isOverdueNow, toHundredths } from '@classwright/rules/grading/figures';
import type { CellValue } from '../grade-outbox/index.ts';

/** The server's response about a class's gradebook. */
export type BookAnswer = Pick<BriefResult<typeof gradeBook>, 'gradebook' | 'students' | 'items'>;

export type { CellValue };

export interface Student {
  id: number;
  name: string;
  /** True for a former student of the class: their cells are read-only, and in no average. */
  hasLeft: boolean;
}

export interface Item {
  id: number;
  title: string;
  /** The due date as `2026-09-18`. */
  dueDate: string | null;
  /** The due time in milliseconds since 1970. */
  dueAt: number | null;
  periodDate: string | null;
  maxPoints: number | null;
  categoryId: number | null;
  isPosted: boolean;
  isMaterial: boolean;
  /** False when only its heading is loaded, and none of its cells. */
  isLoaded: boolean;
  /** The draft grades by student: hundredths of points, `NONE` for no grade. A million cells take four bytes each. */
  draft: Int32Array;
  /**
   * The states by student, as letters: not assigned `-`; created `c`, or `n` if it can never be overdue; turned in `t`,
   * late `T`; returned `r`, late `R`.
   */
  marks: Uint8Array;
  /** The returned grades that differ from what the letter and the draft imply. */
  assigned: Map<number, number | null>;
  excused: Set<number>;
  /** Students with a private note of the staff. */
  noted: Set<number>;
}

/** A class's gradebook in the server's state. */
export interface Book {
  head: BookAnswer['gradebook'];
  students: Student[];
  items: Item[];
  /** True when former students are included. */
  isWithLeft: boolean;
  /** True when the cells of all items are loaded. Before that, nothing is computed, filtered or tried out. */
  isWhole: boolean;
  /** The positions by id. */
  studentAt: ReadonlyMap<number, number>;
  itemAt: ReadonlyMap<number, number>;
}

export interface LoadedBook {
  book: Book;
  /** The request time by the monotonic clock: later saves are not included. */
  askedAt: number;
}

const NONE = -1;
const toGrade = (hundredths: number): number | null => (hundredths === NONE ? null : hundredths / 100);
const toCell = (grade: number | null): number => (grade === null ? NONE : toHundredths(grade));
const places = (rows: readonly { id: number }[]) => new Map(rows.map(({ id }, place) => [id, place]));

export function readBook({ gradebook, students, items }: BookAnswer, isWithLeft = false): Book {
  const people = students.columns;
  const works = items.columns;
  const listed = people.account_id.map((id, place) => ({
    id,
    name: `${people.first_name[place]} ${people.last_name[place]}`.trim(),
    hasLeft: people.has_left[place]!,
  }));
  const read = works.id.map((id, place): Item => {
    const due = works.due_at[place] ?? null;
    const letters = works.marks[place]!;
    const pairs = pairsOf(works.pairs[place]!, works.letters[place]!);
    const grades = pairs.length > 0 ? pairs.map(([draft]) => draft) : works.draft[place]!;
    // loops: with `from` and a function, a million cells block the page for a fifth of a second
    const marks = new Uint8Array(letters.length);
    for (let student = 0; student < letters.length; student++) marks[student] = letters.charCodeAt(student);
    const draft = new Int32Array(grades.length);
    for (let student = 0; student < grades.length; student++) draft[student] = toCell(grades[student] ?? null);
    return {
      id,
      title: works.title[place]!,
      dueDate: works.due_date[place] ?? null,
      dueAt: due === null ? null : Date.parse(due),
      periodDate: works.period_date[place] ?? null,
      maxPoints: works.maxPoints[place] ?? null,
      categoryId: works.category_id[place] ?? null,
      isPosted: works.state[place] === 'PUBLISHED',
      isMaterial: works.workType[place] === 'MATERIAL',
      isLoaded: letters.length === listed.length,
      draft,
      marks,
      assigned: pairs.length > 0 ? differingOf(pairs, marks) : new Map(works.assigned[place]),
      excused: new Set(works.excused[place]),
      noted: new Set(works.noted[place]),
    };
  });
  return {
    ...{ head: gradebook, students: listed, items: read, isWithLeft, isWhole: read.every(({ isLoaded }) => isLoaded) },
    ...{ studentAt: places(listed), itemAt: places(read) },
  };
}

type Pair = readonly [number | null, number | null];

/** Returns the draft and returned grade of each student: the item's pair at the position of the student's letter. */
function pairsOf(pairs: readonly Pair[], letters: string): Pair[] {
  return [...letters].map((letter) => {
    const code = letter.charCodeAt(0);
    return pairs[code - (code < 92 ? 35 : code < 127 ? 36 : 70)]!;
  });
}

/** Returns the grades that students see and that differ from what the letter and the draft imply. */
function differingOf(pairs: readonly Pair[], marks: Uint8Array): Map<number, number | null> {
  const differing = new Map<number, number | null>();
  for (const [student, [draft, assigned]] of pairs.entries()) if (assigned !== (isReturned(marks[student]!) ? draft : null)) differing.set(student, assigned);
  return differing;
}

/** Returns true when both have the same students at the same positions. */
const hasSameStudents = (one: Pick<Book, 'students'>, other: Pick<Book, 'students'>): boolean =>
  one.students.length === other.students.length && one.students.every(({ id }, place) => other.students[place]!.id === id);

/** Copies the cells of some items into the book. Returns their positions; null if the class has changed. */
export function putItems(book: Book, newer: Pick<Book, 'students' | 'items'>): number[] | null {
  if (!hasSameStudents(newer, book) || newer.items.some(({ id }) => !book.itemAt.has(id))) return null;
  return newer.items.map((item) => {
    const place = book.itemAt.get(item.id)!;
    const { isLoaded, draft, marks, assigned, excused, noted } = item;
    book.items[place] = { ...book.items[place]!, isLoaded, draft, marks, assigned, excused, noted };
    return place;
  });
}

/** Returns true when grades can be typed for the item. */
export const takesGrades = ({ maxPoints, isMaterial }: Item): boolean => maxPoints !== null && maxPoints > 0 && !isMaterial;

/** Returns true when the item can count in figures. */
export const counts = (item: Item): boolean => item.isPosted && takesGrades(item);

/** Counts items that are in no overall grade weighted by category. */
export function countWithoutCategory({ head, items }: Pick<Book, 'head' | 'items'>): number {
  const known = new Set<number | null>(head.settings.categories.map(({ category_id }) => category_id));
  return items.filter((item) => counts(item) && !known.has(item.categoryId)).length;
}

/** Returns the item as the rules need it. */
export const toGradeItem = ({ id, maxPoints, categoryId, dueAt, periodDate, isPosted, isMaterial }: Item) => ({
  ...{ id, maxPoints, categoryId, dueAt, periodDate },
  counts: isPosted && !isMaterial,
});

const NOTHING_KNOWN: GradeCell = { grade: null, isExcused: false, mark: '-' };

/** Returns the cell as the rules need it. */
export const toGradeCell = (item: Item, student: number): GradeCell =>
  item.isLoaded
    ? { grade: toGrade(item.draft[student]!), isExcused: item.excused.has(student), mark: String.fromCharCode(item.marks[student]!) }
    : NOTHING_KNOWN;

export const valueOf = ({ grade, isExcused }: Pick<GradeCell, 'grade' | 'isExcused'>): CellValue => (isExcused ? 'EX' : grade);

/** Returns a cell with a value typed over it. EX keeps the number. */
export const withValue = (cell: GradeCell, value: CellValue): GradeCell =>
  value === 'EX' ? { ...cell, isExcused: true } : { ...cell, grade: value, isExcused: false };

/** Returns the grade that the student sees. */
export function assignedOf(item: Item, student: number): number | null {
  const kept = item.assigned.get(student);
  if (kept !== undefined) return kept;
  return isReturned(item.marks[student]!) ? toGrade(item.draft[student]!) : null;
}
const isReturned = (letter: number): boolean => letter === 0x72 || letter === 0x52;

/** Applies the server's saved state to a cell whose item is loaded. */
export function putCell(item: Item, student: number, { draftGrade, assignedGrade, excused, state, late }: Omit<GradedCell, 'submissionId' | 'revision'>): void {
  item.draft[student] = toCell(draftGrade);
  // grading does not change if it can be overdue
  const before = String.fromCharCode(item.marks[student]!);
  const letter = state === 'CREATED' ? (before === 'n' ? 'n' : 'c') : state === 'TURNED_IN' ? 't' : 'r';
  item.marks[student] = (late ? letter.toUpperCase() : letter).charCodeAt(0);
  if (assignedGrade === (state === 'RETURNED' ? draftGrade : null)) item.assigned.delete(student);
  else item.assigned.set(student, assignedGrade);
  if (excused) item.excused.add(student);
  else item.excused.delete(student);
}

/** Returns a cell after a value was saved in it, if the server did not list it. */
export function cellAfter(item: Item, student: number, studentId: number, value: CellValue): GradedCell {
  const { grade, isExcused, mark } = withValue(toGradeCell(item, student), value);
  const state = mark === 't' || mark === 'T' ? 'TURNED_IN' : mark === 'r' || mark === 'R' ? 'RETURNED' : 'CREATED';
  return {
    ...{ submissionId: 0, account_id: studentId, courseWorkId: item.id, revision: 0, state, late: mark === 'T' || mark === 'R' },
    ...{ draftGrade: grade, assignedGrade: assignedOf(item, student), excused: isExcused },
  };
}

/** The status of a cell, as a code. */
export type Standing = 'unassigned' | 'excused' | 'submitted' | 'overdue' | 'late' | 'none';

/**
 * Returns the status of a cell to show in addition to its number. Late applies to submitted work, even with a grade.
 */
export function standingOf(item: Pick<Item, 'dueAt' | 'isPosted'>, cell: GradeCell, now: number): Standing {
  const { mark } = cell;
  if (mark === '-') return 'unassigned';
  if (cell.isExcused) return 'excused';
  if (mark === 'T' || mark === 'R') return 'late';
  if (cell.grade !== null) return 'none';
  if (mark === 't' || mark === 'r') return 'submitted';
  return item.isPosted && isOverdueNow(item, cell, now) ? 'overdue' : 'none';
}
