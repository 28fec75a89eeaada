import { useUser } from '../../base/use-user.ts';
import { IconArrowRight, IconListDetails } from '../../ui/plain/icons.ts';
import styles from './Home.module.css';
import { AppLink } from '../../ui/plain/AppLink.tsx';
import { t } from './to-do-t.ts';

/** The way of students to all their work. */
export function PathsCard() {
  const { rights } = useUser();
  if (!rights.includes('std-classwork:view')) return null;
  return (
    <AppLink to="/std-classwork" className={styles.pageCard}>
      <span className={styles.quietIcon}>
        <IconListDetails size={24} />
      </span>
      <span>
        <b>{t('home.paths')}</b>
        <span>{t('home.pathsHint')}</span>
      </span>
      <IconArrowRight size={20} />
    </AppLink>
  );
}
