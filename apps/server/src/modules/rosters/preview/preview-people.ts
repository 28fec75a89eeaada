import { toEmailKey } from '../../accounts/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { type KnownAccount, type KnownLink, type KnownSchool, listAccountsByIds, listAccountsByKeys, listKnownLinks } from '../known-queries.ts';
import type { ListedOutcome } from '../queries.ts';
import type { ClassRole, RosterPerson, Said } from '../read/roster.ts';
import type { RowWriter } from './row-writer.ts';
import type { SchoolBook } from './school-book.ts';

/** Somebody of the file, or of before, for whoever looks at classes. */
export interface PersonInfo {
  schoolId: number;
  name: string;
  /** What the account is, or is going to be. */
  role: ClassRole | null;
  accountId: number | null;
}

/** What both sides last agreed on about somebody. */
interface PersonBase {
  email?: string;
  first?: string;
  last?: string;
}

interface Judged {
  outcome: ListedOutcome | 'same';
  said: Said[];
  accountId: number | null;
  fields: object | null;
  detail: string;
}

const USERNAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{0,62}[\p{L}\p{N}])?$/u;
const fault = (outcome: ListedOutcome, said: Said, detail = ''): Judged => ({ outcome, said: [said], accountId: null, fields: null, detail });

/**
 * Who the people of a file are here: whoever the source knew them as, else the active account of the same school with their
 * address. Never by name. Names and addresses of people that are here stay as they are; that they differ is told.
 */
export class PeoplePreview {
  readonly #tx: Tx;
  readonly #writer: RowWriter;
  readonly #schools: SchoolBook;
  readonly #people = new Map<string, PersonInfo | null>();
  readonly #links = new Map<number, Map<string, KnownLink<PersonBase>>>();
  /** Accounts that somebody of the source already is. */
  readonly #taken = new Map<number, string>();
  readonly #keys = new Map<string, string>();
  readonly #seen = new Set<string>();

  constructor(tx: Tx, writer: RowWriter, schools: SchoolBook) {
    this.#tx = tx;
    this.#writer = writer;
    this.#schools = schools;
  }

