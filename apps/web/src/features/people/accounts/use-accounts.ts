import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshUser } from '../../../base/own-account.ts';
import { useFreshRows, usePagedList } from '../../../ui/data-table/index.ts';
import { type Account, loadAccount, loadAccounts, loadAll, loadOnlySchool, loadSchool } from './calls.ts';
import { type AccountsSearch, listPart } from './search.ts';

/** One page of accounts as the address says, with what was made or saved on it a moment ago. */
export function useAccounts(search: AccountsSearch) {
  const queries = useQueryClient();
  const asked = listPart(search);
  const { list, isFresh, point } = useFreshRows(usePagedList(['accounts', 'page'], asked, loadAccounts), asked);
  return {
    list,
    isFresh,
    /** Loads the list anew; these accounts are shown in it, on whichever page they belong. */
    async renew(accounts: readonly Account[] = []): Promise<void> {
      point(accounts);
      await queries.invalidateQueries({ queryKey: ['accounts'] });
      await refreshUser(); // it may have been this person's own account
    },
  };
}

/** An account that a dialog is about. */
export const useAccount = (id: number, enabled = true) =>
  useQuery({ queryKey: ['accounts', 'one', id], queryFn: ({ signal }) => loadAccount(id, signal), gcTime: 0, staleTime: 0, enabled });

/** Whom a dialog is about, also when the address names somebody who is not on the page. */
export function useAccountName(id: number, known: string | null): string {
  const { data } = useAccount(id, known === null);
  return known ?? data?.full_name ?? `#${id}`;
}

/** All rows of a short list, for a select. */
export const useAll = (path: '/account-types' | '/roles') => useQuery({ queryKey: ['choices', path, 'all'], queryFn: ({ signal }) => loadAll(path, signal) });

/** The school of a new account, where there is only one. */
export const useOnlySchool = (wanted: boolean) =>
  useQuery({ queryKey: ['choices', '/schools', 'only'], queryFn: ({ signal }) => loadOnlySchool(signal), enabled: wanted });

/** The name of a school that the address names. */
export const useSchool = (id: number | undefined) =>
  useQuery({ queryKey: ['choices', '/schools', 'one', id], queryFn: ({ signal }) => loadSchool(id as number, signal), enabled: id !== undefined });
