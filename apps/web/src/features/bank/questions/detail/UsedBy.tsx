import type { assessmentList } from '@classwright/contract/class/assessments/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../base/api.ts';
import { t } from '../../../../base/t.ts';
import styles from './detail.module.css';

/** The maximum number of one's own assessments listed. Others are only counted. */
const SHOWN = 5;

/** Lists the assessments that use a question: links to one's own, and the total number. */
export function UsedBy({ questionId, count }: { questionId: number; count: number }) {
  const own = useQuery({
    queryKey: ['assessments', 'of-question', questionId],
    queryFn: ({ signal }) => api<typeof assessmentList>('GET', '/assessments', { query: { question_id: questionId, per_page: SHOWN }, signal }),
  });
  const named = own.data?.data ?? [];
  const others = count - named.length;
  return (
    <section aria-labelledby="question-used">
      <h3 id="question-used">{t('bank.detail.usedBy')}</h3>
      <ul className={styles.used}>
        {named.map(({ id, title }) => (
          <li key={id}>
            <Link to="/assessments" search={{ assessment: id }}>
              {title}
            </Link>
          </li>
        ))}
        {!own.isPending && others > 0 && <li>{named.length === 0 ? t('bank.detail.used', { count }) : t('bank.detail.usedMore', { count: others })}</li>}
      </ul>
    </section>
  );
}
