import { useLocation } from '@tanstack/react-router';
import { t } from '../t.ts';
import { useUser } from '../use-user.ts';
import styles from './BottomBar.module.css';
import { isAt, menuItems } from './menu.ts';
import { MenuLink } from './MenuLink.tsx';
import { MoreEntries } from './MoreEntries.tsx';
import { usePageIcons } from './page-icons.ts';

/** As many as a thumb can tell apart on a narrow phone. */
const PLACES = 5;

/** A student's menu on a phone: five places, the last one for what has none. */
export function StudentBar() {
  const { pathname } = useLocation();
  const pageIcons = usePageIcons();
  // entries of one group share its icon in the sidebar; in the bar each has its own
  const all = menuItems(useUser().menus).map((item) => ({ ...item, icon: pageIcons[item.path] ?? item.icon }));
  const inBar = all.length > PLACES ? all.slice(0, PLACES - 1) : all;
  const others = all.slice(inBar.length);
  return (
    <nav className={styles.bar} aria-label={t('shell.mainMenu')}>
      {inBar.map((item) => (
        <MenuLink key={item.path} to={item.path} className={styles.item} aria-current={isAt(pathname, item) ? 'page' : undefined}>
          <span className={styles.icon}>
            <item.icon size={23} />
          </span>
          {item.label}
        </MenuLink>
      ))}
      {others.length > 0 && <MoreEntries items={others} pathname={pathname} />}
    </nav>
  );
}
