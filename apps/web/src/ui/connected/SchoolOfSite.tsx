import { configStore } from '../../base/config.ts';
import { useStore } from '../../base/use-store.ts';
import { SchoolLogo } from '../plain/SchoolLogo.tsx';
import styles from '../plain/SchoolLogo.module.css';

/** The school whose address this is, or the only one of the installation, with its logo. Nothing where there are several. */
export function SchoolOfSite() {
  const { name, logo } = useStore(configStore)?.school ?? {};
  if (!name) return null;
  return (
    <p className={styles.school}>
      {logo && <SchoolLogo address={logo} />}
      <span dir="auto">{name}</span>
    </p>
  );
}
