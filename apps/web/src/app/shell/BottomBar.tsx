import { useLocation } from '@tanstack/react-router';
import { t } from '../t.ts';
import { useUser } from '../use-user.ts';
import styles from './BottomBar.module.css';
import { isAt, menuItems } from './menu.ts';
import { MenuLink } from './MenuLink.tsx';

/** A student's menu on a phone. */
export function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav className={styles.bar} aria-label={t('shell.mainMenu')}>
      {menuItems(useUser().menus).map((item) => (
        <MenuLink key={item.path} to={item.path} className={styles.item} aria-current={isAt(pathname, item) ? 'page' : undefined}>
          <span className={styles.icon}>
            <item.icon size={23} />
          </span>
          {item.label}
        </MenuLink>
      ))}
    </nav>
  );
}
