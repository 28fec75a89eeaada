import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { listGuardianAccounts, listTiesOfChildren, listTiesOfSource, type RosterTieRow } from '../../../overview/guardians/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import { type KnownAccount, type KnownLink, type KnownSchool, listAccountsByIds, listAccountsByKeys, listKnownLinks, nameOf } from '../known-queries.ts';
import type { ListedOutcome, RowOffers } from '../queries.ts';
import type { RosterGuardian, RosterTie, RowMessage } from '../read/roster.ts';
import type { PeoplePreview, PersonInfo } from './preview-people.ts';
import type { RowWriter } from './row-writer.ts';

interface GuardiansMeans {
  tx: Tx;
  t: Translate<MessageKey>;
  writer: RowWriter;
  people: PeoplePreview;
  /** The schools of the roster. */
  schools: readonly KnownSchool[];
  /** The ids of all schools that the person manages. */
  ownSchools: ReadonlySet<number>;
  /** True when ties that are missing from the file end. */
  endsMissing: boolean;
  /** People and guardians in the file that are not accepted; their ties do not end. */
  refused: readonly string[];
  /** The ends of an earlier reading: no others end; null if there was none. */
  onlyEnds: ReadonlySet<string> | null;
}

type Link = KnownLink<{ email?: string }> & { school: KnownSchool };

/** A guardian of the file, as ties need them. */
interface Standing {
  /** Null for an account that the roster creates. */
  accountId: number | null;
  isTaken: boolean;
  name: string;
}

interface Verdict {
  outcome: ListedOutcome | 'same';
  said?: RowMessage;
  account?: KnownAccount | undefined;
  /** Another address in the roster: what is reported, and what can be chosen. */
  email?: NewEmail | undefined;
}

interface NewEmail {
  said: RowMessage;
  offers?: RowOffers;
}

const said = (code: string, column = '', value = '', params?: RowMessage['params']): RowMessage => ({ column, value, code, ...(params ? { params } : {}) });
const pairOf = (childId: number, guardianId: number): string => `${childId} ${guardianId}`;

/**
 * Previews guardians and their ties: accounts that would be made, ties that are new, change, end, or stay. A guardian is
 * known by the id of the source, otherwise by the address of an account that has the role of guardians. Nobody else
 * becomes a guardian by a roster. A changed address is offered, as it is for students and teachers. The relation follows
 * where the tie is of this roster, which it no longer is once somebody has made it by hand as well.
 */
export class GuardiansPreview {
  readonly #means: GuardiansMeans;
  readonly #guardians: RosterGuardian[] = [];
  readonly #ties: RosterTie[] = [];

  constructor(means: GuardiansMeans) {
    this.#means = means;
  }

  takeGuardians(rows: readonly RosterGuardian[]): void {
    this.#guardians.push(...rows);
  }

  takeTies(rows: readonly RosterTie[]): void {
    this.#ties.push(...rows);
  }

