import { useLocation } from '@tanstack/react-router';
import { IconDots } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import { useUser } from '../../base/use-user.ts';
import { BarLinks } from './BarLinks.tsx';
import { barPlaces } from './bars.ts';
import styles from './BottomBar.module.css';
import { placeOf, roleOf, useSections } from './sections.ts';

/** The menu of staff on a phone: four places in reach of a thumb, and More, which opens all sections. */
export function StaffBar({ more }: { more: { expanded: boolean; toggle: () => void } }) {
  const { pathname } = useLocation();
  const sections = useSections();
  const places = barPlaces(roleOf(useUser()), sections, placeOf(sections, pathname));
  const isElsewhere = !places.some(({ current }) => current);
  return (
    <BarLinks places={places}>
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
