import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import styles from './first-sign-in.module.css';
import { t } from '../../../base/t.ts';

/** A form for the code of a card. */
export function CodeForm({ typed, onTyped, onCode }: { typed: string; onTyped: (typed: string) => void; onCode: (code: string) => void }) {
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.trim();
    if (code === '') setFault(t('card.codeRequired'));
    else onCode(code);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} aria-label={t('card.title')} noValidate>
        <TextField
          label={t('card.code')}
          description={t('card.hint')}
          size="l"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={typed}
          error={fault}
          onChange={(event) => {
            onTyped(event.target.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="filled" size="xl" wide>
          {t('card.go')}
        </Button>
      </form>
      <Link to="/">{t('card.toSignIn')}</Link>
    </>
  );
}
