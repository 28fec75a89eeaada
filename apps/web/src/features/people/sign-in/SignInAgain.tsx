import type { authLogin } from '@classwright/contract/people/sign-in/calls';
import type { FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import { deviceId, keepDeviceId } from '../../../base/device.ts';
import { DEVICE_KEY, leaveExpired, signIn, type Session } from '../../../base/session.ts';
import { readKeptJson } from '../../../base/storage.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { ErrorNotice } from '../../../ui/plain/ErrorNotice.tsx';
import { PasswordField, TextField } from '../../../ui/plain/Field.tsx';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { FactorStep, factorNeededBy } from '../factors/index.ts';
import styles from './SignIn.module.css';

/**
 * Lets the same person sign in again over the current page. Failed reads are repeated; nothing that writes is repeated
 * automatically.
 */
export function SignInAgain({ session }: { session: Session }) {
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const field = useRef<HTMLInputElement>(null);
  const [needed, setNeeded] = useState<FactorNeeded | null>(null);
  const { email } = session.user;
  const remember = readKeptJson<Session>('device', DEVICE_KEY)?.token === session.token;
  const onDone = () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setMissing(password === '');
    if (password === '') return field.current?.focus();
    setPending(true);
    setError(null);
    try {
      const device = deviceId(email);
      const { user, api_token } = await api<typeof authLogin>('POST', '/auth/login', { body: { email, password, device }, token: null });
      keepDeviceId(email, device);
      signIn(api_token, user, { remember });
      onDone();
    } catch (failure) {
      setNeeded(factorNeededBy(failure));
      setError(factorNeededBy(failure) ? null : failure);
      setPending(false);
      field.current?.focus();
      field.current?.select();
    }
  };
  if (needed)
    return (
      <Dialog opened locked onClose={leaveExpired} title={t('signIn.again')} width={420}>
        <FactorStep needed={needed} email={email} remember={remember} onDone={onDone} onStartOver={() => setNeeded(null)} />
      </Dialog>
    );
  return (
    <Dialog opened locked onClose={leaveExpired} title={t('signIn.again')} width={420}>
      <Stack as="form" gap={16} className={styles.form} onSubmit={onSubmit} noValidate aria-label={t('signIn.again')}>
        <Text tone="dimmed">{t('signIn.againHint')}</Text>
        <ErrorNotice<typeof authLogin> error={error} messages={{ SIGN_IN_REFUSED: t('error.SIGN_IN_REFUSED'), FACTOR_NEEDED: t('error.FACTOR_NEEDED') }} />
        <TextField label={t('signIn.email')} type="email" name="email" autoComplete="username" size="l" readOnly value={email} />
        <PasswordField
          ref={field}
          data-autofocus
          label={t('signIn.password')}
          size="l"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setMissing(false);
          }}
          error={missing ? t('signIn.passwordRequired') : undefined}
        />
        <Button type="submit" variant="filled" size="l" wide pending={pending}>
          {t('signIn.submit')}
        </Button>
        <Button variant="subtle" size="l" wide onClick={leaveExpired}>
          {t('signIn.leave')}
        </Button>
      </Stack>
    </Dialog>
  );
}
