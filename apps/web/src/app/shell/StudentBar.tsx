import { useLocation } from '@tanstack/react-router';
import { useUser } from '../../base/use-user.ts';
import { BarLinks } from './BarLinks.tsx';
import { menuItems } from '../../ui/page-menu/menu.ts';
import { MoreEntries } from './MoreEntries.tsx';
import { usePageIcons } from './page-icons.ts';

/** The number of places that a thumb can hit on a narrow phone. */
const PLACES = 5;

/** Returns true for the pages that students open most: the home page, the calendar, their classes and their work. */
const isOften = ({ path }: { path: string }): boolean => /home|calendar|std-class/.test(path);

/** A student's menu on a phone: five places, the last one for the remaining entries. */
export function StudentBar() {
  const { pathname } = useLocation();
  const pageIcons = usePageIcons();
  // entries of one group share its icon in the sidebar; in the bar each has its own, and none until they have loaded
  const all = menuItems(useUser().menus)
    .map((item) => ({ ...item, icon: pageIcons && (pageIcons[item.path] ?? item.icon) }))
    .sort((a, b) => +isOften(b) - +isOften(a));
  const inBar = all.length > PLACES ? all.slice(0, PLACES - 1) : all;
  const others = all.slice(inBar.length);
  return (
    <BarLinks items={inBar} pathname={pathname}>
      {others.length > 0 && <MoreEntries items={others} pathname={pathname} />}
    </BarLinks>
  );
}
