import type { HoldView, retentionDue } from '@classwright/contract/overview/retention/calls';
import type { Terms } from '@classwright/contract/school/retention/terms';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './retention.module.css';
import {} from './words.ts';

/** Shows what becomes due in the next 30 days: by class of data, by class, and the people who will be erased. */
export function DueSection({ schoolId, terms, holds }: { schoolId: number; terms: Readonly<Terms>; holds: readonly HoldView[] }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['retention', schoolId, 'due', terms, holds],
    queryFn: ({ signal }) => api<typeof retentionDue>('GET', '/retention/due', { query: { school_id: schoolId }, signal }),
  });
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="due-title">
      <h2 id="due-title">{t('retention.due.title')}</h2>
      {!data ? (
        error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} />
        ) : (
          <SkeletonText lines={4} />
        )
      ) : data.due.length === 0 && data.people_count === 0 ? (
        <Text tone="dimmed">{t('retention.due.none', { date: dayOn(data.until) })}</Text>
      ) : (
        <Due data={data} />
      )}
    </Grid>
  );
}

type DueData = Awaited<ReturnType<typeof api<typeof retentionDue>>>;

function Due({ data }: { data: DueData }) {
  return (
    <>
      <p>{t('retention.due.about', { date: dayOn(data.until) })}</p>
      {data.due.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('retention.due.data')}</th>
              <th scope="col">{t('retention.due.rows')}</th>
              <th scope="col">{t('retention.due.persons')}</th>
            </tr>
          </thead>
          <tbody>
            {data.due.map((one) => (
              <tr key={`${one.class} ${one.term}`}>
                <th scope="row">{t(`erasure.class.${one.class}`)}</th>
                <td>{numberText(one.rows)}</td>
                <td>{numberText(one.people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.classes.length > 0 && (
        <details className={styles.more}>
          <summary>{t('retention.due.classes')}</summary>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('retention.due.class')}</th>
                <th scope="col">{t('retention.due.rows')}</th>
              </tr>
            </thead>
            <tbody>
              {data.classes.map(({ id, name, rows }) => (
                <tr key={id ?? 0}>
                  <th scope="row" dir="auto">
                    {name ?? t('retention.due.noClass')}
                  </th>
                  <td>{numberText(rows)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {data.people_count > 0 && (
        <details className={styles.more}>
          <summary>{t('retention.due.people', { count: data.people_count })}</summary>
          <ul>
            {data.people.map(({ id, name, left_on }) => (
              <li key={id}>{t('retention.due.person', { name, date: dayOn(left_on) })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
