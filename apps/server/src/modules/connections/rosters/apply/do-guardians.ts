import { auditEach, auditMany } from '../../../../platform/audit/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { deleteLinks, keepLinks, listLinks, type NewLink } from '../../../class/sources/index.ts';
import {
  announceChildren,
  changeRosterRelations,
  endRosterTies,
  insertRosterTies,
  listGuardianAccounts,
  type NewRosterTie,
} from '../../../overview/guardians/index.ts';
import { guardAccess, requireGrantableRoles, upsertAccountRoles } from '../../../people/access/index.ts';
import { insertAccounts, toEmailKey } from '../../../people/accounts/index.ts';
import { findGuardianKind, listAccountsByIds, listAccountsByKeys, listKnownLinks } from '../known-queries.ts';
import type { Relation } from '../read/roster.ts';
import type { RosterRow, RowOffers, RowResult } from '../queries.ts';
import { correctSome } from './do-people.ts';
import { type ApplyContext, type ApplyRows, forEachSchool } from './doing.ts';

interface GuardianFields {
  first: string;
  last: string;
  /** The address in the file. */
  email: string;
  offers?: RowOffers;
}

export interface TieFields {
  relation: Relation;
  /** The id of the child in the source, and the account where the source has no link to it. */
  child: string;
  childId: number | null;
  changes?: { relation: { before: string; after: string } };
}

/** Returns the changes of relations in rows of ties, in the order of `direction`. */
export const listRelations = (rows: readonly RosterRow[], direction: 'do' | 'undo'): { id: number; before: string; after: string }[] =>
  rows.flatMap(({ outcome, local_id: id, fields }) => {
    const relation = (fields as unknown as TieFields | null)?.changes?.relation;
    if (outcome !== 'changed' || id === null || !relation) return [];
    return [direction === 'do' ? { id, ...relation } : { id, before: relation.after, after: relation.before }];
  });

/** Creates accounts of guardians, and stores which guardian of the information system each account is. */
export const applyGuardians: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, ofSchool) => {
    const results: RowResult[] = [];
    const kept: NewLink[] = [];
    const keep = (row: RosterRow, accountId: number, base: object = {}, state: NewLink['state'] = 'linked'): void =>
      void kept.push({ kind: 'guardian', parentId: null, externalId: row.external_id, localId: accountId, base, state });
    const matched = ofSchool.flatMap(({ local_id }) => local_id ?? []);
    const [accounts, guardians] = await Promise.all([listAccountsByIds(doing.tx, matched), listGuardianAccounts(doing.tx, matched)]);
    const isGuardian = ({ local_id: id }: RosterRow): boolean => {
      const account = accounts.get(id ?? 0);
      return account !== undefined && guardians.has(account.id) && isWithin(doing.person.reach, account.school_id);
    };
    const uncorrected = await correctSome(doing, ofSchool.filter(isGuardian), 'do');
    const failed = new Set(uncorrected.map(({ number }) => number));
    const toMake: RosterRow[] = [];
    for (const row of ofSchool) {
      if (row.local_id === null) toMake.push(row);
      else if (row.outcome === 'ends') keep(row, row.local_id, {}, 'gone');
      else if (isGuardian(row)) keep(row, row.local_id, agreedBase(row, !failed.has(row.number)));
      else results.push({ number: row.number, state: 'failed', why: 'accountGone' });
    }
    results.push(...uncorrected, ...(await makeGuardians(doing, schoolId, toMake, keep)));
    // an account is one guardian of a source; with another id, the newer one counts
    const earlier = await listLinks(doing.tx, { sourceId, kind: 'guardian', parentId: null, localIds: kept.flatMap(({ localId }) => localId ?? []) });
    const idOf = new Map(kept.map(({ localId, externalId }) => [localId, externalId]));
    await deleteLinks(
      doing.tx,
      earlier.filter(({ local_id, external_id }) => idOf.get(local_id) !== external_id).map(({ id }) => id),
    );
    await keepLinks(doing.tx, sourceId, kept);
    return results;
  });

/** Returns the address that both sides agree on: one that was offered and not chosen is offered again next time. */
function agreedBase({ fields, choice }: RosterRow, isCorrected: boolean): object {
  const { email, offers } = fields as unknown as GuardianFields;
  return email === '' || (offers?.email && !(choice.email && isCorrected)) ? {} : { email };
}

