import { dayOn } from '../../../base/dates.ts';
import { Line } from '../../../ui/charts/Line.tsx';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { useDays } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition } from './definitions.ts';
import { t } from '../../../base/t.ts';
import { sharesOfWeeks, toWeeks } from './weeks.ts';
import { numberText } from './words.ts';

/**
 * Shows the days of one student on the whole screen: the share of each week that they joined, and a line for each
 * lesson date.
 */
export function StudentDetails({ definition, id, asked, onClose }: { definition: Definition; id: number; asked: Asked; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useDays(definition, id, asked);
  const title = t('dashboards.details');
  return (
    <FullDialog title={title} aside={data && <span dir="auto">{data.student.name}</span>} onClose={onClose} reading>
      <Grid gap={10} className={styles.details}>
        {error && !isFetching ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={6} />
        ) : data.data.length === 0 ? (
          <EmptyState title={t('dashboards.noDays')}>{t('dashboards.noDaysHint', { name: data.student.name })}</EmptyState>
        ) : (
          <Days name={data.student.name} days={data.data} />
        )}
      </Grid>
    </FullDialog>
  );
}

/** Shows a student's own lessons on the page itself: their number, how many they joined, and each date. */
export function OwnDays({ definition, id }: { definition: Definition; id: number }) {
  const { data, error, isFetching, refetch } = useDays(definition, id, {});
  const sumOf = (key: 'lessons' | 'logged_in') => numberText(data?.data.reduce((sum, day) => sum + day[key], 0));
  return (
    <Grid as="section" gap={10} className={styles.details} aria-labelledby="dashboard-own">
      <h2 id="dashboard-own">{t('dashboards.own')}</h2>
      {error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('dashboards.noDays')}>{t('dashboards.noDaysOwnHint')}</EmptyState>
      ) : (
        <>
          <p>{t('dashboards.ownSum', { held: sumOf('lessons'), took: sumOf('logged_in') })}</p>
          <Days name={t('dashboards.own')} days={data.data} />
        </>
      )}
    </Grid>
  );
}

type Day = NonNullable<ReturnType<typeof useDays>['data']>['data'][number];

function Days({ name, days }: { name: string; days: readonly Day[] }) {
  return (
    <>
      <h3>{t('dashboards.joined')}</h3>
      <Line points={toWeeks(sharesOfWeeks(days))} title={t('dashboards.joined')} most={100} valueText={(value) => `${value}%`} />
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.days}`}>
          <caption className="visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboards.date')}</th>
              <th scope="col">{t('dashboards.lessons')}</th>
              <th scope="col">{t('dashboards.submitted')}</th>
              <th scope="col">{t('dashboards.loggedIn')}</th>
              <th scope="col">{t('dashboards.engaged')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, lessons, submitted_assessment, logged_in, engaged_in_session }) => (
              <tr key={date}>
                <th scope="row">{dayOn(date)}</th>
                <td>{numberText(lessons)}</td>
                <td>{numberText(submitted_assessment)}</td>
                <td>{numberText(logged_in)}</td>
                <td>{numberText(engaged_in_session)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
