import { useEffect, useRef, type ReactNode } from 'react';
import { useTitle } from '../../base/use-title.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconHome } from '../../ui/plain/icons.ts';
import { LogoMark } from '../../ui/plain/Logo.tsx';
import { t } from '../../base/t.ts';
import styles from './SummaryScreen.module.css';

/** A page about an ended lesson: a link to Home above it, and its heading, which gets the focus first. */
export function ResultsPage({ title, onHome, children }: { title: string; onHome: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <LogoMark />
          <Button size="l" variant="subtle" icon={IconHome} onClick={onHome}>
            {t('join.goHome')}
          </Button>
        </div>
      </header>
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
