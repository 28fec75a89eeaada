import type { passwordForgot } from '@classwright/contract/people/accounts/links';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { configStore } from '../../../base/config.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useStore } from '../../../base/use-store.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import styles from './SignIn.module.css';

/** Help for people without a password: a card, or an emailed link if the school's server sends mail. */
export function FirstSignIn({ email }: { email: string }) {
  const config = useStore(configStore);
  const [pending, setPending] = useState(false);
  const forget = async () => {
    if (email.trim() === '') return showSnack(t('signIn.forgotHint'), { color: 'amber' });
    setPending(true);
    try {
      showSnack((await api<typeof passwordForgot>('POST', '/auth/forgot', { body: { email }, token: null })).message, { timeout: 10_000 });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    } finally {
      setPending(false);
    }
  };
  return (
    <p className={styles.first}>
      <Link to="/choose-password">{t('signIn.card')}</Link>
      {config?.sign_in?.mail && (
        <Button variant="subtle" pending={pending} onClick={() => void forget()}>
          {t('signIn.forgot')}
        </Button>
      )}
    </p>
  );
}
