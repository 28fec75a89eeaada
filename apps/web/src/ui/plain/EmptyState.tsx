import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './EmptyState.module.css';

/** The figure of nothing yet: three that could become one. */
function Figure() {
  return (
    <svg className={classes(styles.figure, 'cw-directed')} viewBox="0 0 226 122" aria-hidden focusable={false}>
      <g fill="none" stroke="var(--cw-pink-4)" strokeWidth="15">
        <path d="M38 20C98 20 90 58 150 58" strokeOpacity=".35" />
        <path d="M38 61H150" strokeOpacity=".7" />
        <path d="M38 102C98 102 90 64 150 64" strokeOpacity=".35" />
      </g>
      {[20, 61, 102].map((y) => (
        <g key={y} transform={`translate(20 ${y})`} fill="var(--cw-surface)" stroke="var(--cw-control-border)" strokeWidth="2">
          <circle r="18.5" />
          <circle cy="-5" r="5" fill="none" />
          <path d="M-9.5 10a9.5 7.5 0 0 1 19 0" fill="none" strokeLinecap="round" />
        </g>
      ))}
      <rect x="150" y="28" width="74" height="64" rx="14" fill="var(--cw-surface)" stroke="var(--cw-pink-6)" strokeWidth="2.4" strokeDasharray="6 5" />
      <path d="M174 61h26M187 48v26" stroke="var(--cw-selected)" strokeWidth="3" strokeLinecap="round" />
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
