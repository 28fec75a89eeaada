import type { linkUse, setUp } from '@classwright/contract/people/accounts/links';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { loadConfig } from '../../../base/config.ts';
import { keepDeviceId } from '../../../base/device.ts';
import { signIn } from '../../../base/session.ts';

type SignedIn = CallResult<typeof linkUse> | CallResult<typeof setUp>;

/** Runs a call that signs in when it succeeds; returns its progress and its errors, by field or for the whole form. */
export function useFirstSignIn() {
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  return {
    pending,
    faults,
    error,
    say: (field: string, words: string) => setFaults({ [field]: words }),
    /** Signs in. Returns true when somebody is signed in now. */
    async run(device: string, call: () => Promise<SignedIn>): Promise<boolean> {
      setPending(true);
      setFaults({});
      setError(null);
      try {
        const { user, api_token } = await call();
        await loadConfig(true).catch(() => undefined); // there may be a school and an administrator now
        keepDeviceId(user.email, device);
        signIn(api_token, user);
        return true;
      } catch (failure) {
        const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
        setFaults(Object.fromEntries(byField.map(([name, texts]) => [name, texts.join(' ')])));
        if (byField.length === 0) setError(failure);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
