import type { ReactNode } from 'react';
import styles from './RunProgress.module.css';

/** How far something long is, as a bar and in words. A total of 0 is not known yet: the bar says only that it goes on. */
export function RunProgress({ label, done, total, children }: { label: string; done: number; total: number; children: ReactNode }) {
  return (
    <div className={styles.progress} role="status">
      <progress aria-label={label} {...(total > 0 ? { value: done, max: total } : {})} />
      <span>{children}</span>
    </div>
  );
}
