import { fullName } from '../../../base/full-name.ts';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { groupAccountsAdd, groupAccountsRemove, groupClassAdd, importGroupAccounts } from '@classwright/contract/class/invitation-groups/calls';
import type { InvitationGroupAccount, invitationGroups } from '@classwright/contract/lists/invitation-group';
import type { levels } from '@classwright/contract/lists/level';
import type { suggestAccounts } from '@classwright/contract/school/reference/suggest';
import type { courseList } from '@classwright/contract/class/classes/calls';
import { api } from '../../../base/api.ts';
import type { Choice } from '../../../ui/form/index.ts';

export type Member = InvitationGroupAccount;
export type ImportOutcome = CallResult<typeof importGroupAccounts>;

const MEMBERS = '/invitation/group/accounts';
const IMPORT = '/import/group/account';
export const TEMPLATE = `/api${IMPORT}/download`;
const SLOW_MS = 120_000;
/** The number of options offered before typing finds more. */
const CHOICES = 20;

export const nameOrEmail = (member: Member): string => fullName(member) || member.email;

export async function loadGroup(id: number, signal: AbortSignal) {
  return (await api<(typeof invitationGroups)['endpoints']['get']>('GET', '/invitation/groups/:id', { params: { id }, signal })).data;
}

export async function addAccounts(groupId: number, accountIds: number[]): Promise<string> {
  return (await api<typeof groupAccountsAdd>('POST', MEMBERS, { body: { invitation_group_id: groupId, account_id: accountIds } })).message;
}

/** Adds all students of a class, or of the classes of a level. */
export async function addClass(groupId: number, of: { course_id: number } | { level_id: number }): Promise<{ message: string; account_id: number[] }> {
  return api<typeof groupClassAdd>('POST', '/invitation/group/class', { body: { invitation_group_id: groupId, ...of } });
}

export async function searchClasses(search_text: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api<typeof courseList>('GET', '/courses', { query: { search_text, per_page: CHOICES }, signal });
  return data.map(({ id, name, section, level_name }) => ({ id, name, detail: [section, level_name].filter(Boolean).join(' · ') || undefined }));
}

export async function searchLevels(search_text: string, signal: AbortSignal): Promise<Choice[]> {
  return (await api<(typeof levels)['endpoints']['list']>('GET', '/levels', { query: { search_text, page: 1, per_page: CHOICES }, signal })).data;
}

export async function removeAccounts(groupId: number, accountIds: number[]): Promise<string> {
  return (await api<typeof groupAccountsRemove>('DELETE', MEMBERS, { body: { invitation_group_id: groupId, account_id: accountIds } })).message;
}

export async function searchAccounts(query: string, signal: AbortSignal): Promise<Choice[]> {
  const { data } = await api<typeof suggestAccounts>('GET', '/suggest/accounts', { query: { query }, signal });
  return data.map(({ id, name, email }) => ({ id, name, ...(name === email ? {} : { detail: email }) }));
}

/** Uploads a spreadsheet. @throws {ApiError} */
export function importAccounts(file: File, { groupId, partial }: { groupId: number | null; partial: boolean }): Promise<ImportOutcome> {
  const body = { partial, ...(groupId === null ? {} : { invitation_group_id: groupId }) };
  return api<typeof importGroupAccounts>('POST', IMPORT, { file, timeoutMs: SLOW_MS, body });
}
