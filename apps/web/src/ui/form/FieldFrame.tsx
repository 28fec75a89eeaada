import type { ReactNode } from 'react';
import { classes } from '../plain/classes.ts';
import { IconAlertCircle } from '../plain/icons.ts';
import { Row, Stack, Text } from '../plain/layout/layout.tsx';

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
        <Text as="span" size={13} tone="dimmed" id={`${id}d`}>
          {description}
        </Text>
      )}
      {children}
      {error && (
        <Row as="span" gap={6} size={13} weight={500} tone="error" id={`${id}e`} role="alert">
          <IconAlertCircle size={16} />
          {error}
        </Row>
      )}
    </>
  );
  return group ? (
    <Stack
      gap={5}
      shrinks
      role="radiogroup"
      aria-labelledby={`${id}l`}
      aria-invalid={Boolean(error)}
      aria-describedby={describedBy(id, { description, error })}
    >
      <Text as="span" weight={600} id={`${id}l`}>
        {label}
      </Text>
      {words}
    </Stack>
  ) : (
    <Stack gap={5} shrinks>
      <Text as="label" weight={600} htmlFor={id}>
        {label}
      </Text>
      {words}
    </Stack>
  );
}
