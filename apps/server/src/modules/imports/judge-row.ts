import { type AccountColumn, EMAIL } from '@classwright/contract';
import type { TableRow } from '../../platform/xlsx/index.ts';
import { type ImportedAccount, toEmailKey } from '../accounts/index.ts';
import { type Lookups, type NameIndex, toNameKey } from './lookups.ts';

/** What is wrong with a cell: a key of the catalogue under `import.row.` and its parameters. */
export interface Problem {
  column: AccountColumn;
  value: string;
  message: string;
  params: Record<string, string | number>;
}

export interface JudgedRow {
  row: number;
  cells: Partial<Record<AccountColumn, string>>;
  /** Set for `exists`. */
  accountId: number | null;
  problems: Problem[];
  /** Null unless the row is to become an account. */
  plan: ImportedAccount | null;
}

/** Who has an address already. */
export interface Holder {
  id: number;
  school_id: number | null;
}

export interface Surroundings {
  lookups: Lookups;
  /** By e-mail key. */
  holders: ReadonlyMap<string, Holder>;
  /** Row in which an e-mail key first stood, in this file. */
  firstRows: Map<string, number>;
}

/** What can be kept of a text that a database cannot hold. */
const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

const LONGEST: Readonly<Record<AccountColumn, number>> = {
  first_name: 100,
  last_name: 100,
  email: 320,
  phone_number: 50,
  school: 300,
  account_type: 200,
  role: 200,
};
const MOST_NAMES = 20;

/** What a row of the spreadsheet would do. Adds its address to `firstRows`. */
export function judgeRow({ number, values, broken }: TableRow<AccountColumn>, { lookups, holders, firstRows }: Surroundings): JudgedRow {
  const cells: Partial<Record<AccountColumn, string>> = Object.fromEntries(Object.entries(values).map(([column, text]) => [column, toStorable(text)]));
  const textOf = (column: AccountColumn): string => values[column] ?? '';
  const problems: Problem[] = [];
  const blame = (column: AccountColumn, message: string, params: Problem['params'] = {}): undefined => {
    problems.push({ column, value: toStorable(textOf(column).slice(0, 200)), message, params });
  };
  for (const column of Object.keys(values) as AccountColumn[]) blameCell(textOf(column), column, broken.includes(column), blame);
  for (const column of ['first_name', 'last_name', 'email', 'account_type'] as const) if (textOf(column) === '') blame(column, 'required');

  const key = toEmailKey(textOf('email'));
  if (key !== '' && !EMAIL.test(textOf('email'))) blame('email', 'email');
  const firstRow = firstRows.get(key);
  if (key !== '' && firstRow !== undefined) blame('email', 'twice', { row: firstRow });
  if (key !== '' && firstRow === undefined) firstRows.set(key, number);

  const holder = holders.get(key);
  if (holder && problems.length === 0) {
    if (lookups.reach !== null && holder.school_id !== lookups.reach) blame('email', 'taken');
    else return { row: number, cells, accountId: holder.id, problems, plan: null };
  }
  const type =
    textOf('account_type') === '' ? undefined : find(lookups.types, textOf('account_type'), () => blame('account_type', 'accountType', namesOf(lookups.types)));
  const role = findRole(textOf('role'), type?.name, lookups, blame);
  const schoolId = findSchool(textOf('school'), role?.id, lookups, blame);
  if (problems.length > 0 || !type || !role || schoolId === undefined) return { row: number, cells, accountId: null, problems, plan: null };
  const { first_name, last_name, email } = values;
  return {
    row: number,
    cells,
    accountId: null,
    problems,
    plan: {
      first_name,
      last_name,
      email,
      email_key: key,
      phone_number: textOf('phone_number'),
      school_id: schoolId,
      account_type_id: type.id,
      role_id: role.id,
    },
  };
}

type Blame = (column: AccountColumn, message: string, params?: Problem['params']) => undefined;

function blameCell(text: string, column: AccountColumn, isBroken: boolean, blame: Blame): void {
  if (isBroken) blame(column, 'broken');
  else if (text.length > LONGEST[column]) blame(column, 'tooLong', { max: LONGEST[column] });
  else if (text.includes('\u0000') || !text.isWellFormed()) blame(column, 'characters');
}

function find(index: NameIndex, text: string, otherwise: () => undefined): { id: number; name: string } | undefined {
  return index.byKey.get(toNameKey(text)) ?? otherwise();
}

const namesOf = ({ rows }: NameIndex): { names: string } => ({
  names:
    rows
      .slice(0, MOST_NAMES)
      .map(({ name }) => name)
      .join(', ') + (rows.length > MOST_NAMES ? ', …' : ''),
});

/** The role named, or the one with the name of the type. */
function findRole(text: string, typeName: string | undefined, { roles, forbidden }: Lookups, blame: Blame): { id: number } | undefined {
  if (text === '' && typeName === undefined) return undefined;
  const role = find(roles, text === '' ? (typeName ?? '') : text, () => blame('role', text === '' ? 'roleNeeded' : 'role', namesOf(roles)));
  const rights = role && forbidden.get(role.id);
  return rights === undefined ? role : blame('role', 'notYours', { rights });
}

/** The school named; the only one when none is; null for those who span the installation. */
function findSchool(text: string, roleId: number | undefined, { schools, adminRoleId }: Lookups, blame: Blame): number | null | undefined {
  if (text !== '') {
    if (schools.byKey.get(toNameKey(text)) === null) return blame('school', 'schoolAmbiguous');
    return find(schools, text, () => blame('school', 'school', namesOf(schools)))?.id;
  }
  if (schools.rows.length === 1) return schools.rows[0]?.id;
  return roleId !== undefined && roleId === adminRoleId ? null : blame('school', 'schoolNeeded', namesOf(schools));
}
