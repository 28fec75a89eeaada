import type { ReactNode } from 'react';
import { classes } from '../plain/classes.ts';
import { IconAlertCircle } from '../plain/icons.ts';
import styles from './form.module.css';

/** What every field says beside its value. */
export interface FieldWords {
  label: string;
  description?: string | undefined;
  /** What is wrong with it; stands below the field and is spoken with it. */
  error?: string | undefined;
}

/** The ids that a control names in `aria-describedby`; undefined where nothing is said. */
export const describedBy = (id: string, { description, error }: Omit<FieldWords, 'label'>): string | undefined =>
  classes(error && `${id}e`, description && `${id}d`) || undefined;

/** Label above, error below, for one control of the given id; with `group` for several to choose from, which the label names together. */
export function FieldFrame({ id, label, description, error, group = false, children }: FieldWords & { id: string; group?: boolean; children: ReactNode }) {
  const words = (
    <>
      {description && (
        <span className={styles.description} id={`${id}d`}>
          {description}
        </span>
      )}
      {children}
      {error && (
        <span className={styles.error} id={`${id}e`} role="alert">
          <IconAlertCircle size={16} />
          {error}
        </span>
      )}
    </>
  );
  return group ? (
    <div
      className={styles.field}
      role="radiogroup"
      aria-labelledby={`${id}l`}
      aria-invalid={Boolean(error)}
      aria-describedby={describedBy(id, { description, error })}
    >
      <span className={styles.label} id={`${id}l`}>
        {label}
      </span>
      {words}
    </div>
  ) : (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {words}
    </div>
  );
}
