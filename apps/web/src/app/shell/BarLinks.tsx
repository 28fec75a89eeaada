import { t } from '../../base/t.ts';
import styles from './BottomBar.module.css';
import { isAt, type MenuItem } from '../../ui/page-menu/menu.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';

/** A page of the menu; without its icon, the icon's place stays empty. */
export type BarItem = Omit<MenuItem, 'icon'> & { icon: MenuItem['icon'] | null };

/** The bar of a phone: pages with their icons, and at its end the button for the rest. */
export function BarLinks({ items, pathname, children }: { items: readonly BarItem[]; pathname: string; children: React.ReactNode }) {
  return (
    <nav className={styles.bar} aria-label={t('shell.mainMenu')}>
      {items.map((item) => (
        <MenuLink key={item.path} to={item.path} className={styles.item} aria-current={isAt(pathname, item) ? 'page' : undefined}>
          <span className={styles.icon}>{item.icon && <item.icon size={23} />}</span>
          {item.label}
        </MenuLink>
      ))}
      {children}
    </nav>
  );
}
