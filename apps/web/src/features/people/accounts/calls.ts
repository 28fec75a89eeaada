import type { accountLinkCreate, accountLinkRevoke } from '@classwright/contract/people/accounts/links';
import type {
  accountBlocks,
  accountCreate,
  accountDelete,
  accountGet,
  accountList,
  accountSignOut,
  accountStatus,
  accountUpdate,
  AccountView,
} from '@classwright/contract/people/accounts/calls';
import type { Block, BlockRequest } from '@classwright/contract/core/blocks';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type {
  AccountColumn,
  importAccount,
  importApply,
  importGet,
  importList,
  importProblems,
  ImportResolution,
  importResolve,
  importRows,
  importUndo,
  importUndoPreview,
  ImportView,
} from '@classwright/contract/school/imports/calls';
import { api } from '../../../base/api.ts';
import { listApi } from '../../../base/list-api.ts';
import type { ListAnswer } from '../../../ui/data-table/index.ts';
import type { ImportMessage } from '../../../ui/import/ShownRows.tsx';
import { EARLIER_PER_PAGE, type UndoImportCalls } from '../../../ui/import/undo-import-calls.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import { type AccountsSearch, filtersOf } from './search.ts';

export type Account = AccountView;
export type Import = ImportView;
export type ImportAnswer = CallResult<typeof importGet>;

export const TEMPLATE = '/api/import/account/download';
/** The template without the names of this installation, as a plain file. */
export const PLAIN_TEMPLATE = '/account-import-template.xlsx';
export const exportPath = (search: AccountsSearch): `/api/${string}` =>
  `/api/accounts/export?${new URLSearchParams(Object.entries(filtersOf(search)).map(([key, value]) => [key, String(value)]))}`;

export async function loadAccounts(search: AccountsSearch, signal: AbortSignal): Promise<ListAnswer<Account>> {
  const { page = 1, sort, direction } = search;
  const query = { ...filtersOf(search), page, ...(sort ? { sort: sort as 'email' } : {}), ...(direction ? { direction } : {}) };
  return api<typeof accountList>('GET', '/accounts', { query, signal });
}

export const loadAccountBlock = ({ sort, ...query }: Omit<AccountsSearch, 'page'> & Partial<BlockRequest>, signal: AbortSignal): Promise<Block<Account>> =>
  api<typeof accountBlocks>('GET', '/accounts/blocks', { query: { ...query, ...(sort ? { sort: sort as 'email' } : {}) }, signal });

export async function loadAccount(id: number, signal: AbortSignal): Promise<Account> {
  return (await api<typeof accountGet>('GET', '/accounts/:id', { params: { id }, signal })).account;
}

/** The values that the dialog sends. */
export type AccountValues = Pick<Account, 'first_name' | 'last_name' | 'email' | 'phone_number' | 'status'> &
  Record<'account_type_id' | 'role_id', number | null> & { school_id: number | null | '' };

export async function saveAccount(values: AccountValues, on: Pick<Account, 'id' | 'updated_at'> | null): Promise<{ account: Account; message: string }> {
  const body = { ...values, school_id: values.school_id, account_type_id: values.account_type_id ?? '', role_id: values.role_id ?? '' };
  if (!on) return api<typeof accountCreate>('POST', '/accounts', { body });
  return api<typeof accountUpdate>('PUT', '/accounts/:id', { params: { id: on.id }, body: { ...body, updated_at: on.updated_at } });
}

export const setStatus = async (id: number, status: boolean): Promise<string> =>
  (await api<typeof accountStatus>('PUT', '/accounts/:id/status', { params: { id }, body: { status } })).message;
export const deleteAccount = async (id: number): Promise<string> => (await api<typeof accountDelete>('DELETE', '/accounts/:id', { params: { id } })).message;
export const signOutAccount = async (id: number): Promise<string> =>
  (await api<typeof accountSignOut>('POST', '/accounts/:id/sign-out', { params: { id } })).message;
export const makeLink = (id: number, mail: boolean) => api<typeof accountLinkCreate>('POST', '/accounts/:id/sign-in-link', { params: { id }, body: { mail } });
export const revokeLinks = async (id: number): Promise<string> =>
  (await api<typeof accountLinkRevoke>('DELETE', '/accounts/:id/sign-in-link', { params: { id } })).message;

