import type { SyncPeopleChoice } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { insertAccounts, toEmailKey } from '../../../people/accounts/index.ts';
import { listLinks, relink, type SourceRow } from '../../../class/sources/index.ts';
import { findTypeOf, type PersonRow } from './queries.ts';

export type Refusal = 'withoutAddress' | 'addressTaken' | 'notProposed' | 'matchedAlready' | 'openAlready';

export interface ChoiceOutcome {
  done: PersonRow[];
  refused: { row: PersonRow; why: Refusal }[];
}

const findRefusal = ({ state, email, proposed_id }: PersonRow, choice: SyncPeopleChoice): Refusal | null => {
  if (choice === 'forget') return state === 'matched' || state === 'ignored' ? null : 'openAlready';
  if (state === 'matched') return 'matchedAlready';
  if (choice === 'accept') return proposed_id === null ? 'notProposed' : null;
  return choice === 'create' && !email ? 'withoutAddress' : null;
};

/**
 * Applies a choice to locked people; those it does not fit are unchanged. The number of statements does not depend on
 * the number of people.
 */
export async function applyPeopleChoice(tx: Tx, source: SourceRow, people: readonly PersonRow[], choice: SyncPeopleChoice): Promise<ChoiceOutcome> {
  const refused: ChoiceOutcome['refused'] = [];
  const fit = people.filter((row) => {
    const why = findRefusal(row, choice);
    if (why) refused.push({ row, why });
    return why === null;
  });
  if (choice === 'ignore' || choice === 'forget') {
    const state = choice === 'ignore' ? 'ignored' : 'only_there';
    await relink(
      tx,
      fit.map(({ id }) => ({ id, localId: null, state })),
    );
    return { done: fit, refused };
  }
  const accounts = choice === 'create' ? await makeAccounts(tx, source, fit) : new Map(fit.map(({ id, proposed_id }) => [id, proposed_id as number]));
  const taken = new Set<number>();
  const done = fit.filter((row) => {
    const account = accounts.get(row.id);
    const isFree = account !== undefined && !taken.has(account);
    if (isFree) taken.add(account);
    else refused.push({ row, why: choice === 'create' ? 'addressTaken' : 'notProposed' });
    return isFree;
  });
  await relink(
    tx,
    done.map(({ id }) => ({ id, localId: accounts.get(id) as number, state: 'linked' })),
  );
  return { done, refused };
}

/**
 * Creates accounts for people without one here, by the id of each; a person whose address is used already gets none.
 */
async function makeAccounts(tx: Tx, source: SourceRow, people: readonly PersonRow[]): Promise<Map<number, number>> {
  if (people.length === 0) return new Map();
  const links = await listLinks(tx, { sourceId: source.id, kind: 'person', ids: people.map(({ id }) => id) });
  const facts = new Map(links.map((link) => [link.id, link.facts]));
  const types = { TEACHER: await findTypeOf(tx, 'teacher'), STUDENT: await findTypeOf(tx, 'student') };
  const made = await insertAccounts(
    tx,
    people.map(({ id, email, name, role }) => {
      const { typeId, roleId } = types[role ?? 'STUDENT'];
      const [given, family] = [String(facts.get(id)?.['given'] ?? ''), String(facts.get(id)?.['family'] ?? '')];
      return {
        ...{ first_name: given || (name ?? ''), last_name: family, email: email as string, email_key: toEmailKey(email as string), phone_number: '' },
        ...{ school_id: source.school_id, account_type_id: typeId, role_id: roleId },
      };
    }),
  );
  return new Map(
    people.flatMap(({ id, email }) => {
      const account = made.get(toEmailKey(email as string));
      return account === undefined ? [] : [[id, account] as const];
    }),
  );
}
