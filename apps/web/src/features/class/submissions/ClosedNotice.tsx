import { Notice } from '../../../ui/plain/Notice.tsx';
import { t } from './t.ts';
import styles from './work.module.css';

/**
 * Why nothing of a work can be changed; null: it can be. `gone`: it was deleted, or is not this person's any more, and what
 * is shown is how it was.
 */
export type Closed = 'gone' | 'archived' | null;

/** Above what can still be read of a work. `gone`: the words for one that is not there any more. */
export function ClosedNotice({ closed, gone }: { closed: Closed; gone: string }) {
  if (closed === null) return null;
  return (
    <div className={styles.gone}>
      <Notice hue="amber" assertive={closed === 'gone'}>
        {closed === 'gone' ? gone : t('openWork.archived')}
      </Notice>
    </div>
  );
}
