import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconAlertCircle } from '../../../../ui/plain/icons.ts';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import styles from './form.module.css';

interface CellWords {
  label: string;
  error?: string | undefined;
}
type InputProps = CellWords & { suggestions?: readonly string[] } & Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'>;

/** An input in a row. Its label appears on phones, where there is no table header. */
export function CellField({ label, error, suggestions, ...input }: InputProps) {
  const id = useId();
  return (
    <Stack gap={4} shrinks className={styles.cell}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        list={suggestions && `${id}s`}
        autoComplete="off"
        className={styles.input}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}e` : undefined}
      />
      {suggestions && (
        <datalist id={`${id}s`}>
          {[...new Set(suggestions)].filter(Boolean).map((words) => (
            <option key={words} value={words} />
          ))}
        </datalist>
      )}
      <CellError id={`${id}e`} error={error} />
    </Stack>
  );
}

type AreaProps = CellWords & {
  /** An element in its upper corner. */
  inside?: ReactNode;
} & Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'>;

/** A text area in a row that grows with its text. */
export function CellArea({ label, error, inside, ...area }: AreaProps) {
  const id = useId();
  return (
    <Stack gap={4} shrinks className={styles.cell}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.areaBox}>
        <textarea
          rows={1}
          {...area}
          id={id}
          className={classes(styles.input, styles.area)}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}e` : undefined}
        />
        {inside}
      </span>
      <CellError id={`${id}e`} error={error} />
    </Stack>
  );
}

function CellError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <Row as="span" gap={5} align="start" size={13} weight={500} leading={1.3} tone="error" className={styles.cellError} id={id} role="alert">
      <IconAlertCircle size={15} />
      {error}
    </Row>
  ) : null;
}
