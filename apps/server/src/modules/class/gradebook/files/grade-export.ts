import type { Readable } from 'node:stream';
import { type AskedPeriod, gradeBookExport, type GradeBookPeriod, type GradeFileSeparator, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { toFileName } from '../../../../platform/file-name.ts';
import { FileAnswer, implement, type Implementation, pointsOf } from '../../../../platform/http/index.ts';
import { type CellValue, CSV_TYPE, writeCsv, writeWorkbook, XLSX_TYPE } from '../../../../platform/spreadsheets/index.ts';
import { requireStaff } from '../../classes/index.ts';
import { findGradebookClass, type GradebookClass } from '../class-queries.ts';
import { toPlan } from '../figures.ts';
import { findSpans, periodIdsOf, toFilters, unfiltered } from '../matrix.ts';
import { listRosterIds } from '../../../people/accounts/index.ts';
import { type ExportItem, listExportItems, listExportStudents, listNotedItems } from './export-queries.ts';
import { readExportRows } from './export-rows.ts';

/** The number of student columns before the figures. */
const STUDENT_COLUMNS = 4;
const WIDTHS = [12, 28, 20, 20];

/**
 * Exports a class's gradebook as a spreadsheet that its import can read, written as it is read. The export is recorded
 * in the audit trail.
 */
export function implementGradeExport({ t }: { t: Translate<MessageKey> }): Implementation {
  return implement(gradeBookExport, async ({ tx: db, main, actor, input, requestId, charge }) => {
    await requireStaff(db, actor, input.class);
    const course = await findGradebookClass(db, input.class, periodIdsOf(input.marking_periods));
    if (!course) throw appError('NOT_FOUND');
    charge(pointsOf(course.item_count * course.student_count));
    const spans = findSpans(input.marking_periods, course.periods);
    const withArchived = input.with.includes('archived');
    const withLeft = input.with.includes('left');
    const wanted = {
      ...(input.scope === 'all' ? unfiltered(course.id) : toFilters({ ...input, columns: undefined, items: undefined, figures: undefined }, course)),
      withArchived,
      withLeft,
    };
    const counted = await listExportItems(db, unfiltered(course.id));
    const columns = input.scope === 'all' && !withArchived ? counted : await listExportItems(db, wanted);
    const students = await listExportStudents(db, wanted);
    const withNote = input.with.includes('notes')
      ? await listNotedItems(
          db,
          columns.map(({ id }) => id),
          students.map(({ account_id }) => account_id),
        )
      : new Set<number>();
    const rosterIds = await listRosterIds(
      db,
      students.map(({ account_id }) => account_id),
    );
    const noted = columns.filter(({ id }) => withNote.has(id));
    const after = { ...input, students: students.length, items: columns.length };
    await inTransaction(main, (tx) => audit(tx, actor, { action: gradeBookExport.name, subjectType: 'course', subjectId: course.id, after, requestId }));
    const plan = toPlan({ settings: course.settings, items: counted, spans });
    const leftWord = withLeft ? t('gradeFiles.left') : null;
    const isWholeClass = course.student_count > 0 && students.filter(({ has_left }) => !has_left).length === course.student_count;
    const rows = readExportRows(db, {
      courseId: course.id,
      now: course.now,
      students,
      plan,
      columns,
      noted,
      averageWord: isWholeClass ? t('gradeFiles.average') : null,
      leftWord,
      rosterIds,
    });
    const heads = headsOf(course, { columns, noted, withLeft, withRoster: rosterIds.size > 0, periods: namesOf(input.marking_periods, course.periods) }, t);
    const content =
      input.format === 'csv'
        ? writeCsvFile(heads, rows, input.separator)
        : writeXlsxFile(heads, rows, { name: t('gradeFiles.sheet'), wordColumns: noted.length + Number(withLeft) + Number(rosterIds.size > 0) });
    const name = `grades-${toFileName(course.name)}-${course.now.toISOString().slice(0, 10)}.${input.format}`;
    return new FileAnswer({ name, type: input.format === 'csv' ? CSV_TYPE : XLSX_TYPE, content, people: students.map(({ account_id }) => account_id) });
  });
}

/** Returns the names of the requested marking periods. Two days without a period are named by their dates. */
function namesOf(asked: readonly AskedPeriod[] = [], periods: readonly GradeBookPeriod[]): string[] {
  const known = new Map(periods.map(({ id, name }) => [id, name]));
  return asked.map((one) => (typeof one === 'number' ? (known.get(one) ?? '') : `${one.start_date} – ${one.end_date}`));
}

interface Columns {
  columns: readonly ExportItem[];
  noted: readonly ExportItem[];
  withLeft: boolean;
  withRoster: boolean;
  periods: readonly string[];
}

function headsOf({ id, name, now }: GradebookClass, { columns, noted, withLeft, withRoster, periods }: Columns, t: Translate<MessageKey>): CellValue[][] {
  const figures = [t('gradeFiles.head.overall'), ...periods.map((period) => t('gradeFiles.head.period', { name: period }))];
  const before = Array.from({ length: STUDENT_COLUMNS - 1 + figures.length }, () => '');
  return [
    [t('gradeFiles.head.class'), name, id],
    [t('gradeFiles.head.asOf'), now.toISOString()],
    [
      t('gradeFiles.head.id'),
      t('gradeFiles.head.email'),
      t('gradeFiles.head.last'),
      t('gradeFiles.head.first'),
      ...figures,
      ...columns.map(({ title }) => title),
      ...noted.map(({ title }) => t('gradeFiles.head.note', { title })),
      ...(withLeft ? [t('gradeFiles.head.left')] : []),
      ...(withRoster ? [t('dashboard.column.rosterId')] : []),
    ],
    [t('gradeFiles.head.itemId'), ...before, ...columns.map((item) => item.id)],
    [t('gradeFiles.head.points'), ...before, ...columns.map(({ maxPoints }) => maxPoints ?? '')],
  ];
}

function writeXlsxFile(
  heads: readonly CellValue[][],
  rows: AsyncIterable<CellValue[]>,
  { name, wordColumns }: { name: string; wordColumns: number },
): Readable {
  const titles = heads[2] ?? [];
  const columns = titles.map((title, place) => ({
    title: String(title),
    width: WIDTHS[place] ?? 12,
    takesNumbers: place >= STUDENT_COLUMNS && place < titles.length - wordColumns,
  }));
  return writeWorkbook([{ name, columns, heads, frozenColumns: STUDENT_COLUMNS, rows }]);
}

function writeCsvFile(heads: readonly CellValue[][], rows: AsyncIterable<CellValue[]>, separator: GradeFileSeparator): Readable {
  const format = separator === 'semicolon' ? ({ separator: ';', decimal: ',' } as const) : ({ separator: ',', decimal: '.' } as const);
  return writeCsv(join(heads, rows), format);
}

async function* join(heads: readonly CellValue[][], rows: AsyncIterable<CellValue[]>): AsyncGenerator<CellValue[]> {
  yield* heads;
  yield* rows;
}
