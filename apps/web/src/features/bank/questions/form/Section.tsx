import { useId, type ReactNode } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import styles from './form.module.css';

interface SectionProps {
  title: string;
  count?: number;
  hint?: string | undefined;
  addLabel: string;
  onAdd: () => void;
  /** An error of the section as a whole. */
  error?: ReactNode;
  children: ReactNode;
}

/** A section of the form with any number of rows. */
export function Section({ title, count, hint, addLabel, onAdd, error, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id}>
          {title} {count !== undefined && <span className={styles.count}>{count}</span>}
        </h3>
        <Button size="s" icon={IconPlus} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {error}
      {children}
    </section>
  );
}
