import { FORMS } from '@classwright/contract/lesson/live/forms';
import type { LessonSummaryView } from '@classwright/contract/lesson/live/views';
import { IconCircleCheckFilled, IconX } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import styles from './Results.module.css';

/** The students who chose in all three forms, by right and wrong in each; ways that nobody took are left out. */
export function Ways({ ways }: { ways: NonNullable<LessonSummaryView['ways']> }) {
  const taken = ways.filter(({ students }) => students > 0);
  const total = taken.reduce((sum, { students }) => sum + students, 0);
  if (total === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{t('teach.ways')}</h3>
      <table className={styles.ways}>
        <caption>{t('teach.waysHint', { count: total })}</caption>
        <thead>
          <tr>
            {FORMS.map((form) => (
              <th key={form} scope="col">
                {form}
              </th>
            ))}
            <th scope="col">{t('teach.ways.students')}</th>
          </tr>
        </thead>
        <tbody>
          {taken.map(({ first, second, transfer, students }) => (
            <tr key={`${first} ${second} ${transfer}`}>
              {[first, second, transfer].map((isRight, index) => (
                <td key={index} data-right={isRight}>
                  {isRight ? <IconCircleCheckFilled size={16} aria-hidden /> : <IconX size={16} aria-hidden />} {t(isRight ? 'teach.isRight' : 'teach.isWrong')}
                </td>
              ))}
              <td>{students}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
