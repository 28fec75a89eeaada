import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import type { Numbers } from './calls.ts';
import styles from './incidents.module.css';
import { dataClasses, momentWords } from './words.ts';

/** The number of people by class of data, with the first and the last look. */
export function CountTable({ counts, timeZone }: { counts: Numbers['read']; timeZone: string }) {
  const { people, classes, first_at: first, last_at: last } = counts;
  return (
    <>
      <p>
        <b>{t('incidents.people', { count: people })}</b>
        {first !== null && last !== null && <> {t('incidents.between', { from: momentWords(first, timeZone), to: momentWords(last, timeZone) })}</>}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('incidents.dataClass')}</th>
            <th scope="col">{t('incidents.count')}</th>
          </tr>
        </thead>
        <tbody>
          {dataClasses
            .filter((one) => (classes[one] ?? 0) > 0)
            .map((one) => (
              <tr key={one}>
                <th scope="row">{t(`readings.class.${one}`)}</th>
                <td>{numberText(classes[one] ?? 0)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