  /** Compares everything, once all people and classes are compared. */
  async finish(): Promise<void> {
    const { tx, people, schools } = this.#means;
    const links = await this.#listLinks();
    const children = await people.findMany(
      this.#ties.map(({ child }) => child),
      schools,
    );
    const homes = new Map<string, number>();
    for (const { guardian, child, isEnded } of this.#ties) {
      const info = children.get(child);
      if (!isEnded && info?.role === 'STUDENT' && !homes.has(guardian)) homes.set(guardian, info.schoolId);
    }
    const standings = await this.#judgeGuardians(links, homes);
    const childIds = [...children.values()].flatMap((info) => info?.accountId ?? []);
    const now = new Map((await listTiesOfChildren(tx, childIds)).map((tie) => [pairOf(tie.child_id, tie.guardian_id), tie]));
    const seen = new Set<number>();
    for (const tie of this.#ties) await this.#judgeTie(tie, children.get(tie.child), standings.get(tie.guardian), now, seen);
    const present = new Set(this.#guardians.flatMap(({ id }) => standings.get(id)?.accountId ?? []));
    await this.#endMissing(links, seen, present);
  }

  async #listLinks(): Promise<Map<string, Link>> {
    const links = new Map<string, Link>();
    for (const school of this.#means.schools)
      if (school.sourceId !== null)
        for (const link of await listKnownLinks<{ email?: string }>(this.#means.tx, school.sourceId, 'guardian'))
          links.set(link.externalId, { ...link, school });
    return links;
  }

  async #judgeGuardians(links: ReadonlyMap<string, Link>, homes: ReadonlyMap<string, number>): Promise<Map<string, Standing>> {
    const { tx, writer } = this.#means;
    const [linked, holders] = await Promise.all([
      listAccountsByIds(
        tx,
        [...links.values()].flatMap(({ localId }) => localId ?? []),
      ),
      listAccountsByKeys(
        tx,
        this.#guardians.flatMap(({ email }) => (email === '' ? [] : [toEmailKey(email)])),
      ),
    ]);
    const roles = await listGuardianAccounts(tx, [...linked.keys(), ...[...holders.values()].map(({ id }) => id)]);
    const standings = new Map<string, Standing>();
    const inFile = new Set(this.#guardians.map(({ id }) => id));
    const heldBy = new Map([...links].flatMap(([id, { localId }]) => (localId !== null && inFile.has(id) ? [[localId, id] as const] : [])));
    // files of changes name ties of guardians whom they do not repeat
    for (const [id, { localId }] of links) {
      const account = linked.get(localId ?? 0);
      if (account) standings.set(id, { accountId: account.id, isTaken: roles.has(account.id), name: nameOf(account) });
    }
    for (const row of this.#guardians) {
      const link = links.get(row.id);
      const { outcome, account, email, said: why } = this.#judge(row, { link, linked, holders, roles, heldBy, hasChild: homes.has(row.id) });
      const isTaken = outcome === 'new' || outcome === 'changed' || outcome === 'same' || email !== undefined;
      const schoolId = (email ? link?.school.id : homes.get(row.id)) ?? link?.school.id ?? null;
      const name = `${row.first} ${row.last}`.trim();
      standings.set(row.id, { accountId: account?.id ?? null, isTaken, name: name || nameOf(account) });
      if (outcome === 'same') await writer.same('guardian');
      else
        await writer.add({
          ...{
            kind: 'guardian',
            outcome,
            schoolId,
            externalId: row.id,
            file: row.file,
            line: row.line,
            name,
            detail: email && account ? account.email : row.email,
          },
          ...{ localId: account?.id ?? null, said: [...(why ? [why] : []), ...(email ? [email.said] : []), ...row.notes] },
          fields: { first: row.first, last: row.last, email: row.email, isMatched: account !== undefined, ...(email?.offers ? { offers: email.offers } : {}) },
        });
    }
    return standings;
  }

  #judge(
    row: RosterGuardian,
    means: {
      link: Link | undefined;
      linked: ReadonlyMap<number, KnownAccount>;
      holders: ReadonlyMap<string, KnownAccount>;
      roles: ReadonlySet<number>;
      /** The guardian of the file who is linked to an account. */
      heldBy: ReadonlyMap<number, string>;
      hasChild: boolean;
    },
  ): Verdict {
    const { link, linked, holders, roles, heldBy, hasChild } = means;
    const known = linked.get(link?.localId ?? 0);
    if (link && known) {
      if (row.isEnded) return link.state === 'linked' ? { outcome: 'ends', account: known, said: said('guardianEnds') } : { outcome: 'same', account: known };
      if (!roles.has(known.id)) return { outcome: 'not_taken', account: known, said: said('guardianNoRole', 'role', '', { name: nameOf(known) }) };
      const email = this.#judgeEmail(row, known, link, holders);
      if (link.state !== 'linked') return { outcome: 'changed', account: known, email, said: said('personBack', 'status') };
      return { outcome: email ? 'not_taken' : 'same', account: known, email };
    }
    if (row.isEnded) return { outcome: 'same' };
    if (!hasChild) return { outcome: 'not_taken', said: said('guardianNoChild') };
    if (row.email === '') return { outcome: 'not_taken', said: said('guardianNoEmail', 'email') };
    const holder = holders.get(toEmailKey(row.email));
    if (!holder) return { outcome: 'new' };
    // nobody learns that an address belongs to another school
    if (holder.school_id === null || !this.#means.ownSchools.has(holder.school_id))
      return { outcome: 'not_taken', said: said('guardianElsewhere', 'email', row.email) };
    const other = heldBy.get(holder.id);
    const params = { name: nameOf(holder) };
    if (other !== undefined) return { outcome: 'not_taken', said: said('accountTaken', 'email', row.email, { ...params, id: other }) };
    if (roles.has(holder.id)) return { outcome: 'new', account: holder };
    if (!holder.status) return { outcome: 'not_taken', said: said('accountInactive', 'email', row.email) };
    return { outcome: 'not_taken', said: said(holder.is_student ? 'guardianIsStudent' : 'guardianIsStaff', 'email', row.email, params) };
  }

  /** Returns the new address of a guardian in the roster, which can be chosen unless somebody else has it. */
  #judgeEmail({ email }: RosterGuardian, account: KnownAccount, { base }: Link, holders: ReadonlyMap<string, KnownAccount>): NewEmail | undefined {
    if (email === '' || email === base.email || toEmailKey(email) === account.email_key) return undefined;
    // an account of another school keeps its address
    if (account.school_id === null || !this.#means.ownSchools.has(account.school_id)) return undefined;
    if (holders.has(toEmailKey(email))) return { said: said('guardianEmailStays', 'email', email) };
    return { said: said('emailDiffers', 'email', email), offers: { email: { before: { email: account.email }, after: { email } } } };
  }

  async #judgeTie(
    tie: RosterTie,
    child: PersonInfo | null | undefined,
    guardian: Standing | undefined,
    now: ReadonlyMap<string, RosterTieRow>,
    seen: Set<number>,
  ): Promise<void> {
    const { writer, schools, t } = this.#means;
    const existing = child?.accountId != null && guardian?.accountId != null ? now.get(pairOf(child.accountId, guardian.accountId)) : undefined;
    const isAgain = existing !== undefined && seen.has(existing.id);
    if (existing && !tie.isEnded) seen.add(existing.id);
    const row = {
      ...{ kind: 'tie' as const, schoolId: child?.schoolId ?? null, externalId: tie.guardian, file: tie.file, line: tie.line },
      ...{ name: guardian?.name ?? tie.guardian, detail: child?.name ?? tie.child },
      fields: { relation: tie.relation, child: child?.externalId ?? tie.child, childId: child?.isGiven ? child.accountId : null },
    };
    const skip = (code: string) => writer.add({ ...row, outcome: 'not_taken', said: [said(code)] });
    if (tie.isEnded) {
      // the guardian's own row says why, and the tie ends with the others that the roster no longer names
      if (existing && !existing.has_ended && existing.source_id !== null && this.#isOwn(existing.source_id))
        await writer.add({ ...row, outcome: 'ends', localId: existing.id, said: [said('tieEnds')] });
      else await writer.same('tie');
      if (existing) seen.add(existing.id);
      return;
    }
    if (child === undefined) return skip('childUnknown');
    if (child === null) return skip('personNotTaken');
    if (child.role !== 'STUDENT') return skip('childNoStudent');
    if (!guardian) return skip('guardianUnknown');
    if (!guardian.isTaken) return; // the row of the guardian says why
    if (existing?.has_ended) return skip('tieEndedByHand');
    if (!existing) return writer.add({ ...row, outcome: 'new' });
    const { id: localId, relation: before, source_id: sourceId } = existing;
    const after = t(`rosters.relation.${tie.relation}`);
    const isOfSource = sourceId !== null && schools.some((school) => school.id === child.schoolId && school.sourceId === sourceId);
    if (isAgain || !isOfSource || before === after) return writer.same('tie');
    await writer.add({ ...row, outcome: 'changed', localId, fields: { ...row.fields, changes: { relation: { before, after } } } });
  }

  #isOwn(sourceId: number): boolean {
    return this.#means.schools.some((school) => school.sourceId === sourceId);
  }

  /** Ends the ties of the source, and unlinks its guardians, that the file no longer names. */
  async #endMissing(links: ReadonlyMap<string, Link>, seen: ReadonlySet<number>, present: ReadonlySet<number>): Promise<void> {
    const { tx, writer, people, schools, endsMissing, refused, onlyEnds } = this.#means;
    if (!endsMissing) return;
    const faulty = new Set<number>(refused.flatMap((id) => links.get(id)?.localId ?? []));
    for (const info of (await people.findMany(refused, schools)).values()) if (info?.accountId != null) faulty.add(info.accountId);
    for (const { id, sourceId } of schools) {
      if (sourceId === null) continue;
      for (const tie of await listTiesOfSource(tx, sourceId)) {
        if (seen.has(tie.id) || faulty.has(tie.child_id) || faulty.has(tie.guardian_id) || onlyEnds?.has(`tie ${tie.id}`) === false) continue;
        await writer.add({
          ...{ kind: 'tie', outcome: 'ends', schoolId: id, externalId: String(tie.guardian_id), file: '', line: 0, name: tie.guardian, detail: tie.child },
          ...{ localId: tie.id, said: [said('tieMissing')] },
        });
      }
    }
    const named = new Set([...this.#guardians.map(({ id }) => id), ...refused]);
    const gone = [...links.values()].filter(
      ({ externalId, state, localId }) => state === 'linked' && localId !== null && !named.has(externalId) && !present.has(localId),
    );
    const accounts = await listAccountsByIds(
      tx,
      gone.map(({ localId }) => localId as number),
    );
    for (const { externalId, localId, school } of gone) {
      const account = accounts.get(localId as number);
      if (!account) continue;
      await writer.add({
        ...{ kind: 'guardian', outcome: 'ends', schoolId: school.id, externalId, file: '', line: 0, name: nameOf(account), detail: account.email },
        ...{ localId: account.id, said: [said('guardianMissing')] },
      });
    }
  }
}
