import { t } from '../../../../base/t.ts';
import styles from './Sheet.module.css';

/** A placeholder for a grade or figure that is not loaded yet. */
export function NotLoaded() {
  return (
    <span className={styles.notLoaded}>
      <span className="visually-hidden">{t('sheet.notLoaded')}</span>
    </span>
  );
}
