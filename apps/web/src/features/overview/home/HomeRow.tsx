import type { ReactNode } from 'react';
import type { Hue } from '../../../base/hue.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { hueClass } from '../../../ui/plain/hues.ts';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Grid, Row, Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './HomeRow.module.css';

/** A section of the home page: a heading with a link next to it, and rows that each link to a page. */
export function HomeRows({ id, title, side, children }: { id: string; title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Row wrap gap={16} rowGap={4} align="baseline" justify="between" below={8} className={styles.head}>
        <h2 id={id}>{title}</h2>
        {side}
      </Row>
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

/** One thing to do: its title, the person or class, and the known time. */
export function HomeRow({
  to,
  icon: Icon,
  hue = 'gray',
  title,
  about,
  side,
}: {
  to: string;
  icon: IconComponent;
  hue?: Hue;
  title: string;
  about?: string | undefined;
  side?: ReactNode;
}) {
  return (
    <li>
      <AppLink to={to} className={styles.row}>
        <Grid as="span" align="center" items="center" fixed className={classes(styles.icon, hueClass(hue))}>
          <Icon size={22} />
        </Grid>
        <Stack as="span" leading={1.35} shrinks className={styles.words}>
          <b dir="auto">{title}</b>
          {about && <span dir="auto">{about}</span>}
        </Stack>
        {side && (
          <Row as="span" wrap gap={8} align="stretch">
            {side}
          </Row>
        )}
      </AppLink>
    </li>
  );
}