interface NamedRow {
  id: number;
  name?: string;
  school_name?: string;
  key?: string | null;
}
const OFFERED = 20;

async function loadNamed(path: string, query: Record<string, unknown>, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await listApi<{ data: NamedRow[] }>('GET', path, { query, signal });
  return data.map(({ id, name, school_name }) => ({ id, name: name ?? school_name ?? String(id) }));
}

/** Finds schools while typing. */
export const schools: ChoiceSource = {
  name: '/schools',
  load: (text, signal) => loadNamed('/schools', { search_text: text, page: 1, per_page: OFFERED }, signal),
};
/** Returns the school if there is only one. */
export async function loadOnlySchool(signal: AbortSignal): Promise<Choice | null> {
  const [only, another] = await loadNamed('/schools', { page: 1, per_page: 2 }, signal);
  return only && !another ? only : null;
}
/** A row of a short list, with the `key` of a built-in one. */
export interface KeyedChoice extends Choice {
  key: string | null;
}
/** Returns all rows of a short list. */
export async function loadAll(path: '/account-types' | '/roles', signal: AbortSignal): Promise<KeyedChoice[]> {
  const { data } = await listApi<{ data: NamedRow[] }>('GET', path, { query: { per_page: 0 }, signal });
  return data.map(({ id, name = '', key = null }) => ({ id, name, key }));
}
export const loadSchool = async (id: number, signal: AbortSignal): Promise<Choice> => {
  const { data } = await listApi<{ data: NamedRow }>('GET', '/schools/:id', { params: { id }, signal });
  return { id, name: data.school_name ?? String(id) };
};

const SLOW_MS = 120_000;
export interface ImportOptions {
  partial: boolean;
  send_links: boolean;
}

export async function previewImport(file: File, signal: AbortSignal): Promise<Import> {
  return (await api<typeof importAccount>('POST', '/import/account', { file, body: { mode: 'preview' }, timeoutMs: SLOW_MS, signal })).import;
}
export const applyImport = (id: number, body: ImportOptions, signal: AbortSignal): Promise<ImportAnswer> =>
  api<typeof importApply>('POST', '/import/jobs/:id/apply', { params: { id }, body, timeoutMs: SLOW_MS, signal });
export const loadImport = (id: number, signal: AbortSignal): Promise<ImportAnswer> =>
  api<typeof importGet>('GET', '/import/jobs/:id', { params: { id }, signal });
export async function resolveImport(id: number, resolutions: readonly ImportResolution[], signal: AbortSignal): Promise<Import> {
  const body = { resolutions: [...resolutions] };
  return (await api<typeof importResolve>('POST', '/import/jobs/:id/resolve', { params: { id }, body, timeoutMs: SLOW_MS, signal })).import;
}
export const loadImportProblems = (id: number, signal: AbortSignal) =>
  api<typeof importProblems>('GET', '/import/jobs/:id/problems', { params: { id }, signal });
/** The calls to undo an import of accounts. */
export const undoCalls: UndoImportCalls<Import> = {
  list: (page, signal) => api<typeof importList>('GET', '/import/jobs', { query: { page, per_page: EARLIER_PER_PAGE }, signal }),
  look: (id, signal) => api<typeof importUndoPreview>('GET', '/import/jobs/:id/take-back', { params: { id }, signal }),
  take: (id) => api<typeof importUndo>('POST', '/import/jobs/:id/take-back', { params: { id } }),
  load: loadImport,
};
export const loadImportRows = (
  id: number,
  query: { page: number; per_page: number; outcome?: 'create' | 'exists' | 'error' | undefined } & Partial<ImportMessage>,
  signal: AbortSignal,
) => api<typeof importRows>('GET', '/import/jobs/:id/rows', { params: { id }, query: { ...query, column: query.column as AccountColumn | undefined }, signal });

const MOST_ROWS = 200;
/** Returns everyone that an import has created, in the order of its rows. */
export async function loadMadeBy(importId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await api<typeof importRows>('GET', '/import/jobs/:id/rows', {
      params: { id: importId },
      query: { page, per_page: MOST_ROWS, outcome: 'create' },
    });
    ids.push(...data.flatMap(({ account_id }) => account_id ?? []));
    if (page >= pagination.last_page) return ids;
  }
}
export const errorsPath = (id: number): `/api/${string}` => `/api/import/jobs/${id}/errors`;
