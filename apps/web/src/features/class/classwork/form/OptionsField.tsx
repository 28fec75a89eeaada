import { MAX_CHOICES } from '@classwright/contract/class/classwork/kinds';
import { useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconPlus, IconX } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import styles from './work-form.module.css';

interface OptionsFieldProps {
  value: readonly string[];
  onChange: (options: string[]) => void;
  error?: string | undefined;
  disabled: boolean;
}

/** Shows the options of a question with several. Text in the last one adds another. */
export function OptionsField({ value, onChange, error, disabled }: OptionsFieldProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    const option = typed.trim();
    if (option === '') return;
    setTyped('');
    if (!value.includes(option)) onChange([...value, option]);
  };
  return (
    <section className={styles.group} aria-label={t('work.form.options')}>
      <h3>{t('work.form.options')}</h3>
      {value.length > 0 && (
        <ol className={styles.options}>
          {value.map((option) => (
            <li key={option}>
              <span dir="auto">{option}</span>
              {!disabled && (
                <IconButton
                  size="s"
                  icon={IconX}
                  label={t('work.form.removeOption', { option })}
                  onClick={() => onChange(value.filter((one) => one !== option))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {!disabled && value.length < MAX_CHOICES && (
        <div className={styles.add}>
          <TextField
            label={t('work.form.newOption')}
            value={typed}
            maxLength={500}
            autoComplete="off"
            error={error}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={IconPlus} onClick={add}>
            {t('work.form.addOption')}
          </Button>
        </div>
      )}
    </section>
  );
}
