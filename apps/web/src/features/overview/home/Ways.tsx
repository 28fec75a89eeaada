import { pageIcons } from '../../../ui/page-icons/index.ts';
import { menuItems } from '../../../ui/page-menu/menu.ts';
import { MenuLink } from '../../../ui/page-menu/MenuLink.tsx';
import { useUser } from '../../../base/use-user.ts';
import { IconArrowRight, IconListDetails } from '../../../ui/plain/icons.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './PageCard.module.css';

/** Lists the pages in the menu of people who run no lessons. */
export function Ways() {
  const items = menuItems(useUser().menus).filter(({ path }) => path !== '/home');
  return items.map(({ path, label }) => {
    const Icon = pageIcons[path] ?? IconListDetails;
    return (
      <MenuLink key={path} to={path} className={styles.pageCard}>
        <Grid as="span" align="center" items="center" fixed className={styles.quietIcon}>
          <Icon size={22} />
        </Grid>
        <span>
          <b dir="auto">{label}</b>
        </span>
        <IconArrowRight size={20} />
      </MenuLink>
    );
  });
}