  /** Null: not taken. Undefined: nobody in the file, nor of before in this school. */
  async find(id: string, school: KnownSchool): Promise<PersonInfo | null | undefined> {
    const found = this.#people.get(id);
    if (found !== undefined) return found;
    const link = (await this.#linksOf(school)).get(id);
    if (!link || link.localId === null) return undefined;
    const account = (await listAccountsByIds(this.#tx, [link.localId])).get(link.localId);
    const info = account ? { schoolId: school.id, name: nameOf(account), role: roleOf(account), accountId: account.id } : null;
    this.#people.set(id, info);
    return info;
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
    const linkOf = new Map<RosterPerson, KnownLink<PersonBase>>();
    for (const { row, school } of placed) {
      this.#seen.add(row.id);
      if (school === null || school === 'unknown') continue;
      const link = (await this.#linksOf(school)).get(row.id);
      if (link) linkOf.set(row, link);
    }
    const linked = await listAccountsByIds(
      this.#tx,
      [...linkOf.values()].flatMap(({ localId }) => (localId === null ? [] : [localId])),
    );
    const keyOf = new Map(placed.map(({ row, school }) => [row, addressOf(row, school)]));
    const holders = await listAccountsByKeys(
      this.#tx,
      [...keyOf.values()].flatMap(({ key }) => (key === null ? [] : [key])),
    );
    for (const { row, school } of placed) {
      const { localId } = linkOf.get(row) ?? { localId: null };
      const judged = this.#judge(row, school, {
        link: linkOf.get(row),
        linked: localId === null ? undefined : linked.get(localId),
        address: keyOf.get(row) as Address,
        holders,
      });
      await this.#tell(row, school, judged);
    }
  }

  async #tell(row: RosterPerson, school: KnownSchool | 'unknown' | null, { outcome, said, accountId, fields, detail }: Judged): Promise<void> {
    const name = `${row.first} ${row.last}`.trim();
    const isTaken = school !== null && school !== 'unknown' && (outcome === 'new' || outcome === 'same' || outcome === 'changed' || accountId !== null);
    const role = isTaken ? row.role : null;
    this.#people.set(row.id, isTaken ? { schoolId: school.id, name, role, accountId } : null);
    if (outcome === 'same') return this.#writer.same('person');
    const schoolId = school === null || school === 'unknown' ? null : school.id;
    await this.#writer.add({
      ...{ kind: 'person', outcome, schoolId, externalId: row.id, file: row.file, line: row.line, name, detail, role: row.role },
      ...{ fields, said: [...said, ...row.notes], localId: accountId },
    });
  }

  #judge(row: RosterPerson, school: KnownSchool | 'unknown' | null, means: JudgeMeans): Judged {
    const { link, linked, address, holders } = means;
    if (school === 'unknown') return fault('not_taken', { column: 'school', value: row.schools.join(', '), code: 'schoolNotTaken' });
    if (school === null) return fault('error', { column: 'school', value: '', code: 'schoolNeeded' });
    if (link && linked && linked.school_id === school.id) return judgeLinked(row, linked, link);
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
    if (other !== undefined && other !== row.id)
      return fault('error', { column: 'email', value: address.email, code: 'accountTaken', params: { id: other } }, address.email);
    if (!holder.status) return fault('not_taken', { column: 'email', value: address.email, code: 'accountInactive' }, address.email);
    if (roleOf(holder) !== row.role)
      return fault('not_taken', { column: 'role', value: '', code: row.role === 'TEACHER' ? 'isStudentHere' : 'isStaffHere' }, address.email);
    const said = nameDiffers(row, holder) ? [{ column: 'name', value: nameOf(holder), code: 'nameDiffers' }] : [];
    return { outcome: 'new', said, accountId: holder.id, fields: { ...base, told: row.email }, detail: holder.email };
  }

  /** People whom the source knew and who are in the file no more: for them places end, and the account is proposed for deactivation. */
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
  link: KnownLink<PersonBase> | undefined;
  linked: KnownAccount | undefined;
  address: Address;
  holders: ReadonlyMap<string, KnownAccount>;
}

/** Somebody who is here by id: nothing of them changes, and what differs for the first time is told. */
function judgeLinked(row: RosterPerson, account: KnownAccount, link: KnownLink<PersonBase>): Judged {
  const found = { accountId: account.id, fields: null, detail: account.email };
  if (row.isEnded) {
    if (link.state !== 'linked') return { ...found, outcome: 'same', said: [] };
    return { ...found, outcome: 'ends', said: [{ column: 'status', value: '', code: 'personEnds' }] };
  }
  if (roleOf(account) !== row.role)
    return { ...found, outcome: 'not_taken', said: [{ column: 'role', value: '', code: row.role === 'TEACHER' ? 'isStudentHere' : 'isStaffHere' }] };
  const { base } = link;
  const said: Said[] = [];
  if (row.email !== (base.email ?? '') && toEmailKey(row.email) !== account.email_key) said.push({ column: 'email', value: row.email, code: 'emailDiffers' });
  if ((row.first !== base.first || row.last !== base.last) && nameDiffers(row, account))
    said.push({ column: 'name', value: `${row.first} ${row.last}`, code: 'nameStays' });
  const told = { email: row.email, first: row.first, last: row.last, told: row.email };
  if (link.state !== 'linked') return { ...found, outcome: 'changed', said: [{ column: 'status', value: '', code: 'personBack' }, ...said], fields: told };
  if (said.length > 0) return { ...found, outcome: 'not_taken', said };
  return { ...found, outcome: 'same', said };
}

interface Address {
  key: string | null;
  email: string;
  isMade: boolean;
  said: Said | null;
}

/** The address of somebody: the file's, else the user name at the school's domain. */
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

const nameOf = ({ first_name, last_name }: KnownAccount): string => `${first_name} ${last_name}`.trim();
const roleOf = ({ is_student }: KnownAccount): ClassRole => (is_student ? 'STUDENT' : 'TEACHER');
const nameDiffers = (row: RosterPerson, account: KnownAccount): boolean => row.first !== account.first_name || row.last !== account.last_name;
