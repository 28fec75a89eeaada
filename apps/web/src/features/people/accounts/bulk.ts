import type { accountBulk, accountIds } from '@classwright/contract/people/accounts/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { api } from '../../../base/api.ts';
import { loadLarge } from '../../../base/large-answer.ts';
import { type AccountsSearch, filtersOf } from './search.ts';

export type BulkAct = 'activate' | 'deactivate' | 'sign_out' | 'role' | 'school' | 'mail_link';
type Answer = CallResult<typeof accountBulk>;
export type Changed = Answer['changed'][number];
export type Refused = Answer['refused'][number];

/** The number of accounts that the server accepts in one call. */
const AT_ONCE = 100;

/** Returns everyone that a search finds. */
export async function loadFoundIds(search: AccountsSearch): Promise<number[]> {
  const { sort, direction } = search;
  const query = { ...filtersOf(search), sort, direction } as never;
  return (await loadLarge<typeof accountIds>('/accounts/ids', { query })).accounts.columns.id;
}

export interface Work {
  act: BulkAct;
  role_id?: number;
  school_id?: number;
}
export interface Outcome {
  changed: Changed[];
  refused: Refused[];
}

/**
 * Applies one act to many people, a hundred at a time, one call after the other. Finished parts stay when a later call
 * fails: `outcome` holds them, so that they can be shown and undone.
 */
export async function runBulk(work: Work, ids: readonly number[], outcome: Outcome, onProgress: (done: number) => void): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const account_ids = ids.slice(at, at + AT_ONCE);
    const { changed, refused } = await api<typeof accountBulk>('POST', '/accounts/bulk', { body: { ...work, account_ids } });
    outcome.changed.push(...changed);
    outcome.refused.push(...refused);
    onProgress(at + account_ids.length);
  }
}

/** Returns the acts that undo an act, by people's previous values; empty when it cannot be undone. */
export function inverseOf(act: BulkAct, changed: readonly Changed[]): { work: Work; ids: number[] }[] {
  const ids = changed.map(({ account_id }) => account_id);
  if (act === 'activate' || act === 'deactivate') return [{ work: { act: act === 'activate' ? 'deactivate' : 'activate' }, ids }];
  if (act !== 'role' && act !== 'school') return [];
  const name = `${act}_id` as const;
  const groups = Map.groupBy(changed, (person) => person[name]);
  // people who had none, or were above all schools, have to be restored by hand: no act can set "none"
  return [...groups].flatMap(([before, people]) =>
    before === null ? [] : [{ work: { act, [name]: before }, ids: people.map(({ account_id }) => account_id) }],
  );
}

export async function undoBulk(act: BulkAct, changed: readonly Changed[]): Promise<number> {
  const outcome: Outcome = { changed: [], refused: [] };
  for (const { work, ids } of inverseOf(act, changed)) await runBulk(work, ids, outcome, () => undefined);
  return outcome.changed.length;
}
