import { auditMany } from '../../../../platform/audit/index.ts';
import { guardAccess, requireGrantableRoles, upsertAccountRoles } from '../../../people/access/index.ts';
import { correctAccounts, insertAccounts, toEmailKey } from '../../../people/accounts/index.ts';
import { type NewLink, keepLinks, renamePeople } from '../../../class/sources/index.ts';
import { findNewKinds, listAccountsByIds, listAccountsByKeys, listKnownLinks } from '../known-queries.ts';
import type { RosterRow, RowOffers, RowResult } from '../queries.ts';
import { type ApplyContext, type ApplyRows, forEachSchool } from './doing.ts';

interface PersonFields {
  first: string;
  last: string;
  /** The address of the new account. */
  email: string;
  isMade: boolean;
  /** The address in the file. */
  told: string;
  formerId?: string;
  offers?: RowOffers;
}

const fieldsOf = ({ fields }: RosterRow): PersonFields => fields as unknown as PersonFields;

/** Creates accounts, and stores which person of the information system each account is. */
export const applyPeople: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, ofSchool) => {
    const links = new Map(
      (
        await listKnownLinks(
          doing.tx,
          sourceId,
          'person',
          ofSchool.map(({ external_id }) => external_id),
        )
      ).map((link) => [link.externalId, link]),
    );
    const results: RowResult[] = [];
    const kept: NewLink[] = [];
    const keep = (row: RosterRow, accountId: number): void => {
      const { first, last, told } = fieldsOf(row);
      kept.push({ kind: 'person', parentId: null, externalId: row.external_id, localId: accountId, base: { email: told, first, last } });
    };
    const fresh: RosterRow[] = [];
    await renamePeople(doing.tx, sourceId, ofSchool.flatMap(newIdOf));
    for (const row of ofSchool) {
      const link = links.get(row.external_id);
      if (row.outcome === 'ends') {
        if (link && link.localId !== null) kept.push({ kind: 'person', parentId: null, externalId: row.external_id, localId: link.localId, state: 'gone' });
        results.push({ number: row.number });
      } else if (row.choice.same === false) results.push({ number: row.number, state: 'skipped', why: 'notSame' });
      else if (row.outcome === 'not_taken') {
        if (row.local_id !== null) kept.push({ kind: 'person', parentId: null, externalId: row.external_id, localId: row.local_id, base: agreedBase(row) });
      } else if (row.outcome === 'changed') {
        if (row.local_id !== null) keep(row, row.local_id);
        results.push({ number: row.number });
      } else if (link && link.localId !== null && link.localId !== row.local_id && (await listAccountsByIds(doing.tx, [link.localId])).size > 0)
        results.push({ number: row.number, state: 'was_there', localId: link.localId });
      else fresh.push(row);
    }
    const matched = await listAccountsByIds(
      doing.tx,
      fresh.flatMap(({ local_id }) => local_id ?? []),
    );
    const toMake: RosterRow[] = [];
    for (const row of fresh) {
      const account = row.local_id === null ? undefined : matched.get(row.local_id);
      if (row.local_id === null) toMake.push(row);
      else if (account?.status && account.school_id === schoolId) {
        keep(row, account.id);
        results.push({ number: row.number, localId: account.id, state: null });
      } else results.push({ number: row.number, state: 'failed', why: 'accountGone' });
    }
    results.push(...(await makeAccounts(doing, schoolId, toMake, keep)));
    await keepLinks(doing.tx, sourceId, kept);
    results.push(...(await correctSome(doing, ofSchool, 'do')));
    // the last result of a row counts
    const byNumber = new Map<number, RowResult>();
    for (const result of results) byNumber.set(result.number, { ...byNumber.get(result.number), ...result });
    return [...byNumber.values()].filter(({ state, localId }) => state !== undefined || localId !== undefined);
  });

/**
 * Returns the values that both sides agree on once the choices about a row are applied: the others are offered again
 * next time.
 */
function agreedBase(row: RosterRow): object {
  const { first, last, told, offers = {} } = fieldsOf(row);
  return { ...(offers.name && !row.choice.name ? {} : { first, last }), ...(offers.email && !row.choice.email ? {} : { email: told }) };
}

