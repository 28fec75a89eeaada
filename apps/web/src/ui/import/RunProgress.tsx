import type { ReactNode } from 'react';
import { Grid } from '../plain/layout/layout.tsx';
import styles from './RunProgress.module.css';

/** The progress of a long task as a bar and as text. A total of 0 is unknown: the bar then only shows activity. */
export function RunProgress({ label, done, total, children }: { label: string; done: number; total: number; children: ReactNode }) {
  return (
    <Grid gap={6} className={styles.progress} role="status">
      <progress aria-label={label} {...(total > 0 ? { value: done, max: total } : {})} />
      <span>{children}</span>
    </Grid>
  );
}
