import { EMAIL, type GroupAccountColumn } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Reach } from '../../../../platform/reach.ts';
import type { TableRow } from '../../../../platform/spreadsheets/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import { blameCell, toStorable } from '../../../school/imports/index.ts';
import { type Addressed, lockAddressed, listNamedGroups, type NamedGroup } from './queries.ts';

/** A problem with a cell: a catalog key under `invitationGroup.row.` and its parameters. */
export interface Problem {
  row: number;
  column: GroupAccountColumn;
  value: string;
  message: string;
  params: Record<string, string | number>;
}

/** A group that rows name; a null `id` means that it will be created. */
export interface PlannedGroup {
  id: number | null;
  name: string;
  schoolId: number | null;
  accountIds: Set<number>;
}

export interface Importer {
  /** The schools whose people and groups the importer can reach. */
  reach: Reach;
  mayCreate: boolean;
  /** The group that everybody is added to. */
  only: NamedGroup | null;
}

export interface Judgement {
  totalRows: number;
  problems: Problem[];
  /** Groups by the key of their name; one key when everybody is added to one group. */
  groups: Map<string, PlannedGroup>;
}

const LONGEST: Readonly<Record<GroupAccountColumn, number>> = { group: 200, email: 320 };
const ONLY = '';

/** Determines the outcome of a batch of rows and adds it to the outcome of earlier ones. */
export async function judgeRows(tx: Tx, rows: readonly TableRow<GroupAccountColumn>[], importer: Importer, judgement: Judgement): Promise<void> {
  const storable = rows.map(({ values, ...row }) => ({
    ...row,
    values,
    group: cleanedText(toStorable(values.group ?? '')),
    email: toStorable(values.email ?? ''),
  }));
  const accounts = await lockAddressed(
    tx,
    storable.map(({ email }) => toEmailKey(email)),
    importer.reach,
  );
  const names = [...new Set([...storable.map(({ group }) => group), importer.only?.name ?? ''])].filter((name) => name !== '');
  const named = await listNamedGroups(tx, names, importer.reach);
  for (const { number, values, broken, odd, group: name, email } of storable) {
    judgement.totalRows += 1;
    let isSound = true;
    const blame = (column: GroupAccountColumn, message: string, params: Problem['params'] = {}): undefined => {
      isSound = false;
      judgement.problems.push({ row: number, column, value: toStorable((values[column] ?? '').slice(0, 200)), message, params });
    };
    for (const column of ['group', 'email'] as const) {
      const text = values[column] ?? '';
      const cell = { max: LONGEST[column], length: [...text].length, isBroken: broken.includes(column) };
      blameCell(text, cell, (message, params) => blame(column, message, params));
    }
    for (const { column, kind } of odd) blame(column, kind === 'date' ? 'isDate' : 'isBoolean');
    if (!isSound) continue;
    const found = named.get(name);
    const group = importer.only ? onlyGroup(importer.only, found?.key, named, judgement, blame) : findGroup(name, found, importer, judgement, blame);
    const account = findAccount(email, accounts, blame);
    if (group && account && group.schoolId !== null && account.school_id !== group.schoolId) blame('email', 'otherSchool');
    if (isSound && group && account) group.accountIds.add(account.id);
  }
}

type Blame = (column: GroupAccountColumn, message: string, params?: Problem['params']) => undefined;
type Named = Awaited<ReturnType<typeof listNamedGroups>>;

function findAccount(email: string, accounts: ReadonlyMap<string, Addressed>, blame: Blame): Addressed | undefined {
  if (email === '') return blame('email', 'required');
  if (!EMAIL.test(email)) return blame('email', 'email');
  const account = accounts.get(toEmailKey(email));
  if (!account) return blame('email', 'unknown');
  return account.status ? account : blame('email', 'inactive');
}

function onlyGroup(only: NamedGroup, key: string | undefined, named: Named, { groups }: Judgement, blame: Blame): PlannedGroup | undefined {
  if (key !== undefined && key !== named.get(only.name)?.key) return blame('group', 'otherGroup', { name: only.name });
  return plannedAt(groups, ONLY, only);
}

function findGroup(name: string, found: { key: string; groups: NamedGroup[] } | undefined, importer: Importer, { groups }: Judgement, blame: Blame) {
  if (!found) return blame('group', 'required');
  const [group, another] = found.groups;
  if (another) return blame('group', 'ambiguous');
  if (group) return plannedAt(groups, found.key, group);
  if (!importer.mayCreate) return blame('group', 'noGroup');
  return plannedAt(groups, found.key, { id: null, name, school_id: 'all' in importer.reach ? null : importer.reach.schoolId });
}

function plannedAt(
  groups: Judgement['groups'],
  key: string,
  { id, name, school_id }: { id: number | null; name: string; school_id: number | null },
): PlannedGroup {
  const known = groups.get(key);
  if (known) return known;
  const planned = { id, name, schoolId: school_id, accountIds: new Set<number>() };
  groups.set(key, planned);
  return planned;
}
