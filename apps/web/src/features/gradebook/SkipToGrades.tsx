import styles from './gradebook.module.css';
import { t } from './t.ts';

const STOP = '[data-grades] [role="grid"] [tabindex="0"], [data-grades] ul input';

/** Shown with the keyboard's focus alone: leads past the tabs, the tools and the filters to the grades. */
export function SkipToGrades() {
  return (
    <a
      className={styles.skip}
      href="#grades"
      onClick={(event) => {
        event.preventDefault();
        document.querySelector<HTMLElement>(STOP)?.focus();
      }}
    >
      {t('sheet.skip')}
    </a>
  );
}
