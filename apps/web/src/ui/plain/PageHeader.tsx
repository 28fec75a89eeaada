import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

/** Title of a page, what there is to say about it, and its actions. */
export function PageHeader({ title, sub, actions }: { title: string; sub?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.header}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {sub !== undefined && <p>{sub}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
