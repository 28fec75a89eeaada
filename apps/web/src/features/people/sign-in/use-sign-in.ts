import type { authLogin } from '@classwright/contract/people/sign-in/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { deviceId, keepDeviceId } from '../../../base/device.ts';
import { signIn, signOut } from '../../../base/session.ts';

export interface Credentials {
  email: string;
  password: string;
  /** True to sign in new tabs on this device too. */
  remember: boolean;
}

/** Signs in, with state and error. After a failure, including a missing network, nobody is signed in. */
export function useSignIn() {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** Returns the error, or null if there was none. */
  const submit = async ({ email, password, remember }: Credentials): Promise<unknown> => {
    setPending(true);
    setError(null);
    try {
      const device = deviceId(email);
      const { user, api_token } = await api<typeof authLogin>('POST', '/auth/login', { body: { email, password, device }, token: null });
      keepDeviceId(email, device);
      signIn(api_token, user, { remember });
      return null;
    } catch (failure) {
      signOut();
      setError(failure);
      return failure;
    } finally {
      setPending(false);
    }
  };
  return { submit, pending, error };
}
