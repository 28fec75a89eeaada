import { useUser } from '../../../base/use-user.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { LatestAnnouncements } from '../../school/notifications/index.ts';
import styles from './HomeRow.module.css';
import { t } from './to-do-t.ts';

/** Shows the latest announcements with a link to all of them. */
export function AnnouncementsCard() {
  const { rights } = useUser();
  if (!rights.includes('announcements:view')) return null;
  return (
    <section aria-labelledby="home-announcements">
      <div className={styles.head}>
        <h2 id="home-announcements">{t('home.announcements')}</h2>
        <AppLink to="/notifications">{t('home.viewAll')}</AppLink>
      </div>
      <Card as="article" className={styles.rows}>
        <LatestAnnouncements />
      </Card>
    </section>
  );
}
