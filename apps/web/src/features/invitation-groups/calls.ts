import type { CallResult } from '@classwright/contract/core/endpoint';
import type { groupAccountsAdd, groupAccountsRemove, importGroupAccounts } from '@classwright/contract/invitation-groups';
import type { InvitationGroupAccount, invitationGroups } from '@classwright/contract/lists/invitation-group';
import type { suggestAccounts } from '@classwright/contract/suggest';
import { api } from '../../app/api.ts';
import type { Choice } from '../../ui/form/index.ts';

export type Member = InvitationGroupAccount;
export type ImportOutcome = CallResult<typeof importGroupAccounts>;

const MEMBERS = '/invitation/group/accounts';
const IMPORT = '/import/group/account';
export const TEMPLATE = `/api${IMPORT}/download`;
const SLOW_MS = 120_000;

export const fullName = ({ first_name, last_name, email }: Member): string => `${first_name} ${last_name}`.trim() || email;

export async function loadGroup(id: number, signal: AbortSignal) {
  return (await api<(typeof invitationGroups)['endpoints']['get']>('GET', '/invitation/groups/:id', { params: { id }, signal })).data;
}

export async function addAccounts(groupId: number, accountIds: number[]): Promise<string> {
  return (await api<typeof groupAccountsAdd>('POST', MEMBERS, { body: { invitation_group_id: groupId, account_id: accountIds } })).message;
}

export async function removeAccount(groupId: number, accountId: number): Promise<string> {
  return (await api<typeof groupAccountsRemove>('DELETE', MEMBERS, { body: { invitation_group_id: groupId, account_id: accountId } })).message;
}

export async function searchAccounts(query: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api<typeof suggestAccounts>('GET', '/suggest/accounts', { query: { query }, signal });
  return data.map(({ id, name, email }) => ({ id, name, ...(name === email ? {} : { detail: email }) }));
}

/** Sends a spreadsheet. @throws {ApiError} */
export function importAccounts(file: File, { groupId, partial }: { groupId: number | null; partial: boolean }): Promise<ImportOutcome> {
  const body = { partial, ...(groupId === null ? {} : { invitation_group_id: groupId }) };
  return api<typeof importGroupAccounts>('POST', IMPORT, { file, timeoutMs: SLOW_MS, body });
}
