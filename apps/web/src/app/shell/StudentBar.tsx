import { useLocation } from '@tanstack/react-router';
import { useUser } from '../../base/use-user.ts';
import { barItems } from './bar-items.ts';
import { BarLinks } from './BarLinks.tsx';
import { menuItems } from '../../ui/page-menu/menu.ts';
import { MoreEntries } from './MoreEntries.tsx';
import { usePageIcons } from './page-icons.ts';

/** What students open most. */
export const OFTEN_BY_STUDENTS = ['/home', '/calendar', '/std-classes', '/std-classwork'];
/** As many as a thumb can tell apart on a narrow phone. */
const PLACES = 5;

/** A student's menu on a phone: five places, the last one for what has none. */
export function StudentBar() {
  const { pathname } = useLocation();
  const pageIcons = usePageIcons();
  // entries of one group share its icon in the sidebar; in the bar each has its own
  const all = menuItems(useUser().menus).map((item) => ({ ...item, icon: pageIcons[item.path] ?? item.icon }));
  const inBar = barItems(all, OFTEN_BY_STUDENTS, all.length > PLACES ? PLACES - 1 : PLACES);
  const others = all.filter((item) => !inBar.includes(item));
  return (
    <BarLinks items={inBar} pathname={pathname}>
      {others.length > 0 && <MoreEntries items={others} pathname={pathname} />}
    </BarLinks>
  );
}
