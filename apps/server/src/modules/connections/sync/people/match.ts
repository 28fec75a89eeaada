import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { listIdentityHolders, toEmailKey } from '../../../people/accounts/index.ts';
import { type Link, listLinks, type NewLink, saveLinks } from '../../../class/sources/index.ts';
import type { PersonThere } from '../classroom/resources.ts';
import { listActive, listByAddress } from './queries.ts';

/**
 * The accounts of Google's people, by their ids there. `accountId`: an active account; `matchedId`: any account,
 * including a deactivated one, and a student for whom nobody who must has agreed to Google Classroom. An ignored person
 * has neither.
 */
export type People = Map<string, { linkId: number; accountId: number | null; matchedId: number | null; name: string; isStudent: boolean }>;

/** Returns true for a plain address; one that only looks like another one matches nobody, as at sign-in. */
const isPlain = (email: string): boolean => email.trim().toLowerCase() === toEmailKey(email);

/**
 * Matches these people to accounts, and stores the matches: by the existing link; otherwise to the account that signs
 * in with that Google account; otherwise to the only active account of the school with their address. Never by name. An
 * account that is already matched to somebody else is not used. Students without the needed consent are left out: they
 * are not matched, and what is known of them stays as it is.
 */
export async function matchPeople(
  tx: Tx,
  context: { source: { id: number; school_id: number }; issuer: string },
  people: readonly PersonThere[],
): Promise<People> {
  const { source, issuer } = context;
  const ids = [...new Set(people.map(({ userId }) => userId))];
  const known = new Map(
    (await listLinks(tx, { sourceId: source.id, kind: 'person', parentId: null, externalIds: ids })).map((link) => [link.external_id, link]),
  );
  const withoutConsent = await listWithoutConsent(
    tx,
    'classroom',
    [...known.values()].flatMap(({ local_id }) => local_id ?? []),
  );
  const unknown = people.filter(({ userId }) => known.get(userId)?.local_id == null && known.get(userId)?.state !== 'ignored');
  const found = unknown.length > 0 ? await findMatches(tx, source, issuer, unknown) : new Map<string, number>();
  const toKeep = people.flatMap((person): NewLink[] => {
    const link = known.get(person.userId);
    const account = found.get(person.userId);
    if (link && account === undefined && (isSame(link, person) || (link.local_id !== null && withoutConsent.has(link.local_id)))) return [];
    return [
      {
        kind: 'person',
        parentId: null,
        externalId: person.userId,
        localId: account ?? link?.local_id ?? null,
        facts: factsOf(person, link),
        ...(link?.state === 'ignored' ? { state: 'ignored' as const } : {}),
      },
    ];
  });
  const distinct = [...new Map(toKeep.map((link) => [link.externalId, link])).values()];
  for (const link of await saveLinks(tx, source.id, distinct)) known.set(link.external_id, link);
  const accounts = [...known.values()].flatMap(({ local_id }) => local_id ?? []);
  const active = await listActive(tx, source.school_id, accounts);
  return new Map(
    [...known].map(([id, { id: linkId, local_id, facts, state }]) => {
      const matchedId = state === 'ignored' ? null : local_id;
      const account = matchedId === null || withoutConsent.has(matchedId) ? undefined : active.get(matchedId);
      const accountId = account ? matchedId : null;
      return [id, { linkId, accountId, matchedId, name: String(facts['name'] ?? ''), isStudent: account?.is_student ?? false }];
    }),
  );
}

/** Returns the facts of a person; if Google does not share the address this time, the earlier one is kept. */
const factsOf = ({ name, given, family, email }: PersonThere, link: Link | undefined) => ({
  ...{ name, given, family },
  email: email || String(link?.facts['email'] ?? ''),
});
const isSame = (link: Link, person: PersonThere): boolean => Object.entries(factsOf(person, link)).every(([name, value]) => link.facts[name] === value);

async function findMatches(tx: Tx, source: { id: number; school_id: number }, issuer: string, people: readonly PersonThere[]): Promise<Map<string, number>> {
  const holders = await listIdentityHolders(
    tx,
    issuer,
    people.map(({ userId }) => userId),
  );
  const keys = people.flatMap(({ email }) => (email !== '' && isPlain(email) ? [toEmailKey(email)] : []));
  const byAddress = await listByAddress(tx, source.school_id, keys);
  const active = await listActive(tx, source.school_id, [...holders.values()]);
  const withoutConsent = await listWithoutConsent(tx, 'classroom', [...holders.values(), ...[...byAddress.values()].map(({ account_id }) => account_id)]);
  const wanted = people.flatMap(({ userId, email }): [string, number][] => {
    const holder = holders.get(userId);
    if (holder !== undefined) return active.has(holder) && !withoutConsent.has(holder) ? [[userId, holder]] : [];
    const match = email !== '' && isPlain(email) ? byAddress.get(toEmailKey(email)) : undefined;
    return match && !withoutConsent.has(match.account_id) ? [[userId, match.account_id]] : [];
  });
  const linked = await listLinks(tx, { sourceId: source.id, kind: 'person', parentId: null, localIds: wanted.map(([, account]) => account) });
  const taken = new Map(linked.map((link) => [link.local_id, link.external_id]));
  const matches = new Map<string, number>();
  for (const [userId, account] of wanted) {
    const holder = taken.get(account);
    if (holder !== undefined && holder !== userId) continue; // the address was another person's before: nobody is relinked automatically
    taken.set(account, userId);
    matches.set(userId, account);
  }
  return matches;
}
