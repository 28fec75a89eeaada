import { t } from '../../base/t.ts';
import { useUser } from '../../base/use-user.ts';
import { SchoolLogo } from '../../ui/plain/SchoolLogo.tsx';
import { Bell } from './Bell.tsx';
import { Launcher } from './Launcher.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { Section } from './sections.ts';
import styles from './Shell.module.css';

/** The tools of the top bar in addition to the menu, the home link and the account. They load after the first paint. */
export function BarTools({ sections }: { sections: readonly Section[] }) {
  const { school } = useUser();
  return (
    <>
      <SearchBox sections={sections} />
      <span className={styles.grow} />
      {school?.logo && <SchoolLogo address={school.logo} name={t('schoolSettings.logoOf', { school: school.school_name })} isSmall />}
      <Bell />
      <Launcher />
    </>
  );
}
