import styles from './Logo.module.css';

/** The logo's mark: ribbons that meet. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable={false}>
      <rect width="32" height="32" rx="9" fill="var(--cw-pink-7)" />
      <path fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" d="M7 8.5c8 0 7 7.5 13 7.5M7 16h13M7 23.5c8 0 7-7.5 13-7.5" />
      <circle cx="23.2" cy="16" r="3.4" fill="#fff" />
    </svg>
  );
}

/** The logo: mark and name. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.logo} data-large={size >= 36 || undefined}>
      <LogoMark size={size} />
      Classwright
    </span>
  );
}
