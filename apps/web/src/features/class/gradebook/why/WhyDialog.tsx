import { type Explanation, writeSum } from '@classwright/rules/grading/explain';
import type { GradePlan } from '@classwright/rules/grading/figures';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { percentText, pointsText } from '../numbers.ts';
import { t } from '../../../../base/t.ts';
import styles from './why.module.css';

interface WhyDialogProps {
  /** The name of the figure: "Overall grade", "Autumn 1". */
  figure: string;
  plan: GradePlan;
  explanation: Explanation;
  /** The items, by their places in the plan. */
  items: readonly { title: string; maxPoints: number | null }[];
  gradeAt: (place: number) => number | null;
  /** A text below the sum. */
  note?: string | undefined;
  onClose: () => void;
}

/**
 * Explains a figure: the sum as a teacher writes it, the exact value, and every item with the reason why it counts or
 * not.
 */
export function WhyDialog({ figure, plan, explanation, items, gradeAt, note, onClose }: WhyDialogProps) {
  const { value, exact, how, parts } = explanation;
  const sum = writeSum(explanation, plan, pointsText);
  const category = new Map(plan.rules.categories.map(({ id, name }) => [id, name]));
  return (
    <Dialog
      opened
      onClose={onClose}
      width={640}
      shape="full"
      title={value === null ? t('why.titleNone', { figure }) : t('why.title', { figure, value: percentText(value) })}
      footer={<Button onClick={onClose}>{t('why.close')}</Button>}
    >
      <p>{t(value === null && how !== 'none' ? 'why.nothing' : `why.how.${how}`)}</p>
      {sum !== null && value !== null && (
        <section className={styles.sum} aria-label={t('why.sum')}>
          <p>
            <bdi>
              {sum} = {percentText(value)}
            </bdi>
          </p>
          {exact && <small>{exact.denominator === '1' ? t('why.exactWhole', exact) : t('why.exact', exact)}</small>}
        </section>
      )}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {how === 'weighted' && parts.length > 0 && (
        <ul className={styles.parts}>
          {parts.map(({ categoryId, weight, percent }) => (
            <li key={categoryId}>
              {t('why.part', { category: category.get(categoryId ?? 0) ?? '', percent: pointsText(percent), weight: pointsText(weight ?? 0) })}
            </li>
          ))}
        </ul>
      )}
      {explanation.items.length > 0 && (
        <table className={styles.items}>
          <caption>{t('why.items')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('why.item')}</th>
              <th scope="col" data-align="end">
                {t('why.grade')}
              </th>
              <th scope="col">{t('why.counts')}</th>
            </tr>
          </thead>
          <tbody>
            {explanation.items.map(({ place, counting, earned }) => {
              const { title, maxPoints } = items[place]!;
              const grade = counting === 'missing' ? earned : gradeAt(place);
              const points = grade === null ? '–' : `${pointsText(grade)}${maxPoints === null ? '' : ` / ${pointsText(maxPoints)}`}`;
              const isCounted = counting === 'counted' || counting === 'missing';
              return (
                <tr key={place} data-counted={isCounted || undefined}>
                  <th scope="row">
                    <span dir="auto">{counting === 'dropped' ? <s>{title}</s> : title}</span>
                  </th>
                  <td data-align="end">{counting === 'dropped' ? <s>{points}</s> : points}</td>
                  <td>{t(`why.counting.${counting}`)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
