import { useUser } from '../../base/use-user.ts';
import { Bell } from './Bell.tsx';
import { Launcher } from './Launcher.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useSections } from './sections.ts';
import styles from './Shell.module.css';

/** The tools of the top bar in addition to the menu, the home link and the account. They load after the first paint. */
export function BarTools() {
  const sections = useSections();
  const { school } = useUser();
  return (
    <>
      <SearchBox sections={sections} />
      <span className={styles.grow} />
      {school?.logo && <SchoolLogo address={school.logo} name={school.school_name} />}
      <Bell />
      <Launcher />
    </>
  );
}

/** The logo of the person’s school, on white in both color modes, since most logos are made for paper. A drawing needs no style sheet. */
function SchoolLogo({ address, name }: { address: string; name: string }) {
  return (
    <svg width={48} height={36} role="img" aria-label={name}>
      <rect width={48} height={36} rx={6} fill="#fff" />
      <image href={address} x={3} y={3} width={42} height={30} />
    </svg>
  );
}
