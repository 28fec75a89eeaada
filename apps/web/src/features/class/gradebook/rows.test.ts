import { expect, test } from 'vitest';
import { readBook, toGradeCell } from './book.ts';
import { chooseItems, choosePeriods, toColumns } from './columns.ts';
import { isMatch, sortPlaces } from './rows.ts';
import { parseGradebookSearch } from './search.ts';
import { answerOf } from './testing/answer.ts';

const NOW = Date.parse('2026-10-01T12:00:00Z');
const period = (id: number, start_date: string, end_date: string) => ({ id, name: `Period ${id}`, start_date, end_date });
const KNOWN = [period(1, '2026-09-01', '2026-10-15'), period(2, '2026-10-10', '2026-12-20'), period(3, '2027-01-07', '2027-03-01')];
const keys = (asked: string[] | undefined, today = '2026-10-12') => choosePeriods(KNOWN, asked, today).map(({ key }) => key);

test('[K180] marking periods that contain today are chosen at first, in the address several can be, and none', () => {
  expect(keys(undefined)).toEqual(['1', '2']);
  expect(keys(undefined, '2026-12-25')).toEqual([]);
  expect(keys(['2', '3'])).toEqual(['2', '3']);
  expect(keys(['none'])).toEqual([]);
  expect(keys(['99'])).toEqual([]);
  expect(choosePeriods(KNOWN, ['2026-09-01..2026-09-30'], '2026-10-12')).toEqual([
    { key: '2026-09-01..2026-09-30', name: null, start: '2026-09-01', end: '2026-09-30' },
  ]);
  expect(keys(['2026-09-30..2026-09-01'])).toEqual([]);
});

const { items } = readBook(
  answerOf([
    { title: 'a', due: '2026-09-18', category: 7 },
    { title: 'b', due: '2026-10-15' },
    { title: 'c', due: '2026-12-01', category: 7 },
    { title: 'd', due: null },
  ]),
);
const titles = (filters: Parameters<typeof chooseItems>[1]) => chooseItems(items, filters).map((place) => items[place]!.title);

test('[K177] [K244] period, due date and category choose columns; both days count, and work without a due date drops out by date', () => {
  expect(titles({ periods: [] })).toEqual(['a', 'b', 'c', 'd']);
  expect(titles({ periods: choosePeriods(KNOWN, ['1'], '') })).toEqual(['a', 'b', 'd']);
  expect(titles({ periods: [], dates: ['2026-10-15'] })).toEqual(['b']);
  expect(titles({ periods: [], dates: ['2026-09-18', '2026-10-15'] })).toEqual(['a', 'b']);
  expect(titles({ periods: [], category: 7 })).toEqual(['a', 'c']);
  expect(titles({ periods: [], category: 0 })).toEqual(['b', 'd']);
});

test('[K171] columns are the name, the overall grade, one per chosen period with its items, one per item', () => {
  const columns = toColumns({ items }, choosePeriods(KNOWN, ['1', '2'], ''), [0, 1]);
  expect(columns.map(({ key }) => key)).toEqual(['name', 'overall', 'period-1', 'period-2', 'item-11', 'item-12']);
  expect(columns.flatMap((column) => (column.kind === 'period' ? [column.itemCount] : []))).toEqual([3, 2]);
});

test('[K176] [K178] [K179] a cell is graded or not, submitted, overdue or late, and in a range of percent with both ends, exact', () => {
  const { items: graded } = readBook(
    answerOf([{ points: 3, due: '2026-09-18', draft: [1, null, null, 2, null], marks: 'crcT-', excused: [1] }], {}, ['A A', 'B B', 'C C', 'D D', 'E E']),
  );
  const item = graded[0]!;
  const matching = (filters: Parameters<typeof isMatch>[2]) => [0, 1, 2, 3, 4].filter((student) => isMatch(item, toGradeCell(item, student), filters, NOW));
  expect(matching({ grade_status: 'Grade' })).toEqual([0, 3]);
  expect(matching({ grade_status: 'Ungraded' })).toEqual([2]);
  expect(matching({ assignment_status: 'Submitted' })).toEqual([1, 3]);
  expect(matching({ assignment_status: 'Late' })).toEqual([3]);
  expect(matching({ assignment_status: 'Overdue' })).toEqual([0, 2]);
  expect(matching({ grade_start: 33.33 })).toEqual([0, 3]);
  expect(matching({ grade_start: 33.34 })).toEqual([3]);
  expect(matching({ grade_end: 33.33 })).toEqual([]);
  expect(matching({ grade_end: 33.34 })).toEqual([0]);
});

test('what has no value stands at the end in both directions, and equals keep their order', () => {
  const values = [3, null, 1, 3];
  const at = (place: number) => values[place] ?? null;
  expect(sortPlaces([0, 1, 2, 3], at, false)).toEqual([2, 0, 3, 1]);
  expect(sortPlaces([0, 1, 2, 3], at, true)).toEqual([0, 3, 2, 1]);
});

test('an address says filters by the names of the calls, and what it does not know is left out', () => {
  expect(
    parseGradebookSearch({
      marking_periods: ['2', 3],
      date_range: ['2026-10-02', '2026-09-01', '2026-01-01'],
      grade_start: 0,
      grade_end: '92,5',
      grade_status: 'Grade',
      assignment_status: 'late',
      category: '0',
      sort: 'item-8',
      direction: 'desc',
    }),
  ).toEqual({
    ...{ marking_periods: ['2', '3'], date_range: ['2026-09-01', '2026-10-02'], grade_start: 0, grade_end: 92.5, grade_status: 'Grade' },
    ...{ category: 0, sort: 'item-8', direction: 'desc' },
  });
  expect(parseGradebookSearch({ grade_start: -1, grade_end: 'much', category: 'x' })).toEqual({});
});
