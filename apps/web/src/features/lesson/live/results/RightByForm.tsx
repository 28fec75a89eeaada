import { computePercent, computeShareRight } from '@classwright/rules/live/figures/distribution';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Skeleton } from '../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../base/t.ts';
import { useModel } from '../use-live.ts';
import styles from './RightByForm.module.css';

/** Shows, after the lesson, the share of right answers in each form, side by side. */
export function RightByForm() {
  const tallies = useModel((model) => model.summary?.distribution);
  return (
    <div className={styles.box}>
      <h2 className="visually-hidden">{t('teach.rightOfForms')}</h2>
      {!tallies && <Skeleton height={64} />}
      {tallies?.map((tally) => {
        const share = computeShareRight(tally);
        return (
          <div key={tally.form} className={styles.form}>
            <PhaseChip phase={tally.form} />
            <p className={styles.percent}>{share === null ? '–' : t('teach.percent', { percent: computePercent(share) })}</p>
            <p className={styles.note}>{t('teach.rightOf', { right: tally.right, answered: tally.answered })}</p>
          </div>
        );
      })}
    </div>
  );
}
