import { Bell } from './Bell.tsx';
import { Launcher } from './Launcher.tsx';
import type { MenuLine } from '../../ui/page-menu/menu.ts';
import { SearchBox } from './SearchBox.tsx';
import styles from './Shell.module.css';

/**
 * The tools of the top bar in addition to the menu, the home link and the account. They load after the first paint. The
 * menu comes in as `menuLines`, since that module would bring the icons of all menus to screens that show none.
 */
export function BarTools({ lines }: { lines: readonly MenuLine[] }) {
  return (
    <>
      <SearchBox lines={lines} />
      <span className={styles.grow} />
      <Bell />
      <Launcher />
    </>
  );
}
