import { useLocation } from '@tanstack/react-router';
import { classes } from '../../ui/plain/classes.ts';
import { isAt, type MenuItem } from '../../ui/page-menu/menu.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import { usePageIcons } from './page-icons.ts';
import styles from './Sidebar.module.css';

export type OnNavigate = { onNavigate: (() => void) | undefined };

/** Shows one page in the menu. */
export function Entry({ item, mini = false, nested = false, onNavigate }: { item: MenuItem; mini?: boolean; nested?: boolean } & OnNavigate) {
  const here = isAt(useLocation().pathname, item);
  const icons = usePageIcons();
  // until they have loaded its place is empty (see the style sheet), so that no other icon is shown and swapped
  const Icon = icons === null ? null : (icons[item.path] ?? item.icon);
  return (
    <li>
      <MenuLink
        to={item.path}
        className={classes(styles.entry, nested && styles.nested)}
        aria-current={here ? 'page' : undefined}
        title={mini ? item.label : undefined}
        onClick={onNavigate}
      >
        {Icon && <Icon size={nested ? 18 : 20} />}
        <span className={mini ? 'visually-hidden' : styles.label}>{item.label}</span>
      </MenuLink>
    </li>
  );
}
