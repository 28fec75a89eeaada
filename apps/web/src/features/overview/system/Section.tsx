import type { ReactNode } from 'react';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './system.module.css';

/** A part of the page with its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </Grid>
  );
}

/** Facts with their terms. */
export function Facts({ facts }: { facts: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
