import type { ItemResultView } from '@classwright/contract/lesson/item-analysis/calls';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconCircleCheckFilled } from '../../../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../../../ui/plain/Letter.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import styles from './ItemAnalysis.module.css';
import { t } from '../../../../base/t.ts';

/**
 * Lists, for each response, how often it was chosen before and after discussion, and by the strong and the weak half of
 * the students.
 */
export function ResponseCounts({ result: { part, answered_first, answered_second, responses } }: { result: ItemResultView }) {
  const isDiscussed = part === 'first';
  const strong = responses.reduce((sum, { first_strong }) => sum + first_strong, 0);
  const weak = responses.reduce((sum, { first_weak }) => sum + first_weak, 0);
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('analysis.responses')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('analysis.responses')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('analysis.response')}</th>
            <th scope="col">{t(isDiscussed ? 'analysis.before' : 'analysis.chosen')}</th>
            {isDiscussed && <th scope="col">{t('analysis.after')}</th>}
            <th scope="col">{t('analysis.strong')}</th>
            <th scope="col">{t('analysis.weak')}</th>
          </tr>
        </thead>
        <tbody>
          {responses.map((response, index) => (
            <tr key={response.response_id}>
              <th scope="row">
                <span className={styles.response}>
                  <Letter letter={letterAt(index)} />
                  <span>
                    <MathText text={response.title} />
                  </span>
                  {response.is_valid && (
                    <Chip hue="green" icon={IconCircleCheckFilled}>
                      {t('analysis.valid')}
                    </Chip>
                  )}
                </span>
              </th>
              <Share count={response.first} whole={answered_first} />
              {isDiscussed && <Share count={response.second} whole={answered_second} />}
              <td>{t('analysis.of', { count: response.first_strong, whole: strong })}</td>
              <td>{t('analysis.of', { count: response.first_weak, whole: weak })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ count, whole }: { count: number; whole: number }) {
  const share = whole > 0 ? count / whole : 0;
  return (
    <td>
      <span className={styles.share}>
        <span className={styles.track} aria-hidden>
          <i style={{ width: `${share * 100}%` }} />
        </span>
        <b>{t('analysis.percent', { percent: computePercent(share) })}</b> <span>({count})</span>
      </span>
    </td>
  );
}
