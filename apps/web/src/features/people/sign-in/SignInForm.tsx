import type { authLogin } from '@classwright/contract/people/sign-in/calls';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { isApiError } from '../../../base/api.ts';
import { hasPasskeys } from '../../../base/passkeys.ts';
import { keep, readKept } from '../../../base/storage.ts';
import { t } from '../../../base/t.ts';
import { ErrorNotice } from '../../../ui/plain/ErrorNotice.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { CheckField, PasswordField, TextField } from '../../../ui/plain/Field.tsx';
import { IconShieldLock } from '../../../ui/plain/icons.ts';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './SignIn.module.css';
import type { useSignIn } from './use-sign-in.ts';

/** The storage key of the choice made at the last sign-in on this device. */
const REMEMBER = 'cw.remember';

type Errors = { email?: string; password?: string };

/** The email and password form. On a failure both are kept, and the focus moves to the field that needs a change. */
export function SignInForm({ signIn, below }: { signIn: ReturnType<typeof useSignIn>; below?: (typed: { email: string; remember: boolean }) => ReactNode }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  // The choice is per device, since the person is not known yet. On a shared device nobody stays signed in without
  // asking for it.
  const [remember, setRemember] = useState(() => readKept('device', REMEMBER) === 'yes');
  const [missing, setMissing] = useState<Errors>({});
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const server: Errors = isApiError(signIn.error) ? fieldErrors(signIn.error.errors) : {};
  const errors: Errors = { ...server, ...missing };
  useEffect(() => emailField.current?.focus(), []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (signIn.pending) return;
    const lacking: Errors = { ...(email.trim() ? {} : { email: t('signIn.emailRequired') }), ...(password ? {} : { password: t('signIn.passwordRequired') }) };
    setMissing(lacking);
    if (lacking.email) return emailField.current?.focus();
    if (lacking.password) return passwordField.current?.focus();
    const failure = await signIn.submit({ email, password, remember });
    if (failure === null) keep('device', REMEMBER, remember ? 'yes' : null);
    if (!isApiError(failure, 'SIGN_IN_REFUSED')) return;
    passwordField.current?.focus();
    passwordField.current?.select();
  };

  return (
    <Stack as="form" gap={16} className={styles.form} onSubmit={onSubmit} noValidate aria-label={t('signIn.title')}>
      <ErrorNotice<typeof authLogin>
        error={Object.keys(server).length > 0 ? null : signIn.error}
        messages={{ SIGN_IN_REFUSED: t('error.SIGN_IN_REFUSED'), FACTOR_NEEDED: t('error.FACTOR_NEEDED') }}
      />
      <TextField
        ref={emailField}
        label={t('signIn.email')}
        size="l"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setMissing(({ email: _fixed, ...rest }) => rest);
        }}
        error={errors.email}
      />
      <PasswordField
        ref={passwordField}
        label={t('signIn.password')}
        size="l"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setMissing(({ password: _fixed, ...rest }) => rest);
        }}
        error={errors.password}
      />
      <CheckField label={t('signIn.remember')} checked={remember} onChange={(event) => setRemember(event.target.checked)} />
      <Button type="submit" variant="filled" size="xl" wide pending={signIn.pending}>
        {t('signIn.submit')}
      </Button>
      {hasPasskeys() && (
        <Button size="l" wide icon={IconShieldLock} disabled={signIn.pending} onClick={() => void signIn.withPasskey(remember)}>
          {t('factors.signIn')}
        </Button>
      )}
      {below?.({ email, remember })}
    </Stack>
  );
}

function fieldErrors({ email, password }: Readonly<Record<string, readonly string[]>>): Errors {
  return { ...(email?.[0] ? { email: email[0] } : {}), ...(password?.[0] ? { password: password[0] } : {}) };
}