/** Returns the new id of a person known by another one, if somebody confirmed that it is the same person. */
function newIdOf(row: RosterRow): { localId: number; before: string; after: string }[] {
  const { formerId } = fieldsOf(row) ?? {};
  return formerId !== undefined && row.choice.same && row.local_id !== null ? [{ localId: row.local_id, before: formerId, after: row.external_id }] : [];
}

/** Applies the roster's names and addresses to people for whom this was chosen, or restores their earlier ones. */
export async function correctSome(
  { tx, person, row: roster, requestId }: ApplyContext,
  rows: readonly RosterRow[],
  direction: 'do' | 'undo',
): Promise<RowResult[]> {
  const corrections = rows.flatMap((row) => {
    const { offers = {} } = fieldsOf(row) ?? {};
    const chosen = [row.choice.name ? offers.name : undefined, row.choice.email ? offers.email : undefined].filter((offer) => offer !== undefined);
    if (chosen.length === 0 || row.local_id === null || row.choice.same === false) return [];
    const [before, after] = [Object.assign({}, ...chosen.map((offer) => offer.before)), Object.assign({}, ...chosen.map((offer) => offer.after))];
    return [{ row, accountId: row.local_id, ...(direction === 'do' ? { before, after } : { before: after, after: before }) }];
  });
  const staying = await correctAccounts(tx, person, corrections);
  const done = corrections.filter(({ accountId }) => !staying.has(accountId)).map(({ accountId }) => accountId);
  const after = { import_id: roster.id, file_name: roster.file_name };
  await auditMany(tx, person, { action: direction === 'do' ? 'roster.corrected' : 'roster.undo.corrected', subjectType: 'account', after, requestId }, done);
  return corrections.flatMap(({ row, accountId }): RowResult[] => {
    const why = staying.get(accountId);
    return why === undefined ? [] : [{ number: row.number, state: direction === 'do' ? 'failed' : 'stays', why }];
  });
}

async function makeAccounts(
  doing: ApplyContext,
  schoolId: number,
  rows: readonly RosterRow[],
  keep: (row: RosterRow, accountId: number) => void,
): Promise<RowResult[]> {
  const { tx, person, row: roster, requestId } = doing;
  if (rows.length === 0) return [];
  if (!roster.options.createAccounts) return rows.map(({ number }) => ({ number, state: 'skipped', why: 'noAccounts' }));
  const { types, roles } = await findNewKinds(tx);
  const plans = rows.map((row) => {
    const { first, last, email, isMade } = fieldsOf(row);
    const role = row.role ?? 'STUDENT';
    return {
      ...{ first_name: first, last_name: last, email, email_key: toEmailKey(email), phone_number: '', school_id: schoolId },
      ...{ account_type_id: types[role], role_id: roles[role], is_mailable: !isMade },
    };
  });
  const made = await insertAccounts(tx, plans);
  const taken = await listAccountsByKeys(
    tx,
    plans.filter(({ email_key }) => !made.has(email_key)).map(({ email_key }) => email_key),
  );
  await guardAccess(tx, person, async () => {
    await requireGrantableRoles(tx, person, [...new Set(plans.map(({ role_id }) => role_id))]);
    const given = plans.filter(({ email_key }) => made.has(email_key));
    await upsertAccountRoles(
      tx,
      given.map(({ email_key }) => made.get(email_key) as number),
      given.map(({ role_id }) => role_id),
    );
  });
  const after = { import_id: roster.id, file_name: roster.file_name };
  await auditMany(tx, person, { action: 'roster.account', subjectType: 'account', after, requestId }, [...made.values()]);
  return rows.map((row, at) => {
    const key = plans[at]?.email_key as string;
    const own = made.get(key);
    if (own !== undefined) {
      keep(row, own);
      return { number: row.number, localId: own };
    }
    // somebody has created it since the preview
    const other = taken.get(key);
    if (!other?.status || other.school_id !== schoolId || other.is_student !== (row.role !== 'TEACHER'))
      return { number: row.number, state: 'failed', why: 'addressTaken' };
    keep(row, other.id);
    return { number: row.number, localId: other.id, state: 'was_there' };
  });
}
