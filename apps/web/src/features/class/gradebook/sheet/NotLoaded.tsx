import { t } from '../t.ts';
import styles from './Sheet.module.css';

/** Stands where a grade or a figure will be. */
export function NotLoaded() {
  return (
    <span className={styles.notLoaded}>
      <span className="visually-hidden">{t('sheet.notLoaded')}</span>
    </span>
  );
}
