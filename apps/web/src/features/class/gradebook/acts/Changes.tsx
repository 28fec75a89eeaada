import { useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { pointsText } from '../numbers.ts';
import styles from './acts.module.css';
import type { NamedItem, NamedStudent } from './scope.ts';
import { t } from './t.ts';

/** Rows that are shown at first, and more at a time: of 20,000 the dialog stays as quick as of 100. */
const ROWS_AT_ONCE = 100;

type Value = number | 'EX' | null;
const valueText = (value: Value): string => (value === null ? '–' : value === 'EX' ? 'EX' : pointsText(value));

/** What an old and a new value are headed. */
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
    /** What students saw before and after. */
    returned_from?: readonly Value[];
    returned_to?: readonly Value[];
  };
  /** Of the grades, and where it is told of what students saw. */
  heads: readonly [Heads] | readonly [Heads, Heads];
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  /** They are of one grade, whose item and student are known. */
  isCell?: boolean;
  /** The caption stands above already, and is there for screen readers alone. */
  hidesCaption?: boolean;
}

/** What grades become, or became: student, item, old and new; and where it is told, what the student saw. */
export function Changes({ caption, changes, heads, items, students, isCell = false, hidesCaption = false }: ChangesProps) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const names = new Map(students.map(({ id, name }) => [id, name]));
  const { returned_from = [], returned_to = [] } = changes;
  const count = changes.to.length;
  const ofGrades = { ...heads[0], from: changes.from, to: changes.to };
  const isSeen = heads[1] !== undefined && returned_to.some((to, index) => to !== returned_from[index]);
  // a return alone leaves every grade as it is
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
