import { parseOwnId } from '@classwright/rules/sync/own-ids';
import { toEmailKey } from '../../../people/accounts/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import {
  type KnownAccount,
  type KnownLink,
  type KnownSchool,
  listAccountsByIds,
  listAccountsByKeys,
  listKnownLinks,
  listLentIds,
  nameOf,
} from '../known-queries.ts';
import type { ListedOutcome, RowChoice, RowOffers } from '../queries.ts';
import type { ClassRole, RosterPerson, RowMessage } from '../read/roster.ts';
import type { RowWriter } from './row-writer.ts';
import { isSameText } from './same-text.ts';
import type { SchoolBook } from './school-book.ts';

/** A person of the file, or an earlier one, as class lists need it. */
export interface PersonInfo {
  schoolId: number;
  name: string;
  /** The existing or future role of the account. */
  role: ClassRole | null;
  accountId: number | null;
  /** The id of this person in the source, which differs from the file's if the file has an id of ours. */
  externalId: string;
  /** The previous id of this person in the source; null if it is unchanged. */
  formerId: string | null;
  /** True when known by an id that we issued, without a link yet. */
  isGiven: boolean;
}

/** The values of a person that both sides last agreed on. */
interface PersonBase {
  email?: string;
  first?: string;
  last?: string;
}

/** The account of a person of the file: by a link, or (null) by an id that we issued. */
interface FoundPerson {
  link: KnownLink<PersonBase> | null;
  accountId: number;
  externalId: string;
  /**
   * The kind of match. If another roster source of the school uses the id, or it has our form, name or address must
   * match too.
   */
  by: 'link' | 'own' | 'lent';
}

interface Judged {
  outcome: ListedOutcome | 'same';
  said: RowMessage[];
  accountId: number | null;
  fields: object | null;
  detail: string;
  choice?: RowChoice;
  /** The previous id of a person with a new one. */
  formerId?: string;
}

const USERNAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{0,62}[\p{L}\p{N}])?$/u;
const fault = (outcome: ListedOutcome, said: RowMessage, detail = ''): Judged => ({ outcome, said: [said], accountId: null, fields: null, detail });

/**
 * Matches the people of a file to accounts: by the source's links, otherwise to the active account of the same school
 * with their address, never by name. Names and addresses of existing accounts are unchanged; differences are reported.
 */
export class PeoplePreview {
  readonly #tx: Tx;
  readonly #writer: RowWriter;
  readonly #schools: SchoolBook;
  readonly #people = new Map<string, PersonInfo | null>();
  readonly #links = new Map<number, Map<string, KnownLink<PersonBase>>>();
  /** Accounts that are already linked to a person of the source. */
  readonly #taken = new Map<number, string>();
  readonly #keys = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #later: { row: RosterPerson; school: KnownSchool | 'unknown' | null; address: Address; holder: KnownAccount }[] = [];
  readonly #idsAreOurs: boolean;
  readonly #isOwnExport: boolean;

  constructor(means: { tx: Tx; writer: RowWriter; schools: SchoolBook; idsAreOurs: boolean; isOwnExport: boolean }) {
    this.#tx = means.tx;
    this.#writer = means.writer;
    this.#schools = means.schools;
    this.#idsAreOurs = means.idsAreOurs;
    this.#isOwnExport = means.isOwnExport;
  }

