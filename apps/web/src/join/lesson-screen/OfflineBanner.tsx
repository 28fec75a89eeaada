import { useStore } from '../../base/use-store.ts';
import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import { IconWifiOff } from '../../ui/plain/icons.ts';
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
        <div className={classes(styles.banner, hueClass('amber'))}>
          <IconWifiOff size={22} stroke={2} />
          <span>
            <b>{t('join.offline')}</b> {t(words)}
            {lastAt !== null && <> {t('join.lastContact', { time: timeWithSecondsOf(lastAt) })}</>}
          </span>
        </div>
      )}
    </div>
  );
}
