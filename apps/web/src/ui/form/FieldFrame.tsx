import type { ReactNode } from 'react';
import { classes } from '../plain/classes.ts';
import { IconAlertCircle } from '../plain/icons.ts';
import styles from './form.module.css';

/** The texts of a field besides its value. */
export interface FieldWords {
  label: string;
  description?: string | undefined;
  /** The error, shown below the field and announced with it. */
  error?: string | undefined;
}

/** Returns the ids for a control's `aria-describedby`; undefined if there are none. */
export const describedBy = (id: string, { description, error }: Omit<FieldWords, 'label'>): string | undefined =>
  classes(error && `${id}e`, description && `${id}d`) || undefined;

/**
 * A label above and an error below one control with the given id. `group`: the label names several controls together.
 */
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
