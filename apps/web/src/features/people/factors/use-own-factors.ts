import type {
  factorCodeRemove,
  factorList,
  factorPasskeyBegin,
  factorPasskeyFinish,
  factorPasskeyRemove,
  factorRecoveryRenew,
} from '@classwright/contract/people/sign-in/factors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { makePasskey } from '../../../base/passkeys.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';

/** One's own factors, with what changes them. After a failure `error` has it, and everything is as it was. */
export function useOwnFactors() {
  const loaded = useQuery({
    queryKey: ['own-factors'],
    queryFn: async ({ signal }) => (await api<typeof factorList>('GET', '/auth/factors', { signal })).factors,
  });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Runs a change. Returns true when it was made. */
  const run = async (name: string, work: () => Promise<{ message?: string; recovery_codes?: readonly string[] | null }>): Promise<boolean> => {
    if (pending !== null) return false;
    setPending(name);
    setError(null);
    try {
      const { message, recovery_codes } = await work();
      if (recovery_codes) setCodes(recovery_codes);
      if (message) showSnack(message);
      await loaded.refetch();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setPending(null);
    }
  };
  return {
    loaded,
    codes,
    pending,
    error,
    run,
    forgetCodes: () => setCodes(null),
    addPasskey: (name: string) =>
      run('passkey', async () => {
        const { ticket, options } = await api<typeof factorPasskeyBegin>('POST', '/auth/factors/passkeys');
        const passkey = await makePasskey(options).catch(() => {
          throw new Error(t('factors.notMade'));
        });
        return api<typeof factorPasskeyFinish>('PUT', '/auth/factors/passkeys', { body: { ticket, passkey, name } });
      }),
    removePasskey: (id: number) => run(`passkey ${id}`, () => api<typeof factorPasskeyRemove>('DELETE', '/auth/factors/passkeys/:id', { params: { id } })),
    removeCode: () => run('code', () => api<typeof factorCodeRemove>('DELETE', '/auth/factors/code')),
    renewCodes: () => run('recovery', () => api<typeof factorRecoveryRenew>('POST', '/auth/factors/recovery-codes')),
  };
}

export type OwnFactorsState = ReturnType<typeof useOwnFactors>;
