import { Bell } from './Bell.tsx';
import { Launcher } from './Launcher.tsx';
import type { MenuLine } from '../../ui/page-menu/menu.ts';
import { SearchBox } from './SearchBox.tsx';
import styles from './Shell.module.css';

/**
 * What the top bar offers beside the menu, the way home and the account; it comes after the first paint. Takes the menu as
 * `menuLines` gives it: with that module, the icons of all menus would come to screens that show none.
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
