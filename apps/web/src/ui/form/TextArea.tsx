import { useId, type ComponentPropsWithRef } from 'react';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';

type AreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'className'>;

/** Several lines of text. Enter starts a line; Ctrl or Cmd+Enter saves the form, as Enter does elsewhere. */
export function TextArea({ label, description, error, onKeyDown, ...area }: FieldWords & AreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} description={description} error={error}>
      <textarea
        rows={3}
        {...area}
        id={id}
        className={styles.area}
        aria-invalid={Boolean(error)}
        aria-describedby={describedBy(id, { description, error })}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </FieldFrame>
  );
}
