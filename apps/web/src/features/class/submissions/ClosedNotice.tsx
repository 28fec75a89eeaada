import { Notice } from '../../../ui/plain/Notice.tsx';
import { t } from '../../../base/t.ts';
import styles from './work.module.css';

/**
 * The reason why a work cannot be changed; null if it can be. `gone`: it was deleted or no longer belongs to this
 * person, and the last known state is shown.
 */
export type Closed = 'gone' | 'archived' | null;

/** A notice above a work that can only be read. `gone`: the text for one that no longer exists. */
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
