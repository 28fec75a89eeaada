import { pointsText } from '../numbers.ts';
import styles from './acts.module.css';
import type { NamedItem, NamedStudent } from './named.ts';
import { t } from './t.ts';

/** Rows that are shown of very many. */
const MOST_ROWS = 100;

type Value = number | 'EX' | null;
const valueText = (value: Value): string => (value === null ? '–' : value === 'EX' ? 'EX' : pointsText(value));

interface ChangesProps {
  caption: string;
  changes: { course_work_id: readonly number[]; account_id: readonly number[]; from: readonly Value[]; to: readonly Value[] };
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
}

/** What grades become, or became: student, item, old and new. */
export function Changes({ caption, changes, items, students }: ChangesProps) {
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const names = new Map(students.map(({ id, name }) => [id, name]));
  const count = changes.to.length;
  return (
    <div className={styles.changes}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('acts.student')}</th>
            <th scope="col">{t('acts.item')}</th>
            <th scope="col" data-align="end">
              {t('acts.old')}
            </th>
            <th scope="col" data-align="end">
              {t('acts.new')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.to.slice(0, MOST_ROWS).map((to, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {names.get(changes.account_id[index] ?? 0) ?? '–'}
              </th>
              <td dir="auto">{titles.get(changes.course_work_id[index] ?? 0) ?? '–'}</td>
              <td data-align="end">{valueText(changes.from[index] ?? null)}</td>
              <td data-align="end">{valueText(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > MOST_ROWS && <p>{t('acts.more', { count: count - MOST_ROWS })}</p>}
    </div>
  );
}
