import { t } from '../../base/t.ts';
import type { BarPlace } from './bars.ts';
import styles from './BottomBar.module.css';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';

/** The bar of a phone: places with their icons, and at its end the button for the rest. */
export function BarLinks({ places, children }: { places: readonly BarPlace[]; children: React.ReactNode }) {
  return (
    <nav className={styles.bar} aria-label={t('shell.mainMenu')}>
      {places.map(({ path, label, icon: Icon, current }) => (
        <MenuLink key={path} to={path} className={styles.item} aria-current={current}>
          <span className={styles.icon}>
            <Icon size={23} />
          </span>
          {label}
        </MenuLink>
      ))}
      {children}
    </nav>
  );
}
