import { useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { pointsText } from '../numbers.ts';
import styles from './acts.module.css';
import type { NamedItem, NamedStudent } from './scope.ts';
import { t } from '../../../../base/t.ts';

/**
 * The number of rows shown at first, and added each time, so that the dialog is as quick with 20,000 rows as with 100.
 */
const ROWS_AT_ONCE = 100;

type Value = number | 'EX' | null;
const valueText = (value: Value): string => (value === null ? '–' : value === 'EX' ? 'EX' : pointsText(value));

/** The headings of old and new values. */
export interface Heads {
  old: string;
  new: string;
}

export interface ChangesProps {
  caption: string;
  changes: {
    course_work_id: readonly number[];
    account_id: readonly number[];
    from: readonly Value[];
    to: readonly Value[];
    /** The values that students saw before; the next field has those after. */
    returned_from?: readonly Value[];
    returned_to?: readonly Value[];
  };
  /** The headings for grades, and optionally those for what students saw. */
  heads: readonly [Heads] | readonly [Heads, Heads];
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  /** True when the changes are of one grade, whose item and student are known. */
  isCell?: boolean;
  /** True when the caption is visible above already, so that it is only for screen readers. */
  hidesCaption?: boolean;
}

/** Shows past or future changes of grades: student, item, old and new; and, if given, what the student saw. */
export function Changes({ caption, changes, heads, items, students, isCell = false, hidesCaption = false }: ChangesProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const names = new Map(students.map(({ id, name }) => [id, name]));
  const { returned_from = [], returned_to = [] } = changes;
  const count = changes.to.length;
  const ofGrades = { ...heads[0], from: changes.from, to: changes.to };
  const isSeen = heads[1] !== undefined && returned_to.some((to, index) => to !== returned_from[index]);
  // a return alone changes no grade
  const isGraded = !isSeen || changes.to.some((to, index) => to !== changes.from[index]);
  const pairs = [...(isGraded ? [ofGrades] : []), ...(isSeen ? [{ ...heads[1]!, from: returned_from, to: returned_to }] : [])];
  return (
    <div className={styles.changes} data-cell={isCell || undefined} role="group" aria-label={caption} tabIndex={0}>
      <table>
        <caption className={hidesCaption ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {!isCell && (
              <>
                <th scope="col">{t('acts.student')}</th>
                <th scope="col">{t('acts.item')}</th>
              </>
            )}
            {pairs.flatMap((pair) => [
              <th key={pair.old} scope="col" data-align="end">
                {pair.old}
              </th>,
              <th key={pair.new} scope="col" data-align="end">
                {pair.new}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {changes.to.slice(0, most).map((_, index) => (
            <tr key={index}>
              {!isCell && (
                <>
                  <th scope="row" dir="auto">
                    {names.get(changes.account_id[index] ?? 0) ?? '–'}
                  </th>
                  <td dir="auto">{titles.get(changes.course_work_id[index] ?? 0) ?? '–'}</td>
                </>
              )}
              {pairs.flatMap(({ old, new: after, from, to }) => [
                <td key={old} data-align="end">
                  {valueText(from[index] ?? null)}
                </td>,
                <td key={after} data-align="end">
                  {valueText(to[index] ?? null)}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
      {count > most && (
        <Button size="s" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          {t('acts.moreRows', { more: Math.min(ROWS_AT_ONCE, count - most), count: count - most })}
        </Button>
      )}
    </div>
  );
}
