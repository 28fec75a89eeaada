import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes.ts';

/** A surface with a border and no shadow. Cards are never nested. */
export function Card({ as: Tag = 'section', className, ...rest }: ComponentPropsWithRef<'section'> & { as?: 'section' | 'article' }) {
  return <Tag {...rest} className={classes(styles.card, className)} />;
}

/** A card with a heading. `side` is to its right. */
export function Panel({
  title,
  side,
  children,
  level: Level = 'h2',
  ...rest
}: Omit<ComponentPropsWithRef<'section'>, 'title'> & { title: ReactNode; side?: ReactNode; level?: 'h2' | 'h3' }) {
  return (
    <Card {...rest}>
      <div className={styles.head}>
        <Level className={styles.title}>{title}</Level>
        {side}
      </div>
      {children}
    </Card>
  );
}
