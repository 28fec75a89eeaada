import type { authLogin } from '@classwright/contract/people/sign-in/calls';
import type { authFactor, authPasskeyBegin, FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { deviceId, keepDeviceId } from '../../../base/device.ts';
import { showPasskey } from '../../../base/passkeys.ts';
import { factorNeededBy } from '../factors/index.ts';
import { signIn, signOut } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';

export interface Credentials {
  email: string;
  password: string;
  /** True to sign in new tabs on this device too. */
  remember: boolean;
}

/** The sign-in of a person who has to show a second factor now. */
interface AskedFactor extends Omit<Credentials, 'password'> {
  needed: FactorNeeded;
}

/** The account that only a passkey knows. */
const PASSKEY = 'passkey';

/** Signs in, with state and error. After a failure, including a missing network, nobody is signed in. */
export function useSignIn() {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState<AskedFactor | null>(null);
  const run = async (work: () => Promise<void>): Promise<unknown> => {
    setPending(true);
    setError(null);
    try {
      await work();
      return null;
    } catch (failure) {
      signOut();
      setError(failure);
      return failure;
    } finally {
      setPending(false);
    }
  };
  /** Returns the error, or null if there was none, or if a second factor is asked for. */
  const submit = ({ email, password, remember }: Credentials): Promise<unknown> =>
    run(async () => {
      const device = deviceId(email);
      const answer = await api<typeof authLogin>('POST', '/auth/login', { body: { email, password, device }, token: null }).catch((failure: unknown) => {
        const needed = factorNeededBy(failure);
        if (!needed) throw failure;
        setAsked({ needed, email, remember });
        return null;
      });
      if (!answer) return;
      keepDeviceId(email, device);
      signIn(answer.api_token, answer.user, { remember });
    });
  /** Signs in with a passkey alone. */
  const withPasskey = (remember: boolean): Promise<unknown> =>
    run(async () => {
      const { ticket, options } = await api<typeof authPasskeyBegin>('POST', '/auth/passkey', { token: null });
      const passkey = await showPasskey(options).catch(() => {
        throw new Error(t('factors.notShown'));
      });
      const device = deviceId(PASSKEY);
      const { user, api_token } = await api<typeof authFactor>('POST', '/auth/factor', { body: { ticket, passkey, device }, token: null });
      keepDeviceId(user.email, device); // the person is known only now
      signIn(api_token, user, { remember });
    });
  return { submit, withPasskey, pending, error, asked, startOver: () => setAsked(null) };
}
