import type { ReactNode } from 'react';
import styles from './Foldable.module.css';

/** Shows a notice in full, or only its title in one line with the rest behind it. */
export function Foldable({ title, isFolded, children }: { title: ReactNode; isFolded: boolean; children: ReactNode }) {
  if (!isFolded)
    return (
      <>
        <p>{title}</p>
        {children}
      </>
    );
  return (
    <details>
      <summary className={styles.title}>{title}</summary>
      {children}
    </details>
  );
}
