import type { passwordChange } from '@classwright/contract/people/accounts/links';
import { useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { isStudent, useUser } from '../../../base/use-user.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PasswordField } from '../../../ui/plain/Field.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { minPasswordCharacters } from '@classwright/rules/password';
import styles from './profile.module.css';
import { t } from '../../../base/t.ts';

/**
 * The form to change one's own password. Other devices are signed out. People without a password leave the first field
 * empty.
 */
export function PasswordForm({ email }: { email: string }) {
  const user = useUser();
  const { form, focusFault } = useFaultFocus();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFaults({});
    setError(null);
    try {
      showSnack((await api<typeof passwordChange>('POST', '/auth/password', { body: { current_password: current, password: next } })).message);
      setCurrent('');
      setNext('');
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) setFaults(failure.errors);
      else setError(failure);
      focusFault();
    } finally {
      setPending(false);
    }
  };
  const min = minPasswordCharacters({ isStaff: !isStudent(user) });
  return (
    <form ref={form} className={styles.form} aria-label={t('password.title')} onSubmit={(event) => void submit(event)} noValidate>
      <h2>{t('password.title')}</h2>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <fieldset className={styles.fields} disabled={pending}>
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          value={current}
          error={faults['current_password']?.join(' ')}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label={t('password.new')}
          autoComplete="new-password"
          description={t('choose.hint', { min })}
          value={next}
          error={faults['password']?.join(' ')}
          onChange={(event) => setNext(event.target.value)}
        />
      </fieldset>
      <Button type="submit" pending={pending}>
        {pending ? t('password.saving') : t('password.save')}
      </Button>
    </form>
  );
}