async function makeGuardians(
  { tx, person, row: roster, requestId }: ApplyContext,
  schoolId: number,
  rows: readonly RosterRow[],
  keep: (row: RosterRow, accountId: number, base: object) => void,
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  if (!roster.options.createAccounts) return rows.map(({ number }) => ({ number, state: 'skipped', why: 'noAccounts' }));
  const { type, role } = await findGuardianKind(tx);
  const plans = rows.map(({ fields }) => {
    const { first, last, email } = fields as unknown as GuardianFields;
    return {
      ...{ first_name: first, last_name: last, email, email_key: toEmailKey(email), phone_number: '', school_id: schoolId },
      ...{ account_type_id: type, role_id: role },
    };
  });
  const made = await insertAccounts(tx, plans);
  const ids = [...made.values()];
  await guardAccess(tx, person, async () => {
    await requireGrantableRoles(tx, person, [role]);
    await upsertAccountRoles(
      tx,
      ids,
      ids.map(() => role),
    );
  });
  const after = { import_id: roster.id, file_name: roster.file_name };
  await auditMany(tx, person, { action: 'roster.account', subjectType: 'account', after, requestId }, ids);
  // somebody may have created the others since the preview
  const keys = plans.map(({ email_key }) => email_key);
  const others = await listAccountsByKeys(
    tx,
    keys.filter((key) => !made.has(key)),
  );
  const guardians = await listGuardianAccounts(
    tx,
    [...others.values()].map(({ id }) => id),
  );
  return rows.map(({ number, ...row }, at): RowResult => {
    const own = made.get(keys[at] as string);
    const other = others.get(keys[at] as string);
    const accountId = own ?? (other && guardians.has(other.id) && isWithin(person.reach, other.school_id) ? other.id : null);
    if (accountId === null) return { number, state: 'failed', why: 'addressTaken' };
    keep({ number, ...row }, accountId, agreedBase({ number, ...row }, true));
    return own === undefined ? { number, localId: accountId, state: 'was_there' } : { number, localId: accountId };
  });
}

/** Ties guardians to children, changes relations, and ends ties. */
export const applyTies: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, ofSchool) => {
    const { tx, t } = doing;
    const ending = ofSchool.filter(({ outcome }) => outcome === 'ends');
    const ended = await endRosterTies(
      tx,
      sourceId,
      ending.flatMap(({ local_id }) => local_id ?? []),
    );
    await auditTies(doing, 'roster.tieEnd', ended, 'before');
    const done = new Set(ended.map(({ id }) => id));
    const results: RowResult[] = ending.filter(({ local_id }) => !done.has(local_id ?? 0)).map(({ number }) => ({ number, state: 'was_there' }));

    const changed = await changeRosterRelations(tx, sourceId, listRelations(ofSchool, 'do'));
    await auditTies(doing, 'roster.tieRelation', changed, 'after');
    for (const { id } of changed) done.add(id);
    for (const { number, outcome, local_id } of ofSchool)
      if (outcome === 'changed' && !done.has(local_id ?? 0)) results.push({ number, state: 'failed', why: 'changedSince' });

    const fresh = ofSchool.filter(({ outcome }) => outcome === 'new');
    const [children, guardians] = await listPairs(doing, sourceId, fresh);
    const wanted = fresh.map((row): { row: RosterRow; tie: NewRosterTie | null } => {
      const { relation, child, childId: given } = row.fields as unknown as TieFields;
      const [childId, guardianId] = [given ?? children.get(child), guardians.get(row.external_id)];
      return { row, tie: childId === undefined || guardianId === undefined ? null : { childId, guardianId, relation: t(`rosters.relation.${relation}`) } };
    });
    const made = await insertRosterTies(
      tx,
      { sourceId, schoolId },
      wanted.flatMap(({ tie }) => tie ?? []),
    );
    await auditTies(doing, 'roster.tie', made, 'after');
    announceChildren(
      tx,
      doing.realtime,
      [...ended, ...changed, ...made].map(({ guardian_id }) => guardian_id),
    );
    const idOf = new Map(made.map(({ id, child_id, guardian_id }) => [`${child_id} ${guardian_id}`, id]));
    for (const { row, tie } of wanted) {
      const id = tie && idOf.get(`${tie.childId} ${tie.guardianId}`);
      if (id) results.push({ number: row.number, localId: id });
      else results.push({ number: row.number, state: 'failed', why: tie ? 'tieRefused' : 'tieNobody' });
    }
    return results;
  });

/** Returns the accounts of children and guardians by their ids in the source. A guardian may be linked at another school of the roster. */
async function listPairs(
  { tx, row, sourceOf }: ApplyContext,
  sourceId: number,
  rows: readonly RosterRow[],
): Promise<[Map<string, number>, Map<string, number>]> {
  const toIds = (links: Awaited<ReturnType<typeof listKnownLinks>>) =>
    links.flatMap(({ externalId, localId, state }) => (localId === null || state !== 'linked' ? [] : [[externalId, localId] as const]));
  const children = await listKnownLinks(
    tx,
    sourceId,
    'person',
    rows.map(({ fields }) => (fields as unknown as TieFields).child),
  );
  const guardians = new Map<string, number>();
  for (const schoolId of row.school_ids) {
    const links = await listKnownLinks(
      tx,
      await sourceOf(schoolId),
      'guardian',
      rows.map(({ external_id }) => external_id),
    );
    for (const [id, accountId] of toIds(links)) guardians.set(id, accountId);
  }
  return [new Map(toIds(children)), guardians];
}

/** Records ties in the trail of each child, as ties by hand are. */
export async function auditTies(
  { tx, person, row, requestId }: ApplyContext,
  action: string,
  ties: readonly { child_id: number; guardian_id: number }[],
  side: 'before' | 'after',
): Promise<void> {
  await auditEach(
    tx,
    person,
    { action, subjectType: 'account', requestId },
    ties.map(({ child_id, guardian_id }) => ({ subjectId: child_id, [side]: { guardian: guardian_id, import_id: row.id, file_name: row.file_name } })),
  );
}