  /** Finds a person. Null: not accepted. Undefined: neither in the file, nor an earlier one in this school. */
  async find(id: string, school: KnownSchool): Promise<PersonInfo | null | undefined> {
    const found = this.#people.get(id);
    if (found !== undefined) return found;
    const [one] = await this.#findIn(school, [id], { withLent: false });
    const account = one && (await listAccountsByIds(this.#tx, [one.accountId])).get(one.accountId);
    if (!one || (one.by === 'own' && account?.school_id !== school.id)) return undefined;
    const { externalId, link } = one;
    const info = account
      ? { schoolId: school.id, name: nameOf(account), role: roleOf(account), accountId: account.id, externalId, formerId: null, isGiven: !link }
      : null;
    this.#people.set(id, info);
    return info;
  }

  /** Finds people of some schools, as `find` does, in a few statements. */
  async findMany(ids: readonly string[], schools: readonly KnownSchool[]): Promise<ReadonlyMap<string, PersonInfo | null>> {
    for (const school of schools) {
      const found = await this.#findIn(
        school,
        [...new Set(ids)].filter((id) => !this.#people.has(id)),
        { withLent: false },
      );
      const accounts = await listAccountsByIds(
        this.#tx,
        found.map(({ accountId }) => accountId),
      );
      for (const { id, accountId, externalId, link } of found) {
        const account = accounts.get(accountId);
        if (!account || account.school_id !== school.id) continue;
        this.#people.set(id, {
          ...{ schoolId: school.id, name: nameOf(account), role: roleOf(account), accountId, externalId, formerId: null, isGiven: !link },
        });
      }
    }
    return new Map(ids.flatMap((id) => (this.#people.has(id) ? [[id, this.#people.get(id) as PersonInfo | null]] : [])));
  }

  /** Returns the given ids that refer to existing people of the school: by link, otherwise as ids that we issued. */
  async #findIn(school: KnownSchool, ids: readonly string[], { withLent }: { withLent: boolean }): Promise<(FoundPerson & { id: string })[]> {
    const links = await this.#linksOf(school);
    const lent = this.#isOwnExport && withLent ? await listLentIds(this.#tx, school, 'person', ids) : new Map<string, number>();
    return ids.flatMap((id): (FoundPerson & { id: string })[] => {
      const link = links.get(id);
      if (link && link.localId !== null) return [{ id, link, accountId: link.localId, externalId: id, by: 'link' }];
      const own = this.#idsAreOurs ? parseOwnId('user', id) : null;
      const accountId = own ?? lent.get(id);
      if (accountId === undefined) return [];
      const externalId = this.#taken.get(accountId) ?? id;
      return [{ id, link: links.get(externalId) ?? null, accountId, externalId, by: own === null ? 'lent' : 'own' }];
    });
  }

  async #linksOf(school: KnownSchool): Promise<Map<string, KnownLink<PersonBase>>> {
    const { sourceId } = school;
    if (sourceId === null) return new Map();
    const loaded = this.#links.get(sourceId);
    if (loaded) return loaded;
    const links = new Map((await listKnownLinks<PersonBase>(this.#tx, sourceId, 'person')).map((link) => [link.externalId, link]));
    this.#links.set(sourceId, links);
    for (const { localId, externalId } of links.values()) if (localId !== null) this.#taken.set(localId, externalId);
    return links;
  }

  async take(rows: readonly RosterPerson[]): Promise<void> {
    const placed = rows.map((row) => ({ row, school: this.#schools.resolve(row.schools) }));
    const found = new Map<string, FoundPerson>();
    for (const [school, ofSchool] of Map.groupBy(placed, (one) => one.school)) {
      for (const { row } of ofSchool) this.#seen.add(row.id);
      if (school === null || school === 'unknown') continue;
      const ids = ofSchool.map(({ row }) => row.id);
      for (const { id, ...one } of await this.#findIn(school, ids, { withLent: true })) found.set(id, one);
    }
    for (const { externalId } of found.values()) this.#seen.add(externalId);
    const accounts = await listAccountsByIds(
      this.#tx,
      [...found.values()].map(({ accountId }) => accountId),
    );
    const keyOf = new Map(placed.map(({ row, school }) => [row, addressOf(row, school)]));
    const holders = await listAccountsByKeys(
      this.#tx,
      [...keyOf.values()].flatMap(({ key }) => (key === null ? [] : [key])),
    );
    for (const { row, school } of placed) {
      const one = found.get(row.id);
      const account = one && accounts.get(one.accountId);
      const address = keyOf.get(row) as Address;
      const judged = this.#judge(row, school, { found: one, account, address, holders });
      if (judged === 'later') {
        this.#later.push({ row, school, address, holder: holders.get(address.key ?? '') as KnownAccount });
        continue;
      }
      await this.#tell(row, school, judged, one && judged.accountId === one.accountId ? one : undefined);
    }
  }

  /**
   * Handles, once all people of the file are read, those whose account the source knew by an id that the file no longer
   * has.
   */
  async settle(): Promise<void> {
    for (const { row, school, address, holder } of this.#later.splice(0)) {
      const formerId = this.#taken.get(holder.id) as string;
      const judged = this.#seen.has(formerId)
        ? fault('error', { column: 'email', value: address.email, code: 'accountTaken', params: { id: formerId, name: nameOf(holder) } }, address.email)
        : judgeNewId(row, holder, formerId);
      if (judged.outcome === 'changed') this.#seen.add(formerId);
      await this.#tell(row, school, judged, undefined);
    }
  }

  async #tell(row: RosterPerson, school: KnownSchool | 'unknown' | null, judged: Judged, found: FoundPerson | undefined): Promise<void> {
    const { outcome, said, accountId, fields, detail, choice } = judged;
    const externalId = found?.externalId ?? row.id;
    const name = `${row.first} ${row.last}`.trim();
    const isTaken = school !== null && school !== 'unknown' && (outcome === 'new' || outcome === 'same' || outcome === 'changed' || accountId !== null);
    const role = isTaken ? row.role : null;
    this.#people.set(
      row.id,
      isTaken ? { schoolId: school.id, name, role, accountId, externalId, formerId: judged.formerId ?? null, isGiven: found?.link === null } : null,
    );
    if (outcome === 'same') return this.#writer.same('person');
    const schoolId = school === null || school === 'unknown' ? null : school.id;
    await this.#writer.add({
      ...{ kind: 'person', outcome, schoolId, externalId, file: row.file, line: row.line, name, detail, role: row.role },
      ...{ fields, said: [...said, ...row.notes], localId: accountId, ...(choice ? { choice } : {}) },
    });
  }

  #judge(row: RosterPerson, school: KnownSchool | 'unknown' | null, means: JudgeMeans): Judged | 'later' {
    const { found, account, address, holders } = means;
    if (school === 'unknown') return fault('not_taken', { column: 'school', value: row.schools.join(', '), code: 'schoolNotTaken' });
    if (school === null) return fault('error', { column: 'school', value: '', code: 'schoolNeeded' });
    if (found && account && account.school_id === school.id) {
      if (found.by === 'link' || isSamePerson(row, account)) return judgeLinked(row, account, found.link);
      if (found.by === 'own') return fault('error', { column: 'id', value: row.id, code: 'idOfOurs', params: { name: nameOf(account) } }, address.email);
    }
    if (row.isEnded) return { outcome: 'same', said: [], accountId: null, fields: null, detail: '' }; // nobody here, and nobody to be
    if (address.said) return fault('error', address.said);
    const key = address.key as string;
    const twice = this.#keys.get(key);
    if (twice !== undefined && twice !== row.id)
      return fault('error', { column: 'email', value: address.email, code: 'addressTwice', params: { id: twice } }, address.email);
    this.#keys.set(key, row.id);
    const holder = holders.get(key);
    const base = { email: row.email, first: row.first, last: row.last };
    if (!holder)
      return {
        outcome: 'new',
        said: [],
        accountId: null,
        fields: { ...base, email: address.email, isMade: address.isMade, told: row.email },
        detail: address.email,
      };
    if (holder.school_id !== school.id) return fault('error', { column: 'email', value: address.email, code: 'addressElsewhere' }, address.email);
    const other = this.#taken.get(holder.id);
    if (!holder.status) return fault('not_taken', { column: 'email', value: address.email, code: 'accountInactive' }, address.email);
    if (roleOf(holder) !== row.role)
      return fault('not_taken', { column: 'role', value: '', code: row.role === 'TEACHER' ? 'isStudentHere' : 'isStaffHere' }, address.email);
    if (other !== undefined && other !== row.id) return 'later';
    const said = nameDiffers(row, holder) ? [{ column: 'name', value: nameOf(holder), code: 'nameDiffers' }] : [];
    return { outcome: 'new', said, accountId: holder.id, fields: { ...base, told: row.email, ...offersOf(row, holder) }, detail: holder.email };
  }

  /**
   * Handles people of the source who are no longer in the file: their memberships end, and the account is proposed for
   * deactivation.
   */
  async missing(refused: readonly string[], schools: readonly KnownSchool[]): Promise<void> {
    for (const id of refused) this.#seen.add(id);
    for (const school of schools) {
      const gone = [...(await this.#linksOf(school)).values()].filter(
        ({ externalId, state, localId }) => state === 'linked' && localId !== null && !this.#seen.has(externalId),
      );
      const accounts = await listAccountsByIds(
        this.#tx,
        gone.map(({ localId }) => localId as number),
      );
      for (const { externalId, localId } of gone) {
        const account = accounts.get(localId as number);
        if (!account) continue;
        await this.#writer.add({
          ...{
            kind: 'person',
            outcome: 'ends',
            schoolId: school.id,
            externalId,
            file: '',
            line: 0,
            name: nameOf(account),
            detail: account.email,
            role: roleOf(account),
          },
          ...{ said: [{ column: '', value: '', code: 'personMissing' }], localId: account.id },
        });
      }
    }
  }
}

interface JudgeMeans {
  found: FoundPerson | undefined;
  account: KnownAccount | undefined;
  address: Address;
  holders: ReadonlyMap<string, KnownAccount>;
}

/** Determines the outcome for a person known by id: nothing about them changes, and new differences are reported. */
function judgeLinked(row: RosterPerson, account: KnownAccount, link: KnownLink<PersonBase> | null): Judged {
  const found = { accountId: account.id, fields: null, detail: account.email };
  if (row.isEnded) {
    if (link ? link.state !== 'linked' : !account.status) return { ...found, outcome: 'same', said: [] };
    return { ...found, outcome: 'ends', said: [{ column: 'status', value: '', code: 'personEnds' }] };
  }
  if (roleOf(account) !== row.role)
    return { ...found, outcome: 'not_taken', said: [{ column: 'role', value: '', code: row.role === 'TEACHER' ? 'isStudentHere' : 'isStaffHere' }] };
  const base = link?.base ?? {};
  const said: RowMessage[] = [];
  if (row.email !== (base.email ?? '') && toEmailKey(row.email) !== account.email_key) said.push({ column: 'email', value: row.email, code: 'emailDiffers' });
  if ((row.first !== base.first || row.last !== base.last) && nameDiffers(row, account))
    said.push({ column: 'name', value: `${row.first} ${row.last}`, code: 'nameStays' });
  const told = { email: row.email, first: row.first, last: row.last, told: row.email, ...offersOf(row, account) };
  if (link && link.state !== 'linked')
    return { ...found, outcome: 'changed', said: [{ column: 'status', value: '', code: 'personBack' }, ...said], fields: told };
  if (said.length > 0) return { ...found, outcome: 'not_taken', said, fields: told };
  return { ...found, outcome: 'same', said };
}

/**
 * Determines the outcome for a known address with a new id: it is the same person, unless the name differs and nobody
 * has confirmed it.
 */
function judgeNewId(row: RosterPerson, account: KnownAccount, formerId: string): Judged {
  const isOther = nameDiffers(row, account);
  const said: RowMessage = { column: 'id', value: row.id, code: isOther ? 'newIdOtherName' : 'newId', params: { id: formerId, name: nameOf(account) } };
  const offers = offersOf(row, account);
  const fields = { email: row.email, first: row.first, last: row.last, told: row.email, formerId, offers: { ...offers.offers, same: true } };
  return { outcome: 'changed', said: [said], accountId: account.id, fields, detail: account.email, choice: { same: !isOther }, formerId };
}

/** Returns the roster's name and address that could be used here: the current and the offered values. */
function offersOf(row: RosterPerson, account: KnownAccount): { offers?: RowOffers } {
  const { first_name, last_name, email } = account;
  const offers: RowOffers = {
    ...(nameDiffers(row, account) ? { name: { before: { first_name, last_name }, after: { first_name: row.first, last_name: row.last } } } : {}),
    ...(row.email !== '' && toEmailKey(row.email) !== account.email_key ? { email: { before: { email }, after: { email: row.email } } } : {}),
  };
  return Object.keys(offers).length > 0 ? { offers } : {};
}

interface Address {
  key: string | null;
  email: string;
  isMade: boolean;
  said: RowMessage | null;
}

/** Returns somebody's address: the file's, otherwise the user name at the school's domain. */
function addressOf(row: RosterPerson, school: KnownSchool | 'unknown' | null): Address {
  if (row.email !== '') return { key: toEmailKey(row.email), email: row.email, isMade: false, said: null };
  const none = (code: string, value = ''): Address => ({ key: null, email: '', isMade: false, said: { column: 'email', value, code } });
  if (row.username === '') return none('noAddress');
  if (school === null || school === 'unknown') return none('noAddress');
  if (!USERNAME.test(row.username)) return none('usernameForm', row.username);
  const domain = school.domain.replace(/^@/, '');
  if (!/^[^\s@]+\.[^\s@]+$/.test(domain)) return none('noDomain', row.username);
  const email = `${row.username}@${domain}`;
  return { key: toEmailKey(email), email, isMade: true, said: null };
}

const roleOf = ({ is_student }: KnownAccount): ClassRole => (is_student ? 'STUDENT' : 'TEACHER');
/** Returns true when the names differ. A one-word name is in both columns if a format requires both. */
const nameDiffers = (row: RosterPerson, account: KnownAccount): boolean => {
  const isOneWord = (account.first_name === '' || account.last_name === '') && isSameText(row.first, row.last);
  if (isOneWord) return !isSameText(row.first, nameOf(account));
  return !isSameText(row.first, account.first_name) || !isSameText(row.last, account.last_name);
};
/** Returns true when an id of ours and the rest of a row describe the same person. */
const isSamePerson = (row: RosterPerson, account: KnownAccount): boolean => toEmailKey(row.email) === account.email_key || !nameDiffers(row, account);
