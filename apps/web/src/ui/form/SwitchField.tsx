import { useId } from 'react';
import { t } from '../../base/t.ts';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';

/** A switch with its meaning next to it. */
export function SwitchField({ label, description, error, checked, onChange }: FieldWords & { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <label className={styles.switchCard} htmlFor={id}>
      <span className={styles.switchWords}>
        <b>{label}</b>
        {description && <span id={`${id}d`}>{description}</span>}
        {error && (
          <span id={`${id}e`} role="alert" className={styles.error}>
            {error}
          </span>
        )}
      </span>
      <span className={styles.switchState} aria-hidden>
        {checked ? t('common.yes') : t('common.no')}
      </span>
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
    </label>
  );
}

/** A yes-or-no field without a default. */
export function YesNoField({ value, onChange, ...words }: FieldWords & { value: boolean | null; onChange: (value: boolean) => void }) {
  const id = useId();
  return (
    <FieldFrame id={id} group {...words}>
      <div className={styles.choices}>
        {[true, false].map((choice) => (
          <label key={String(choice)} className={styles.radio}>
            <input type="radio" name={id} checked={value === choice} onChange={() => onChange(choice)} />
            {choice ? t('common.yes') : t('common.no')}
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
