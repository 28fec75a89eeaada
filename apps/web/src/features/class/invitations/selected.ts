import type { RowKey } from '../../../ui/data-table/selection.ts';
import type { Person } from './calls.ts';

/** Returns the key of a row: a member's account or a pending invitation, since an invited address has no account. */
export const keyOf = ({ account_id, invitation_id }: Pick<Person, 'account_id' | 'invitation_id'>): string =>
  invitation_id === null ? `member-${account_id}` : `invitation-${invitation_id}`;

const idsOf = (keys: Iterable<RowKey>, kind: string): number[] =>
  [...keys].flatMap((key) => (String(key).startsWith(`${kind}-`) ? [Number(String(key).slice(kind.length + 1))] : []));

/** Returns the selection as ids for the calls. */
export const toIds = (keys: Iterable<RowKey>): { members: number[]; invitations: number[] } => ({
  members: idsOf(keys, 'member'),
  invitations: idsOf(keys, 'invitation'),
});

export const nameOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name || email || '';
