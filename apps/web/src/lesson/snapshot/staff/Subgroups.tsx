import { FORMS } from '@classwright/contract/lesson/live/forms';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { formatFixed } from '@classwright/rules/round';
import { Card } from '../../../ui/plain/Card.tsx';
import type { Snapshot } from './model.ts';
import styles from './snapshot.module.css';
import { t } from '../../../base/t.ts';

/** Shows the results of groups in the class, as far as its school allows. */
export function Subgroups({ subgroups }: { subgroups: NonNullable<Snapshot['subgroups']> }) {
  const { field, groups } = subgroups;
  const title = t(`snapshot.groups.${field}`);
  return (
    <Card className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.note}>{t(groups.length === 0 ? 'snapshot.groups.none' : 'snapshot.groups.hint')}</p>
      {groups.length > 0 && (
        <div className={styles.wide} tabIndex={0} role="group" aria-label={title}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('snapshot.groups.group')}</th>
                <th scope="col">{t('snapshot.people')}</th>
                {FORMS.map((form) => (
                  <th key={form} scope="col">
                    {form}
                  </th>
                ))}
                <th scope="col">{t('snapshot.groups.gain')}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map(({ value, students, first, second, transfer, gain }) => (
                <tr key={value ?? 'rest'}>
                  <th scope="row" dir="auto">
                    {value === null ? t('snapshot.groups.rest') : value === '' ? t('snapshot.groups.unsaid') : value}
                  </th>
                  <td>{students}</td>
                  {[first, second, transfer].map((right, index) => (
                    <td key={index}>{t('snapshot.groups.share', { percent: computePercent(right / students) })}</td>
                  ))}
                  <td>{gain === null ? '–' : formatFixed(gain, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
