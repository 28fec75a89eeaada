import type { BookAnswer } from '../book.ts';

interface ItemOf {
  id?: number;
  title?: string;
  due?: string | null;
  points?: number | null;
  category?: number | null;
  state?: 'PUBLISHED' | 'DRAFT';
  workType?: BookAnswer['items']['columns']['workType'][number];
  draft?: (number | null)[];
  marks?: string;
  assigned?: [number, number | null][];
  pairs?: [number | null, number | null][];
  letters?: string;
  excused?: number[];
  noted?: number[];
}

const STUDENTS = ['Amara Diallo', 'Ben Whitaker', 'Elif Yılmaz'] as const;

/** Two works assigned to everyone: one graded and returned, one to be graded. */
const ITEMS: readonly ItemOf[] = [
  { title: 'Charge and current', due: '2026-09-18', draft: [32, 50, 43], marks: 'rrr' },
  { title: 'Simple circuits', due: '2099-11-20', draft: [33, null, null], marks: 'ctc' },
];

/** The same book with one student, by place, who has left the class. */
export function withLeft(answer: BookAnswer, place: number): BookAnswer {
  answer.students.columns.has_left[place] = true;
  return { ...answer, gradebook: { ...answer.gradebook, left_count: 1, student_count: answer.students.rows - 1 } };
}

/**
 * The same book as the response to a call for some items' cells, by place. The other items have only heads, or are left
 * out.
 */
export function partOf(answer: BookAnswer, isAsked: (place: number) => boolean, { withHeads = true }: { withHeads?: boolean } = {}): BookAnswer {
  const { columns, rows } = answer.items;
  const places = [...Array(rows).keys()].filter((place) => withHeads || isAsked(place));
  const pick = <Value>(values: readonly Value[]): Value[] => places.map((place) => values[place]!);
  const cells = <Value>(values: readonly Value[], none: Value): Value[] => places.map((place) => (isAsked(place) ? values[place]! : none));
  const { draft, marks, assigned, pairs, letters, excused, noted, ...heads } = columns;
  const headsOf = Object.fromEntries(Object.entries(heads).map(([name, values]) => [name, pick<unknown>(values)])) as typeof heads;
  return {
    ...answer,
    items: {
      rows: places.length,
      columns: {
        ...headsOf,
        draft: cells(draft, []),
        marks: cells(marks, ''),
        assigned: cells(assigned, []),
        pairs: cells(pairs, []),
        letters: cells(letters, ''),
        excused: cells(excused, []),
        noted: cells(noted, []),
      },
    },
  };
}

/** A class's gradebook as the server sends it. Each test passes in what it is about. */
export function answerOf(items: readonly ItemOf[] = ITEMS, head: Partial<BookAnswer['gradebook']> = {}, students: readonly string[] = STUDENTS): BookAnswer {
  const full = items.map((item, place) => ({
    id: 11 + place,
    title: `Item ${place + 1}`,
    due: '2026-09-18' as string | null,
    points: 50 as number | null,
    category: null as number | null,
    state: 'PUBLISHED' as 'PUBLISHED' | 'DRAFT',
    workType: 'ASSIGNMENT' as NonNullable<ItemOf['workType']>,
    draft: students.map(() => null as number | null),
    marks: 'c'.repeat(students.length),
    assigned: [] as [number, number | null][],
    pairs: [] as [number | null, number | null][],
    letters: '',
    excused: [] as number[],
    noted: [] as number[],
    ...item,
  }));
  const column = <Value>(of: (item: (typeof full)[number]) => Value): Value[] => full.map(of);
  return {
    gradebook: {
      course_id: 3,
      courseid: 3,
      as_of: new Date().toISOString(),
      next_due_at: null,
      is_archived: false,
      settings: { calculation_type: 'TOTAL_POINTS', show_grade: true, exclude_missing: false, categories: [] },
      periods: [],
      item_count: full.length,
      student_count: students.length,
      left_count: 0,
      room: { epoch: 1, sequence: 0 },
      overall: null,
      mpg: null,
      averages: null,
      ...head,
    },
    students: {
      rows: students.length,
      columns: {
        account_id: students.map((_, place) => 101 + place),
        first_name: students.map((name) => name.split(' ')[0]!),
        last_name: students.map((name) => name.split(' ')[1] ?? ''),
        has_left: students.map(() => false),
      },
    },
    items: {
      rows: full.length,
      columns: {
        id: column(({ id }) => id),
        title: column(({ title }) => title),
        due_date: column(({ due }) => due),
        dueTime: column(() => null),
        due_at: column(({ due }) => (due === null ? null : `${due}T22:59:59.000Z`)),
        period_date: column(({ due, state }) => due ?? (state === 'PUBLISHED' ? '2026-09-01' : null)),
        maxPoints: column(({ points }) => points),
        category_id: column(({ category }) => category),
        workType: column(({ workType }) => workType),
        state: column(({ state }) => state),
        assessment_id: column(() => null),
        draft: column(({ draft }) => draft),
        marks: column(({ marks }) => marks),
        assigned: column(({ assigned }) => assigned),
        pairs: column(({ pairs }) => pairs),
        letters: column(({ letters }) => letters),
        excused: column(({ excused }) => excused),
        noted: column(({ noted }) => noted),
      },
    },
  };
}
