import styles from './SchoolLogo.module.css';

/** The logo of a school, on white in both color modes, since most logos are made for paper. `name`: empty where the name stands next to it. */
export function SchoolLogo({ address, name = '', isSmall = false }: { address: string; name?: string; isSmall?: boolean }) {
  return <img src={address} alt={name} className={styles.logo} data-small={isSmall || undefined} />;
}
