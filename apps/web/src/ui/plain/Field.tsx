import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';
import { IconAlertCircle, IconEye, IconEyeOff } from './icons.ts';
import { t } from '../../base/t.ts';

interface FieldWords {
  label: string;
  description?: string | undefined;
  /** The error from the form or the server, shown below the field and announced with it. */
  error?: string | undefined;
  /** An element at the right end of the label's line. */
  aside?: ReactNode;
}

type InputProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'size' | 'aria-invalid' | 'aria-describedby'>;

export interface TextFieldProps extends FieldWords, InputProps {
  /** The height: 36 px (staff) or 44 px (students, phones). */
  size?: 'm' | 'l';
  /** An element inside the field, after the text. */
  inside?: ReactNode;
}

/** A one-line text field: label above, error below, never a placeholder instead of a label. */
export function TextField({ label, description, error, aside, size = 'm', inside, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={classes(styles.field, className)}>
      <span className={styles.labelLine}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      {description && (
        <span className={styles.description} id={`${id}d`}>
          {description}
        </span>
      )}
      <span className={styles.box} data-size={size} data-invalid={error ? true : undefined} data-disabled={input.disabled || undefined}>
        <input {...input} id={id} aria-invalid={Boolean(error)} aria-describedby={classes(error && `${id}e`, description && `${id}d`) || undefined} />
        {inside}
      </span>
      {error && (
        <span className={styles.error} id={`${id}e`} role="alert">
          <IconAlertCircle size={16} />
          {error}
        </span>
      )}
    </div>
  );
}

/** A password field with a button to show it, and a hint when Caps Lock is on. */
export function PasswordField({ onKeyDown, onKeyUp, onBlur, ...rest }: Omit<TextFieldProps, 'type' | 'inside'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <div>
      <TextField
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => {
          setCapsLock(event.getModifierState('CapsLock'));
          onKeyDown?.(event);
        }}
        onKeyUp={(event) => {
          setCapsLock(event.getModifierState('CapsLock'));
          onKeyUp?.(event);
        }}
        onBlur={(event) => {
          setCapsLock(false);
          onBlur?.(event);
        }}
        inside={
          <IconButton
            icon={shown ? IconEyeOff : IconEye}
            label={shown ? t('field.hidePassword') : t('field.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <p className={styles.hint} role="status">
        {capsLock && t('field.capsLock')}
      </p>
    </div>
  );
}

/** A checkbox with its label. */
export function CheckField({ label, className, ...input }: { label: string } & Omit<InputProps, 'type'>) {
  return (
    <label className={classes(styles.check, className)}>
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}
