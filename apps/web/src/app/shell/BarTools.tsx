import { Bell } from './Bell.tsx';
import { Launcher } from './Launcher.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { Section } from './sections.ts';
import styles from './Shell.module.css';

/** The tools of the top bar in addition to the menu, the home link and the account. They load after the first paint. */
export function BarTools({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      <SearchBox sections={sections} />
      <span className={styles.grow} />
      <Bell />
      <Launcher />
    </>
  );
}
