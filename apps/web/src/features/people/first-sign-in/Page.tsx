import type { ReactNode } from 'react';
import { useTitle } from '../../../base/use-title.ts';
import { SchoolOfSite } from '../../../ui/connected/SchoolOfSite.tsx';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './first-sign-in.module.css';

/** Shows a page for people who are not signed in, with a single task. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <Grid items="center" ground="surface" className={styles.page}>
      <Grid as="main" gap={16} wide className={styles.main}>
        <div className={styles.brand}>
          <Ribbons />
          <Logo size={40} />
        </div>
        <h1>{title}</h1>
        <SchoolOfSite />
        {children}
      </Grid>
    </Grid>
  );
}
