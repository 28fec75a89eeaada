import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { dayOf } from '../../../base/dates.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { IconClipboardList } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './announcements.module.css';
import { loadUpcoming } from './calls.ts';
import { t } from '../../../base/t.ts';

/** Shows the work due in the class soon. */
export function Upcoming({ courseId }: { courseId: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['class', courseId, 'work', 'upcoming'],
    queryFn: ({ signal }) => loadUpcoming(courseId, signal),
  });
  return (
    <Panel title={t('stream.upcoming')} className={styles.upcoming}>
      {error && !data ? (
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={3} />
      ) : data.data.length === 0 ? (
        <p className={styles.quiet}>{t('stream.noneDue')}</p>
      ) : (
        <ul className={styles.due}>
          {data.data.map(({ id, title, due_at }) => (
            <li key={id}>
              <IconClipboardList size={20} />
              <span>
                <Link to={`/class-classwork/${courseId}` as '/home'} search={{ work: id } as never} dir="auto">
                  {title}
                </Link>
                {due_at && <small>{t('stream.due', { day: dayOf(due_at) })}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link className={buttonClasses({ variant: 'link' })} to={`/class-classwork/${courseId}` as '/home'}>
        {t('stream.viewAll')}
      </Link>
    </Panel>
  );
}
