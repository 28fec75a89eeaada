import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './EmptyState.module.css';
import picture from './nothing-yet.svg';

/** The picture of an empty state: three shapes that could become one. It is a separate file, in the theme's colors. */
function Figure() {
  return (
    <svg className={classes(styles.figure, 'cw-directed')} viewBox="0 0 226 122" aria-hidden focusable={false}>
      <use href={`${picture}#figure`} />
    </svg>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** True for a smaller version within a page. */
  compact?: boolean;
  /** True to show the picture, which means that something can be started. The default is true if there is a button. */
  figure?: boolean;
}

/** An empty state: its purpose, and the button that starts it. */
export function EmptyState({ title, children, action, compact, figure = !compact && action !== undefined }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-compact={compact || undefined}>
      {figure && <Figure />}
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
