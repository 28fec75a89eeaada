import type { RewardPointView } from '@classwright/contract/school/rewards/calls';
import { dayOf } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import styles from './rewards.module.css';
import { t } from '../../../base/t.ts';

/** Formats points as "+5" or "−10". */
const signed = (points: number): string => new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero' }).format(points);
export const inFigures = (points: number): string => new Intl.NumberFormat(locale()).format(points);

/** Returns the columns for number, type, points and time. `first`: the number of the first row of the page. */
export function pointColumns(rows: readonly RewardPointView[], first: number): Column<RewardPointView>[] {
  return [
    {
      key: 'number',
      header: t('rewards.number'),
      nowrap: true,
      card: 'hidden',
      cell: ({ id }) => first + rows.findIndex((row) => row.id === id),
    },
    {
      key: 'type',
      header: t('rewards.type'),
      heading: true,
      cell: ({ type, reason }) => (
        <span className={styles.stack}>
          {type}
          {reason !== '' && <small dir="auto">{reason}</small>}
        </span>
      ),
    },
    { key: 'points', header: t('rewards.points'), align: 'end', nowrap: true, cell: ({ points }) => <span className={styles.points}>{signed(points)}</span> },
    { key: 'at', header: t('rewards.when'), nowrap: true, cell: ({ at }) => <time dateTime={at}>{dayOf(at)}</time> },
  ];
}
