import { useUser } from '../../../base/use-user.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { LatestAnnouncements } from '../../school/notifications/index.ts';
import styles from './HomeRow.module.css';
import { t } from './to-do-t.ts';

/** Shows the latest announcements with a link to all of them. */
export function AnnouncementsCard() {
  const { rights } = useUser();
  if (!rights.includes('announcements:view')) return null;
  return (
    <section aria-labelledby="home-announcements">
      <Row wrap gap={16} rowGap={4} align="baseline" justify="between" below={8} className={styles.head}>
        <h2 id="home-announcements">{t('home.announcements')}</h2>
        <AppLink to="/notifications">{t('home.viewAll')}</AppLink>
      </Row>
      <Card as="article" className={styles.rows}>
        <LatestAnnouncements />
      </Card>
    </section>
  );
}
