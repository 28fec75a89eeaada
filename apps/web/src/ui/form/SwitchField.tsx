import { useId } from 'react';
import { t } from '../../base/t.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import { Row, Stack, Text } from '../plain/layout/layout.tsx';
import styles from './form.module.css';

/** A switch with its meaning next to it. */
export function SwitchField({ label, description, error, checked, onChange }: FieldWords & { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <Row as="label" gap={12} bordered radius="lg" className={styles.switchCard} htmlFor={id}>
      <Stack as="span" gap={2} grow shrinks className={styles.switchWords}>
        <b>{label}</b>
        {description && <span id={`${id}d`}>{description}</span>}
        {error && (
          <Row as="span" id={`${id}e`} role="alert" gap={6} size={13} weight={500} tone="error">
            {error}
          </Row>
        )}
      </Stack>
      <Text as="span" weight={600} tone="dimmed" aria-hidden>
        {checked ? t('common.yes') : t('common.no')}
      </Text>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        aria-label={label}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(id, { description, error })}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Row>
  );
}

/** A yes-or-no field without a default. */
export function YesNoField({ value, onChange, ...words }: FieldWords & { value: boolean | null; onChange: (value: boolean) => void }) {
  const id = useId();
  return (
    <FieldFrame id={id} group {...words}>
      <Row wrap gap={20} rowGap={6} align="stretch">
        {[true, false].map((choice) => (
          <Row as="label" key={String(choice)} inline gap={8} className={styles.radio}>
            <input type="radio" name={id} checked={value === choice} onChange={() => onChange(choice)} />
            {choice ? t('common.yes') : t('common.no')}
          </Row>
        ))}
      </Row>
    </FieldFrame>
  );
}
