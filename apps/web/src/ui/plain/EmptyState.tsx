import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './EmptyState.module.css';
import picture from './nothing-yet.svg';

/** The figure of nothing yet: three that could become one. Its picture is a file of its own, in the theme's colours. */
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
  /** Smaller, for a part of a page. */
  compact?: boolean;
  /** The figure stands for something that can be begun: it is there where a button begins it. */
  figure?: boolean;
}

/** Nothing here yet: what this is for, and the button that starts it. */
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
