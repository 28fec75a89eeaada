import type { BriefResult } from '@classwright/contract/core/endpoint';
import type { gradeBook } from '@classwright/contract/class/gradebook/calls';
import type { GradedCell } from '@classwright/contract/class/submissions/calls';
import { type GradeCell, isOverdueNow, toHundredths } from '@classwright/rules/grading/figures';
import type { CellValue } from '../grade-outbox/index.ts';

/** What the server says of a class's gradebook. */
export type BookAnswer = Pick<BriefResult<typeof gradeBook>, 'gradebook' | 'students' | 'items'>;

export type { CellValue };

export interface Student {
  id: number;
  name: string;
  /** Of the class: what is there of theirs is only looked at, and is in no average. */
  hasLeft: boolean;
}

export interface Item {
  id: number;
  title: string;
  /** `2026-09-18` */
  dueDate: string | null;
  /** In milliseconds since 1970. */
  dueAt: number | null;
  periodDate: string | null;
  maxPoints: number | null;
  categoryId: number | null;
  isPosted: boolean;
  isMaterial: boolean;
  /** False: it is here by its head alone, and nothing is known of its cells. */
  isLoaded: boolean;
  /** By student: hundredths of points, `NONE` for no grade. A million cells take four bytes each. */
  draft: Int32Array;
  /** By student, as letters: not assigned `-`; created `c`, or `n` where it can never be overdue; turned in `t`, late `T`; returned `r`, late `R`. */
  marks: Uint8Array;
  /** Where what the student sees is not what the letter and the draft say. */
  assigned: Map<number, number | null>;
  excused: Set<number>;
  /** Students with a private note of the staff. */
  noted: Set<number>;
}

/** A class's gradebook as the server has it. */
export interface Book {
  head: BookAnswer['gradebook'];
  students: Student[];
  items: Item[];
  /** Students who have left were asked for too. */
  isWithLeft: boolean;
  /** The cells of all items are here. Nothing is reckoned, filtered or tried out before they are. */
  isWhole: boolean;
  /** Places by id. */
  studentAt: ReadonlyMap<number, number>;
  itemAt: ReadonlyMap<number, number>;
}

