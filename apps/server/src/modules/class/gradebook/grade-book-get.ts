import { channels, gradeBook, gradeBookFilter } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, type AskedTable, implementLarge, type Implementation, readColumns, type TableText } from '../../../platform/http/index.ts';
import { currentSequence } from '../../../platform/live/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { epochAt, requireStaff } from '../classes/index.ts';
import { createAligner, HEAD_ALONE, type ItemJson, writeItem } from './cells.ts';
import { findGradebookClass, type GradebookClass } from './class-queries.ts';
import { computeItemAverages, computeStudentsFigures, toPlan } from './figures.ts';
import { type Asked, findSpans, periodIdsOf, toFilters, unfiltered } from './matrix.ts';
import { headsQuery, listItemCells, listItemIds, listStudents, type MatrixFilters, readPackedCells, type Reading, studentsQuery } from './matrix-queries.ts';

/** Returns the gradebook of a class: students, items, and the cells in columns. */
export function implementGradeBook(): Implementation[] {
  const source = async (db: Db, actor: Actor, asked: Asked) => {
    const courseId = asked.class;
    await requireStaff(db, actor, courseId);
    const course = await findGradebookClass(db, courseId, periodIdsOf(asked.marking_periods), { isMarked: true });
    if (!course) throw appError('NOT_FOUND');
    const filters = toFilters(asked, course);
    // Asked before students and cells are read, so that those are of this version or newer.
    const epoch = epochAt(course.now);
    const sequence = await currentSequence(db, channels.gradebook(courseId), epoch);
    // The mark changes with every commit. The number is included because the answer contains it: a page could not
    // continue from an old one.
    const version = asked.figures ? null : [epoch, sequence, course.mark, dependsOnTime(asked) ? course.now.getTime() : ''].join(' ');
    return {
      version,
      cells: countItems(asked, course.item_count) * course.student_count,
      head: async (tx: Db, pause: Reading['pause']) => ({ gradebook: await loadHead(tx, asked, { course, filters, room: { epoch, sequence }, pause }) }),
      tables: { students: studentsQuery(filters), items: (tx: Db, table: AskedTable) => readItems(tx, filters, table) },
    };
  };
  return [
    implementLarge(gradeBook, ({ tx, actor, input }) => source(tx, actor, input)),
    implementLarge(gradeBookFilter, async ({ tx, actor, input }) => ({ ...(await source(tx, actor, input)), version: null })),
  ];
}

const OF_CELLS = Object.keys(HEAD_ALONE) as (keyof ItemJson)[];

/** The columns of `headsQuery` that are read for the cells, in the answer or not. */
const FOR_CELLS = ['id', 'is_whole'] as const;

/**
 * Reads the items. The database writes the columns of their heads; the cells, which it has packed, are written here in
 * the order of the students, a block of items at a time.
 */
async function readItems(db: Db, filters: MatrixFilters, { columns, mostRows, before, pause }: AskedTable): Promise<TableText> {
  const heads = columns.filter((column) => !(column in HEAD_ALONE));
  const { rows, columns: read } = await readColumns(db, headsQuery(filters), [...new Set([...heads, ...FOR_CELLS])], mostRows);
  const table: TableText = { rows, columns: new Map(heads.map((column) => [column, read.get(column)!])) };
  if (rows > mostRows) return table;
  const [ids, areWhole] = FOR_CELLS.map((column) => JSON.parse(read.get(column)!)) as [number[], boolean[]];
  const students = JSON.parse(before.get('students')?.columns.get('account_id') ?? '[]') as number[];
  const align = createAligner(students);
  const withLetters = filters.withLetters ?? false;
  const turn = createTurns();
  const whole: ItemJson[] = [];
  const works = ids.filter((_, index) => areWhole[index]);
  for await (const packed of readPackedCells(db, works, { people: students.length, pause })) {
    whole.push(writeItem(align(packed), { withLetters }));
    await turn();
  }
  let at = 0;
  const written = areWhole.map((isWhole) => (isWhole ? whole[at++]! : HEAD_ALONE));
  for (const column of OF_CELLS) table.columns.set(column, `[${written.map((item) => item[column]).join(', ')}]`);
  return table;
}

/** Returns the maximum number of items with cells in an answer. */
function countItems({ columns, items }: Asked, itemCount: number): number {
  const inColumns = columns ? columns.to - columns.from + 1 : itemCount;
  return Math.min(itemCount, inColumns, items?.length ?? itemCount);
}

/** Returns true when time alone changes the result, as with overdue students. */
const dependsOnTime = ({ assignment_status }: Asked): boolean => assignment_status === 'Overdue';

interface Found {
  course: GradebookClass;
  filters: MatrixFilters;
  /** The position of the room of people who view the grades. It announces every grade and every turn-in. */
  room: { epoch: number; sequence: number };
  pause: Reading['pause'];
}

async function loadHead(tx: Db, asked: Asked, found: Found) {
  const { course, room } = found;
  const { id, now, next_due_at, is_archived, settings, periods, item_count, student_count, left_count } = course;
  return {
    course_id: id,
    courseid: id,
    as_of: now.toISOString(),
    next_due_at: next_due_at?.toISOString() ?? null,
    is_archived,
    settings,
    periods,
    item_count,
    student_count,
    left_count,
    room,
    ...(asked.figures ? await loadFigures(tx, asked, found) : { overall: null, mpg: null, averages: null }),
  };
}

/**
 * Computes the figures over the whole class, for the students that match the filters. Means are of people in the class.
 */
async function loadFigures(tx: Db, asked: Asked, { course, filters, pause }: Found) {
  const { settings, periods, now, id } = course;
  const all = { ...unfiltered(id), withLeft: asked.left ?? false };
  const everybody = await listStudents(tx, all);
  const items = await listItemCells(
    tx,
    all,
    everybody.map(({ account_id }) => account_id),
    pause,
  );
  const plan = toPlan({ settings, items, spans: findSpans(asked.marking_periods, periods) });
  const { overall, mpg, averages } = await computeStudentsFigures(plan, items, everybody, now);
  const wanted = new Set((await listStudents(tx, filters)).map(({ account_id }) => account_id));
  const ofWanted = <T>(list: readonly T[]): T[] => list.filter((_, place) => wanted.has(everybody[place]!.account_id));
  const shown = await listItemIds(tx, filters);
  const averageOf = new Map(computeItemAverages(items, everybody).map((average, place) => [items[place]!.id, average]));
  return { overall: ofWanted(overall), mpg: mpg.map(ofWanted), averages: { ...averages, items: shown.map((id) => averageOf.get(id) ?? null) } };
}
