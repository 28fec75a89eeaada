import { useId, type ComponentPropsWithRef } from 'react';
import { IconChevronDown } from '../plain/icons.ts';
import { Row } from '../plain/layout/layout.tsx';
import { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';

interface SelectFieldProps extends FieldWords, Omit<ComponentPropsWithRef<'select'>, 'id' | 'children' | 'className'> {
  options: readonly { value: string; label: string }[];
}

/** A select with a few known options. */
export function SelectField({ label, description, error, options, ...select }: SelectFieldProps) {
  const id = useId();
  const chosen = options.find(({ value }) => value === String(select.value));
  return (
    <FieldFrame id={id} label={label} description={description} error={error}>
      <Row as="span" align="stretch" shrinks className={styles.selectBox} title={chosen?.label}>
        <select {...select} id={id} className={styles.select} aria-invalid={Boolean(error)} aria-describedby={describedBy(id, { description, error })}>
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} />
      </Row>
    </FieldFrame>
  );
}