export interface LoadedBook {
  book: Book;
  /** By the steady counter: what was saved later is not in it. */
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
    // loops: by `from` and a function a million cells hold the page for a fifth of a second
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

/** Draft and returned grade of each student: among the pairs of an item that at the place of the student's letter. */
function pairsOf(pairs: readonly Pair[], letters: string): Pair[] {
  return [...letters].map((letter) => {
    const code = letter.charCodeAt(0);
    return pairs[code - (code < 92 ? 35 : code < 127 ? 36 : 70)]!;
  });
}

/** What students see where it is not what the letter and the draft say. */
function differingOf(pairs: readonly Pair[], marks: Uint8Array): Map<number, number | null> {
  const differing = new Map<number, number | null>();
  for (const [student, [draft, assigned]] of pairs.entries()) if (assigned !== (isReturned(marks[student]!) ? draft : null)) differing.set(student, assigned);
  return differing;
}

/** Whether what stands at places of the one stands there in the other. */
const hasSameStudents = (one: Pick<Book, 'students'>, other: Pick<Book, 'students'>): boolean =>
  one.students.length === other.students.length && one.students.every(({ id }, place) => other.students[place]!.id === id);

/** Puts the cells of some items where the book has these items. Returns their places; null: the class is another by now. */
export function putItems(book: Book, newer: Pick<Book, 'students' | 'items'>): number[] | null {
  if (!hasSameStudents(newer, book) || newer.items.some(({ id }) => !book.itemAt.has(id))) return null;
  return newer.items.map((item) => {
    const place = book.itemAt.get(item.id)!;
    const { isLoaded, draft, marks, assigned, excused, noted } = item;
    book.items[place] = { ...book.items[place]!, isLoaded, draft, marks, assigned, excused, noted };
    return place;
  });
}

/** Grades can be typed for it. */
export const takesGrades = ({ maxPoints, isMaterial }: Item): boolean => maxPoints !== null && maxPoints > 0 && !isMaterial;

/** Can count in figures. */
export const counts = (item: Item): boolean => item.isPosted && takesGrades(item);

/** Items that count in no overall grade that is weighted by category. */
export function countWithoutCategory({ head, items }: Pick<Book, 'head' | 'items'>): number {
  const known = new Set<number | null>(head.settings.categories.map(({ category_id }) => category_id));
  return items.filter((item) => counts(item) && !known.has(item.categoryId)).length;
}

/** What the rules ask of an item. */
export const toGradeItem = ({ id, maxPoints, categoryId, dueAt, periodDate, isPosted, isMaterial }: Item) => ({
  ...{ id, maxPoints, categoryId, dueAt, periodDate },
  counts: isPosted && !isMaterial,
});

const NOTHING_KNOWN: GradeCell = { grade: null, isExcused: false, mark: '-' };

/** What the rules ask of a cell. */
export const toGradeCell = (item: Item, student: number): GradeCell =>
  item.isLoaded
    ? { grade: toGrade(item.draft[student]!), isExcused: item.excused.has(student), mark: String.fromCharCode(item.marks[student]!) }
    : NOTHING_KNOWN;

export const valueOf = ({ grade, isExcused }: Pick<GradeCell, 'grade' | 'isExcused'>): CellValue => (isExcused ? 'EX' : grade);

/** What a cell becomes with a value typed over it. EX leaves the number where it is. */
export const withValue = (cell: GradeCell, value: CellValue): GradeCell =>
  value === 'EX' ? { ...cell, isExcused: true } : { ...cell, grade: value, isExcused: false };

/** What the student sees of the grade. */
export function assignedOf(item: Item, student: number): number | null {
  const kept = item.assigned.get(student);
  if (kept !== undefined) return kept;
  return isReturned(item.marks[student]!) ? toGrade(item.draft[student]!) : null;
}
const isReturned = (letter: number): boolean => letter === 0x72 || letter === 0x52;

/** Takes in what the server has saved of a cell whose item is loaded. */
export function putCell(item: Item, student: number, { draftGrade, assignedGrade, excused, state, late }: Omit<GradedCell, 'submissionId' | 'revision'>): void {
  item.draft[student] = toCell(draftGrade);
  // whether it can be overdue, grading does not change
  const before = String.fromCharCode(item.marks[student]!);
  const letter = state === 'CREATED' ? (before === 'n' ? 'n' : 'c') : state === 'TURNED_IN' ? 't' : 'r';
  item.marks[student] = (late ? letter.toUpperCase() : letter).charCodeAt(0);
  if (assignedGrade === (state === 'RETURNED' ? draftGrade : null)) item.assigned.delete(student);
  else item.assigned.set(student, assignedGrade);
  if (excused) item.excused.add(student);
  else item.excused.delete(student);
}

/** A cell as it is once a value was saved in it, where the server did not say so one by one. */
export function cellAfter(item: Item, student: number, studentId: number, value: CellValue): GradedCell {
  const { grade, isExcused, mark } = withValue(toGradeCell(item, student), value);
  const state = mark === 't' || mark === 'T' ? 'TURNED_IN' : mark === 'r' || mark === 'R' ? 'RETURNED' : 'CREATED';
  return {
    ...{ submissionId: 0, account_id: studentId, courseWorkId: item.id, revision: 0, state, late: mark === 'T' || mark === 'R' },
    ...{ draftGrade: grade, assignedGrade: assignedOf(item, student), excused: isExcused },
  };
}

/** How a cell stands, in words. */
export type Standing = 'unassigned' | 'excused' | 'submitted' | 'overdue' | 'late' | 'none';

/** What there is to say of a cell beside its number. Late is said of what was handed in, with a grade too. */
export function standingOf(item: Pick<Item, 'dueAt' | 'isPosted'>, cell: GradeCell, now: number): Standing {
  const { mark } = cell;
  if (mark === '-') return 'unassigned';
  if (cell.isExcused) return 'excused';
  if (mark === 'T' || mark === 'R') return 'late';
  if (cell.grade !== null) return 'none';
  if (mark === 't' || mark === 'r') return 'submitted';
  return item.isPosted && isOverdueNow(item, cell, now) ? 'overdue' : 'none';
}
