import type { ReactNode } from 'react';
import { useTitle } from '../../base/use-title.ts';
import styles from './PageHeader.module.css';

/** The title of a page and its tab, with a subtitle and actions. */
export function PageHeader({ title, sub, actions }: { title: string; sub?: ReactNode; actions?: ReactNode }) {
  useTitle(title);
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
