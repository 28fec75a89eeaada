import { Letter } from '../plain/Letter.tsx';
import { MathText } from '../rich-text/MathText.tsx';
import { t } from '../../base/t.ts';
import styles from './charts.module.css';
import { countText, percentOf, totalBefore, totalOf } from './marks.ts';
import type { BarsProps } from './Bars.tsx';

/** The figures of a chart as a table. `heading` names the rows ("Response"), `count` the numbers. */
export function ChartTable({
  items,
  whole = totalOf(items),
  rest,
  beforeLabel,
  heading,
  count,
  caption,
}: BarsProps & { heading: string; count: string; caption: string }) {
  const wholeBefore = beforeLabel === undefined ? null : totalBefore(items);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{count}</th>
          {whole !== null && <th scope="col">{t('chart.share')}</th>}
          {wholeBefore !== null && <th scope="col">{beforeLabel}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key}>
            <th scope="row">
              <span className={styles.cell}>
                {item.letter !== undefined && <Letter letter={item.letter} size="s" />}
                <span>
                  <MathText text={item.label} />
                  {item.correct && ` (${t('chart.correct')})`}
                  {item.note && ` (${item.note})`}
                </span>
              </span>
            </th>
            <td>{countText(item.value)}</td>
            {whole !== null && <td>{percentOf(item.value, whole)}%</td>}
            {wholeBefore !== null && <td>{percentOf(item.before ?? 0, wholeBefore)}%</td>}
          </tr>
        ))}
        {rest && (
          <tr>
            <th scope="row">{rest.label}</th>
            <td>{rest.value}</td>
            {whole !== null && <td />}
            {wholeBefore !== null && <td />}
          </tr>
        )}
      </tbody>
    </table>
  );
}
