import { dayOf } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { t } from '../../../base/t.ts';
import { PaperOnDemand, PrintHead } from '../../../ui/print/PrintHead.tsx';
import type { Course } from '../classes/index.ts';
import { standingOf, valueOf } from './book.ts';
import type { SheetColumn } from './columns.ts';
import type { GradebookState } from './gradebook-state.ts';
import styles from './GradebookPaper.module.css';
import type { Shown } from './use-rows.ts';
import { dueText, figureText, percentText, pointsText, standingText, valueText } from './words.ts';

/** The columns of grades that fit on a page across. */
const COLUMNS_OF_PAGE = 12;

interface GradebookPaperProps {
  course: Course;
  grades: GradebookState;
  shown: Shown;
  /** The position of the student who is printed alone; null for all rows. */
  student: number | null;
}

/** The gradebook on paper: the rows and columns that are shown, all of them, with the names of students on each page. */
export function GradebookPaper({ course, grades, shown, student }: GradebookPaperProps) {
  return (
    <PaperOnDemand className={styles.paper}>
      {() => {
        if (student !== null) return <StudentSheet course={course} grades={grades} shown={shown} student={student} />;
        const columns = shown.columns.filter(({ kind }) => kind !== 'name');
        const pages = Array.from({ length: Math.ceil(columns.length / COLUMNS_OF_PAGE) }, (_, index) =>
          columns.slice(index * COLUMNS_OF_PAGE, (index + 1) * COLUMNS_OF_PAGE),
        );
        return pages.map((page, index) => (
          <section key={index} className={styles.page}>
            <PrintHead />
            <h1 dir="auto">{inOneLine([course.name, t('class.tab.gradebook'), dayOf(Date.now())])}</h1>
            <Page columns={page} grades={grades} rows={shown.rows} />
          </section>
        ));
      }}
    </PaperOnDemand>
  );
}

function Page({ columns, grades, rows }: { columns: readonly SheetColumn[]; grades: GradebookState; rows: readonly number[] }) {
  const averages = grades.classAverages();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('sheet.studentName')}</th>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              <HeadOf column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((student) => {
          const figures = grades.figuresOf(student);
          return (
            <tr key={student}>
              <th scope="row" dir="auto">
                {grades.current.students[student]?.name}
              </th>
              {columns.map((column) => (
                <td key={column.key}>
                  {column.kind === 'overall'
                    ? percentText(figures?.overall ?? null)
                    : column.kind === 'period'
                      ? figureText(figures?.periods[column.place] ?? null)
                      : column.kind === 'item' && gradeText(grades, column, student)}
                </td>
              ))}
            </tr>
          );
        })}
        <tr>
          <th scope="row">{t('sheet.average')}</th>
          {columns.map((column) => (
            <td key={column.key}>
              {column.kind === 'overall'
                ? percentText(averages?.overall ?? null)
                : column.kind === 'period'
                  ? figureText(averages?.periods[column.place] ?? null)
                  : column.kind === 'item' && figureText(grades.itemAverage(column.place))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/** A student's grades on paper, for staff: the figures, and a line for each item that is shown. */
function StudentSheet({ course, grades, shown, student }: GradebookPaperProps & { student: number }) {
  const figures = grades.figuresOf(student);
  const items = shown.columns.filter((column) => column.kind === 'item');
  return (
    <section>
      <PrintHead />
      <h1 dir="auto">{inOneLine([grades.current.students[student]?.name, course.name, dayOf(Date.now())])}</h1>
      <p>
        {shown.columns.map((column) =>
          column.kind === 'overall' || column.kind === 'period' ? (
            <span key={column.key} className={styles.figure}>
              <HeadOf column={column} />:{' '}
              <b>{column.kind === 'overall' ? percentText(figures?.overall ?? null) : figureText(figures?.periods[column.place] ?? null)}</b>
            </span>
          ) : null,
        )}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('sheet.item')}</th>
            <th scope="col">{t('sheet.due')}</th>
            <th scope="col">{t('sheet.grade')}</th>
            <th scope="col">{t('sheet.points')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((column) => (
            <tr key={column.key}>
              <th scope="row" dir="auto" className={styles.item}>
                {column.item.title}
              </th>
              <td>{dueText(column.item)}</td>
              <td>{gradeText(grades, column, student)}</td>
              <td>{column.item.maxPoints === null ? t('sheet.nothing') : pointsText(column.item.maxPoints)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function HeadOf({ column }: { column: SheetColumn }) {
  if (column.kind === 'overall') return t('sheet.overall');
  if (column.kind === 'period') return column.period.name ?? `${column.period.start} – ${column.period.end}`;
  if (column.kind === 'name') return null;
  const { title, maxPoints } = column.item;
  return (
    <>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <small>{inOneLine([dueText(column.item), maxPoints === null ? '' : t('sheet.outOf', { points: pointsText(maxPoints) })])}</small>
    </>
  );
}

/** Returns a grade, with the word for it where it has one: "46 Late". */
function gradeText(grades: GradebookState, { place, item }: Extract<SheetColumn, { kind: 'item' }>, student: number): string {
  const seen = grades.seen(place, student);
  if (!seen.isLoaded) return '…';
  const standing = standingOf(item, seen, grades.now());
  const value = valueText(valueOf(seen));
  return standing === 'none' || value === 'EX' ? value || t('sheet.nothing') : `${value} ${standingText(standing)}`.trim();
}
