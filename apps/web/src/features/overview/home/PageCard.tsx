import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { IconArrowRight } from '../../../ui/plain/icons.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './PageCard.module.css';

/** A card that links from the home page to another page. */
export function PageCard({ to, icon: Icon, title, hint }: { to: string; icon: IconComponent; title: string; hint: string }) {
  return (
    <AppLink to={to} className={styles.pageCard}>
      <Grid as="span" align="center" items="center" fixed className={styles.quietIcon}>
        <Icon size={22} />
      </Grid>
      <span>
        <b>{title}</b>
        <span>{hint}</span>
      </span>
      <IconArrowRight size={20} />
    </AppLink>
  );
}
