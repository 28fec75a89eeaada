import type { announcementList } from '@classwright/contract/class/announcements/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { dayOf } from '../../../base/dates.ts';
import { useUser } from '../../../base/use-user.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import styles from './LatestAnnouncements.module.css';
import { t } from '../../../base/t.ts';

/** The number that the bell and the home page show. */
const LATEST = 5;
/** Document 1, section 9: a short list has this height per announcement, a longer one a fixed height. */
const ROW_PX = 64;
const FEW = 10;
const MANY_PX = 350;

/** The latest announcements of the person's classes, each with its first words and its day. */
export function LatestAnnouncements({ onOpen }: { onOpen?: (() => void) | undefined }) {
  const { account_id } = useUser();
  const latest = useQuery({
    queryKey: ['notifications', 'announcements'],
    queryFn: ({ signal }) => api<typeof announcementList>('GET', '/announcements', { query: { user: account_id, limit: LATEST }, signal }),
  });
  if (!latest.data)
    return latest.error && !latest.isFetching ? <LoadFailed error={latest.error} onRetry={() => void latest.refetch()} /> : <SkeletonText lines={3} />;
  const rows = latest.data.data.slice(0, LATEST);
  if (rows.length === 0) return <p className={styles.none}>{t('bell.noAnnouncements')}</p>;
  return (
    <ul className={styles.list} style={{ minHeight: rows.length < FEW ? rows.length * ROW_PX : MANY_PX }} aria-label={t('bell.announcements')}>
      {rows.map(({ id, summary, alternateLink, course_name, posted_at, creationTime }) => (
        <li key={id}>
          <AppLink to={alternateLink} onClick={onOpen}>
            <span className={styles.text} dir="auto">
              {summary}
            </span>
            <span className={styles.about}>{`${course_name} · ${dayOf(posted_at ?? creationTime)}`}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
