import { useId, type ReactNode } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
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
      <Row gap={12} justify="between" below={4} className={styles.sectionHead}>
        <h3 id={id}>
          {title}{' '}
          {count !== undefined && (
            <Text as="span" size={12.5} weight={600} centered className={styles.count}>
              {count}
            </Text>
          )}
        </h3>
        <Button size="s" icon={IconPlus} onClick={onAdd}>
          {addLabel}
        </Button>
      </Row>
      {hint && (
        <Text size={13} tone="dimmed" below={8}>
          {hint}
        </Text>
      )}
      {error}
      {children}
    </section>
  );
}
