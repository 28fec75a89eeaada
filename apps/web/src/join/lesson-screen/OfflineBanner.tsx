import { useStore } from '../../base/use-store.ts';
import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import { IconWifiOff } from '../../ui/plain/icons.ts';
import { Row } from '../../ui/plain/layout/layout.tsx';
import { contactStore } from '../../lesson/contact.ts';
import { standingOf } from '../../lesson/outbox/index.ts';
import { t } from '../../base/t.ts';
import { timeWithSecondsOf } from '../../base/dates.ts';
import styles from './OfflineBanner.module.css';
import { useItems, useLesson } from './use-lesson.ts';

/** Shown only while the connection is lost: what happens to written text, and when the server last responded. */
export function OfflineBanner() {
  const { lost, lastAt } = useStore(contactStore);
  const keeping = useStore(useLesson().outbox.keeping);
  const isWaiting = useItems().some((item) => standingOf(item) === 'waiting');
  const words = keeping === 'memory' ? 'join.offlineMemory' : isWaiting ? 'join.offlineWaiting' : 'join.offlineNothing';
  return (
    <div role="status" className={styles.place}>
      {lost && (
        <Row gap={12} size={15} weight={500} leading={1.35} numbers className={classes(styles.banner, hueClass('amber'))}>
          <IconWifiOff size={22} stroke={2} />
          <span>
            <b>{t('join.offline')}</b> {t(words)}
            {lastAt !== null && <> {t('join.lastContact', { time: timeWithSecondsOf(lastAt) })}</>}
          </span>
        </Row>
      )}
    </div>
  );
}
