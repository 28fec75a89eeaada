import { Link } from '@tanstack/react-router';
import { searchLink } from '../../../base/use-page-search.ts';
import type { Numbers } from './calls.ts';
import styles from './dashboards.module.css';
import type { Figure, ToRows } from './definitions.ts';
import { t } from '../../../base/t.ts';
import { numberText } from './words.ts';

/** Shows figures as a table: each number opens its rows, and is next to its meaning. */
export function FigureTable({ caption, figures, now, toRows }: { caption: string; figures: readonly Figure[]; now: Numbers; toRows: ToRows }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dashboards.figure')}</th>
          <th scope="col">{t('dashboards.number')}</th>
          <th scope="col" className={styles.what}>
            {t('dashboards.what')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, label, says }) => (
          <tr key={name}>
            <th scope="row">
              <Link {...searchLink(toRows(name))} data-figure={name}>
                {label}
              </Link>
            </th>
            <td>{numberText(now[name])}</td>
            <td className={styles.what}>{says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
