import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshUser } from '../../../base/own-account.ts';
import { useFreshRows, usePagedList } from '../../../ui/data-table/index.ts';
import { type Account, loadAccount, loadAccounts, loadAll, loadOnlySchool, loadSchool } from './calls.ts';
import { type AccountsSearch, listPart } from './search.ts';

/** Loads the page of accounts that the address names, including accounts just created or saved. */
export function useAccounts(search: AccountsSearch) {
  const queries = useQueryClient();
  const asked = listPart(search);
  const { list, isFresh, point } = useFreshRows(usePagedList(['accounts', 'page'], asked, loadAccounts), asked);
  return {
    list,
    isFresh,
    /** Reloads the list. These accounts are shown in it, regardless of the page they belong to. */
    async renew(accounts: readonly Account[] = []): Promise<void> {
      point(accounts);
      await queries.invalidateQueries({ queryKey: ['accounts'] });
      await refreshUser(); // it may have been this person's own account
    },
  };
}

/** Loads the account of a dialog. */
export const useAccount = (id: number, enabled = true) =>
  useQuery({ queryKey: ['accounts', 'one', id], queryFn: ({ signal }) => loadAccount(id, signal), gcTime: 0, staleTime: 0, enabled });

/** Returns the name of a dialog's account, even if it is not on the page. */
export function useAccountName(id: number, known: string | null): string {
  const { data } = useAccount(id, known === null);
  return known ?? data?.full_name ?? `#${id}`;
}

/** Loads all rows of a short list, for a select. */
export const useAll = (path: '/account-types' | '/roles') => useQuery({ queryKey: ['choices', path, 'all'], queryFn: ({ signal }) => loadAll(path, signal) });

/** Loads the school of a new account, if there is only one. */
export const useOnlySchool = (wanted: boolean) =>
  useQuery({ queryKey: ['choices', '/schools', 'only'], queryFn: ({ signal }) => loadOnlySchool(signal), enabled: wanted });

/** Loads the name of a school that the address names. */
export const useSchool = (id: number | undefined) =>
  useQuery({ queryKey: ['choices', '/schools', 'one', id], queryFn: ({ signal }) => loadSchool(id as number, signal), enabled: id !== undefined });
