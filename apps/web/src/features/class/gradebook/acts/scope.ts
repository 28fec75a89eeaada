import type { Selected } from '../selected.ts';

/** An item of the gradebook, as acts need it. */
export interface NamedItem {
  id: number;
  title: string;
}
export interface NamedStudent {
  id: number;
  name: string;
}

/** The items and students that a dialog can choose from. */
export interface Choosable {
  /** The items that can have grades. */
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  /** The ids left by the filters. */
  shownItems: readonly number[];
  shownStudents: readonly number[];
  /** The selection in the sheet, or the view on a phone, at the time when the dialog opened. */
  selected: Selected;
}

/** The scope of an act: the selection, or items and students: `all`, `shown`, or an id as text. */
export interface Scope {
  isSelection: boolean;
  item: string;
  student: string;
}

/** The cells of a scope: each of its items for each of its students. */
export interface ScopeCells {
  items: number[];
  students: number[];
  /** The number of selected items that cannot have grades, since they are not posted. */
  leftOut: number;
  /** The number of items hidden by the filters. */
  hiddenItems: number;
  hiddenStudents: number;
}

const startOf = (all: readonly unknown[], shown: readonly unknown[]): string => (shown.length > 0 && shown.length < all.length ? 'shown' : 'all');

/** Returns the initial scope of a dialog: the selection, otherwise what is shown. */
export function firstScope({ items, students, shownItems, shownStudents, selected }: Choosable): Scope {
  const isThere = (list: readonly { id: number }[], id: number | undefined) => id !== undefined && list.some((one) => one.id === id);
  return {
    isSelection: selected?.kind === 'cells',
    item: selected?.kind === 'item' && isThere(items, selected.id) ? String(selected.id) : startOf(items, shownItems),
    student: selected?.kind === 'student' && isThere(students, selected.id) ? String(selected.id) : startOf(students, shownStudents),
  };
}

function pick(chosen: string, all: readonly { id: number }[], shown: readonly number[]): number[] {
  if (chosen === 'all') return all.map(({ id }) => id);
  return chosen === 'shown' ? [...shown] : [Number(chosen)];
}

export function cellsOf({ isSelection, item, student }: Scope, { items, students, shownItems, shownStudents, selected }: Choosable): ScopeCells {
  if (isSelection && selected?.kind === 'cells') {
    const known = new Set(items.map(({ id }) => id));
    const posted = selected.items.filter((id) => known.has(id));
    return { items: posted, students: [...selected.students], leftOut: selected.items.length - posted.length, hiddenItems: 0, hiddenStudents: 0 };
  }
  const chosen = { items: pick(item, items, shownItems), students: pick(student, students, shownStudents) };
  const hidden = (ids: readonly number[], shown: readonly number[]): number => {
    const seen = new Set(shown);
    return ids.filter((id) => !seen.has(id)).length;
  };
  return { ...chosen, leftOut: 0, hiddenItems: hidden(chosen.items, shownItems), hiddenStudents: hidden(chosen.students, shownStudents) };
}

interface Columns<Value> {
  course_work_id: readonly number[];
  account_id: readonly number[];
  from: readonly Value[];
  to: readonly Value[];
}

/** Sorts changes as in the gradebook: by item, then by name. */
export function inOrder<Value>({ course_work_id, account_id, from, to }: Columns<Value>, { items, students }: Pick<Choosable, 'items' | 'students'>) {
  const itemAt = new Map(items.map(({ id }, place) => [id, place]));
  const studentAt = new Map(students.map(({ id }, place) => [id, place]));
  const placeOf = (index: number): number =>
    (itemAt.get(course_work_id[index]!) ?? items.length) * (students.length + 1) + (studentAt.get(account_id[index]!) ?? students.length);
  const order = to
    .map((_, index) => ({ index, place: placeOf(index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ index }) => index);
  const of = <Kind>(column: readonly Kind[]): Kind[] => order.map((index) => column[index]!);
  return { course_work_id: of(course_work_id), account_id: of(account_id), from: of(from), to: of(to) };
}
