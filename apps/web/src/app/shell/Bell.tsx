import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { IconBell } from '../../ui/plain/icons.ts';
import { Popover } from '../../ui/plain/Popover.tsx';
import { t } from '../../base/settings-t.ts';
import styles from './Shell.module.css';

/** What was announced to the signed-in person. */
export function Bell() {
  return (
    <Popover icon={IconBell} label={t('shell.announcements')} className={styles.barButton}>
      <EmptyState compact title={t('shell.noAnnouncements')}>
        {t('shell.noAnnouncementsHint')}
      </EmptyState>
    </Popover>
  );
}
