import { configStore } from '../../base/config.ts';
import { useStore } from '../../base/use-store.ts';
import { Text } from '../plain/layout/layout.tsx';
import styles from './SchoolOfSite.module.css';

/** The logo and the colors of the school whose address this is, or of the only one of the installation. Nothing without one. Its name stands next to it. */
export function SiteLogo() {
  const { logo, colors } = useStore(configStore)?.school ?? {};
  return (
    <>
      {colors && <link rel="stylesheet" href={colors} />}
      {logo && <img src={logo} alt="" className={styles.logo} />}
    </>
  );
}

/** The school whose address this is, or the only one of the installation, with its logo. Nothing where there are several. */
export function SchoolOfSite() {
  const name = useStore(configStore)?.school.name;
  if (!name) return null;
  return (
    <Text tone="dimmed" breaks>
      <SiteLogo />
      <span dir="auto">{name}</span>
    </Text>
  );
}
