import { useLocation } from '@tanstack/react-router';
import { IconDots } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import { useUser } from '../../base/use-user.ts';
import { BarLinks } from './BarLinks.tsx';
import styles from './BottomBar.module.css';
import { isAt, menuItems, type MenuItem } from '../../ui/page-menu/menu.ts';

/** The pages that staff open most. The first four that a person has are used. */
const OFTEN = ['/home', '/accounts', '/assessments', '/teacher-live-learning', '/questions', '/students'];
const PLACES = 4;

/** Returns the entries for the bar: the most opened ones, then others in the order of the menu. */
export function barItems(items: readonly MenuItem[]): MenuItem[] {
  const often = OFTEN.flatMap((path) => items.find((item) => item.path === path) ?? []);
  return [...often, ...items.filter(({ path }) => !OFTEN.includes(path))].slice(0, PLACES);
}

/** The menu of staff on a phone: four entries in reach of a thumb, and More for all others. */
export function StaffBar({ more }: { more: { expanded: boolean; toggle: () => void } }) {
  const { pathname } = useLocation();
  const items = barItems(menuItems(useUser().menus));
  const isElsewhere = !items.some((item) => isAt(pathname, item));
  return (
    <BarLinks items={items} pathname={pathname}>
      <button
        type="button"
        className={styles.item}
        aria-expanded={more.expanded}
        aria-controls="main-menu"
        aria-current={isElsewhere ? 'true' : undefined}
        onClick={more.toggle}
      >
        <span className={styles.icon}>
          <IconDots size={23} />
        </span>
        {t('menu.more')}
      </button>
    </BarLinks>
  );
}
