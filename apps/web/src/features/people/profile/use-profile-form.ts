import type { profileUpdate, ProfileView } from '@classwright/contract/people/profiles/calls';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { useVersionedForm } from '../../../base/versioned-form.ts';

const FIELDS = ['city', 'state', 'zip', 'phone', 'dob', 'address'] as const;
export type ProfileField = (typeof FIELDS)[number];

const toValues = (profile: ProfileView | null) => Object.fromEntries(FIELDS.map((name) => [name, profile?.[name] ?? ''])) as Record<ProfileField, string>;

export const profileKey = (accountId: number | undefined) => ['profile', accountId ?? 'own'];

/** A form for one's own profile, or for someone else's by people who administer accounts. */
export function useProfileForm(profile: ProfileView, accountId: number | undefined) {
  const queries = useQueryClient();
  const form = useVersionedForm({
    row: profile,
    toValues,
    save: async (values, base) => {
      const asked = accountId === undefined ? {} : { account_id: accountId };
      const saved = await api<typeof profileUpdate>('PUT', '/profile', { body: { ...asked, ...values, updated_at: base?.updated_at ?? null } });
      if (accountId === undefined) await refreshUser(); // the telephone number is the account's
      return saved;
    },
    onSaved: ({ profile: saved, message }) => {
      queries.setQueryData(profileKey(accountId), saved);
      form.restart(saved);
      showSnack(message);
    },
  });
  useUnsaved(form.isDirty);
  return form;
}
