import { type AccountColumn, EMAIL, isPhone } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { listed } from '@classwright/rules/text/bidi';
import type { TableRow } from '../../../../platform/spreadsheets/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { type ImportedAccount, isStudentType, toEmailKey } from '../../../people/accounts/index.ts';
import { blameCell, toStorable } from '../table-rows.ts';
import { type Lookups, type NameIndex, NEW_SCHOOL } from './lookups.ts';
import { toNameKey } from '../suggest-names.ts';
import type { Holder, Problem } from './queries.ts';

export interface JudgedRow {
  row: number;
  /** For a row that creates an account, the resolved names; otherwise the text of the file. */
  cells: Partial<Record<AccountColumn, string>>;
  /** The existing account; set for `exists`. */
  accountId: number | null;
  problems: Problem[];
  /** Remarks about a row that are not errors. */
  notes: Problem[];
  /** The account to create, or null if the row creates none. */
  plan: ImportedAccount | null;
}

export interface Surroundings {
  lookups: Lookups;
  /** Existing accounts by email key. */
  holders: ReadonlyMap<string, Holder>;
  /** The row in which each email key first appears in this file. */
  firstRows: Map<string, number>;
}

function cleaned(values: TableRow<AccountColumn>['values']): TableRow<AccountColumn>['values'] {
  const entries = Object.entries(values).map(([column, text]) => [column, cleanedText(text)]);
  return Object.fromEntries(entries) as TableRow<AccountColumn>['values'];
}

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
/** The number of characters of a cell that are kept with its finding. */
export const MAX_KEPT_CHARACTERS = 200;

/** Determines the outcome of a row of the spreadsheet. Adds its address to `firstRows`. */
export function judgeRow(row: TableRow<AccountColumn>, { lookups, holders, firstRows }: Surroundings): JudgedRow {
  const { number, broken, odd } = row;
  const values = cleaned(row.values);
  const cells: Partial<Record<AccountColumn, string>> = Object.fromEntries(Object.entries(values).map(([column, text]) => [column, toStorable(text)]));
  const textOf = (column: AccountColumn): string => values[column] ?? '';
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const note = (column: AccountColumn, message: string, value = textOf(column)): void => {
    notes.push({ column, value: toStorable(value.slice(0, MAX_KEPT_CHARACTERS)), message, params: {} });
  };
  const blame = (column: AccountColumn, message: string, params: Problem['params'] = {}): undefined => {
    problems.push({ column, value: toStorable(textOf(column).slice(0, MAX_KEPT_CHARACTERS)), message, params });
  };
  for (const column of Object.keys(values) as AccountColumn[]) {
    blameCell(textOf(column), { max: LONGEST[column], isBroken: broken.includes(column) }, (message, params) => blame(column, message, params));
    if (values[column] !== row.values[column]) note(column, 'cleaned');
  }
  for (const { column, kind } of odd) blame(column, kind === 'date' ? 'isDate' : 'isBoolean');
  for (const column of ['first_name', 'last_name', 'email'] as const) if (textOf(column) === '') blame(column, 'required');

  const key = toEmailKey(textOf('email'));
  if (key !== '' && !EMAIL.test(textOf('email'))) blame('email', 'email');
  const firstRow = firstRows.get(key);
  if (key !== '' && firstRow !== undefined) blame('email', 'twice', { row: String(firstRow) });
  if (key !== '' && firstRow === undefined) firstRows.set(key, number);

  const holder = holders.get(key);
  if (holder && problems.length === 0) {
    if (!isWithin(lookups.reach, holder.school_id)) blame('email', 'taken');
    else return { row: number, cells, accountId: holder.id, problems, notes, plan: null };
  }
  const type = findType(textOf('account_type'), lookups, blame);
  const role = findRole(textOf('role'), type?.name, lookups, blame);
  const school = findSchool(textOf('school'), role?.id, lookups, blame);
  if (role && type && role.id === lookups.adminRoleId && isStudentType(type.name)) blame('role', 'studentAdmin');
  if (problems.length > 0 || !type || !role || school === undefined) return { row: number, cells, accountId: null, problems, notes: [], plan: null };
  if (textOf('phone_number') !== '' && !isPhone(textOf('phone_number'))) note('phone_number', 'phone');
  if (school?.id === NEW_SCHOOL) note('school', 'newSchool', school.name);
  if (role.id === lookups.adminRoleId) note('role', 'makesAdmin', role.name);
  const { first_name, last_name, email } = values;
  return {
    row: number,
    cells: { ...cells, school: school?.name ?? '', account_type: type.name, role: role.name },
    accountId: null,
    problems,
    notes,
    plan: {
      first_name,
      last_name,
      email,
      email_key: key,
      phone_number: textOf('phone_number'),
      school_id: school?.id ?? null,
      account_type_id: type.id,
      role_id: role.id,
    },
  };
}

type Blame = (column: AccountColumn, message: string, params?: Problem['params']) => undefined;

type Found = { id: number; name: string };

function find(index: NameIndex, text: string, otherwise: () => undefined): Found | undefined {
  const key = toNameKey(text);
  return index.resolved.get(key) ?? index.byKey.get(key) ?? otherwise();
}

/** Finds the meaning of an empty cell; there is one only if the importer set it. */
const findEmpty = (index: NameIndex): Found | undefined => index.resolved.get('');

function findType(text: string, { types }: Lookups, blame: Blame): Found | undefined {
  if (text !== '') return find(types, text, () => blame('account_type', 'accountType', namesOf(types)));
  return findEmpty(types) ?? blame('account_type', 'required');
}

const namesOf = ({ rows }: NameIndex): { names: string } => ({
  names: listed(rows.slice(0, MOST_NAMES).map(({ name }) => name)) + (rows.length > MOST_NAMES ? ', …' : ''),
});

/** Returns the named role, or the role with the name of the account type. */
function findRole(text: string, typeName: string | undefined, { roles, forbidden }: Lookups, blame: Blame): Found | undefined {
  if (text === '' && typeName === undefined) return undefined;
  const role =
    (text === '' ? findEmpty(roles) : undefined) ??
    find(roles, text === '' ? (typeName ?? '') : text, () => blame('role', text === '' ? 'roleNeeded' : 'role', namesOf(roles)));
  const rights = role && forbidden.get(role.id);
  return rights === undefined ? role : blame('role', 'notYours', { rights });
}

/** Returns the named school; the only school when none is named; null for people who span the installation. */
function findSchool(text: string, roleId: number | undefined, { schools, adminRoleId }: Lookups, blame: Blame): Found | null | undefined {
  if (text !== '') {
    const key = toNameKey(text);
    if (schools.byKey.get(key) === null && !schools.resolved.has(key)) return blame('school', 'schoolAmbiguous');
    return find(schools, text, () => blame('school', 'school', namesOf(schools)));
  }
  const chosen = findEmpty(schools);
  if (chosen) return chosen;
  if (schools.rows.length === 1) return schools.rows[0];
  return roleId !== undefined && roleId === adminRoleId ? null : blame('school', 'schoolNeeded', namesOf(schools));
}
