import type { profileGet, profileUpdate, ProfileView } from '@classwright/contract/profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, isApiError } from '../../base/api.ts';
import { refreshUser } from '../../base/own-account.ts';
import { showSnack } from '../../base/snackbar.ts';
import { useUnsaved } from '../../base/unsaved.ts';

export const FIELDS = ['city', 'state', 'zip', 'phone', 'dob', 'address'] as const;
export type ProfileField = (typeof FIELDS)[number];
type Values = Record<ProfileField, string>;

const toValues = (profile: ProfileView | undefined): Values => Object.fromEntries(FIELDS.map((name) => [name, profile?.[name] ?? ''])) as Values;

/** One's own profile, or somebody else's for those who administer accounts: loaded, typed over, saved. */
export function useProfileForm(accountId: number | undefined) {
  const queries = useQueryClient();
  const key = ['profile', accountId ?? 'own'];
  const asked = accountId === undefined ? {} : { account_id: accountId };
  const loaded = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<typeof profileGet>('GET', '/profile', { query: asked, signal }).then(({ profile }) => profile),
  });
  const [base, setBase] = useState<ProfileView>();
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  const [isNewer, setNewer] = useState(false);
  const [pending, setPending] = useState(false);
  const isTyping = Object.keys(typed).length > 0;
  // what is being typed over stays the version it was typed over, so that the server can tell
  useEffect(() => setBase((before) => (before && isTyping ? before : loaded.data)), [loaded.data, isTyping]);
  useUnsaved(FIELDS.some((name) => name in typed && typed[name] !== toValues(base)[name]));
  const values: Values = { ...toValues(base), ...typed };

  function refuse(failure: unknown): void {
    if (isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) {
      setBase(failure.params['row'] as ProfileView);
      setNewer(true);
      return;
    }
    const byField = isApiError(failure) ? Object.entries(failure.errors) : [];
    setFaults(Object.fromEntries(byField.map(([name, texts]) => [name, texts.join(' ')])));
    if (byField.length === 0) setError(failure);
  }

  return {
    loaded,
    values,
    faults,
    error,
    isNewer,
    pending,
    change(name: ProfileField, value: string): void {
      setTyped((before) => ({ ...before, [name]: value }));
      setFaults(({ [name]: _fixed, ...others }) => others);
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setPending(true);
      setFaults({});
      setError(null);
      setNewer(false);
      try {
        const { profile, message } = await api<typeof profileUpdate>('PUT', '/profile', {
          body: { ...asked, ...values, updated_at: base?.updated_at ?? null },
        });
        queries.setQueryData(key, profile);
        setBase(profile);
        setTyped({});
        if (accountId === undefined) await refreshUser(); // the telephone number is the account's
        showSnack(message);
        return true;
      } catch (failure) {
        refuse(failure);
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
