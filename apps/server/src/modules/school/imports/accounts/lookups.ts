import type { ImportResolution } from '@classwright/contract';
import type { Tx, Db } from '../../../../platform/database/index.ts';
import { AppError } from '../../../../platform/errors.ts';
import { can, type Person } from '../../../../platform/http/index.ts';
import { isWithin, type Reach } from '../../../../platform/reach.ts';
import { requireGrantableRoles } from '../../../people/access/index.ts';
import { type Choice, toNameKey } from '../suggest-names.ts';
import { listNamed, type Named } from './queries.ts';

/** Returns true when an import may create schools. People of one school cannot add other schools. */
export const mayCreateSchools = (person: Person): boolean => 'all' in person.reach && can(person, 'schools', 'create');

/** The possible meanings of a row's texts for the person who imports. */
export interface Lookups {
  reach: Reach;
  schools: NameIndex;
  types: NameIndex;
  roles: NameIndex;
  /** Roles that grant more than this person may, by id, with the missing rights. */
  forbidden: ReadonlyMap<number, string>;
  /** The role whose people span the installation. */
  adminRoleId: number | null;
}

export interface NameIndex {
  rows: readonly Named[];
  /** Rows by the key of their name; null when several rows share it. */
  byKey: ReadonlyMap<string, Named | null>;
  /** The meanings that the importer gave to texts of the file, by their keys; '' for empty cells. */
  resolved: ReadonlyMap<string, Named>;
}

/** The id used for a school that the import is going to create. */
export const NEW_SCHOOL = -1;

function indexOf(rows: readonly Named[], column: ImportResolution['column'], resolutions: readonly ImportResolution[]): NameIndex {
  const byKey = new Map<string, Named | null>();
  for (const row of rows) {
    const key = toNameKey(row.name);
    byKey.set(key, byKey.has(key) ? null : row);
  }
  const resolved = new Map<string, Named>();
  for (const { column: of, value, to } of resolutions) {
    // a row that was deleted, or never was in reach, leaves the text without a meaning
    const row = of !== column ? undefined : to === 'create' ? { id: NEW_SCHOOL, name: value.trim(), key: null } : rows.find(({ id }) => id === to);
    if (row) resolved.set(toNameKey(value), row);
  }
  return { rows, byKey, resolved };
}

export async function loadLookups(db: Db, person: Person, resolutions: readonly ImportResolution[] = []): Promise<Lookups> {
  const { reach } = person;
  const { schools, types, roles } = await listNamed(db, 'all' in reach ? null : reach.schoolId);
  const forbidden = new Map<number, string>();
  for (const role of roles) {
    const rights = await rightsMissing(db as Tx, person, role.id);
    if (rights !== null) forbidden.set(role.id, rights);
  }
  const meant = 'all' in reach ? resolutions : resolutions.filter(({ to }) => to !== 'create'); // people of one school have no other to create
  return {
    reach,
    schools: indexOf(
      schools.filter(({ id }) => isWithin(reach, id)),
      'school',
      meant,
    ),
    types: indexOf(types, 'account_type', resolutions),
    roles: indexOf(roles, 'role', resolutions),
    forbidden,
    adminRoleId: roles.find(({ key }) => key === 'admin')?.id ?? null,
  };
}

export type Choices = Record<ImportResolution['column'], Choice[]>;

const MOST_CHOICES = 500;
const named = (rows: readonly Named[]): Choice[] => rows.slice(0, MOST_CHOICES).map(({ id, name }) => ({ id, name }));

/** Lists the meanings that this person may choose for texts. */
export function choicesOf({ schools, types, roles, forbidden }: Lookups): Choices {
  const byName = schools.rows.toSorted((one, other) => one.name.localeCompare(other.name));
  return { school: named(byName), account_type: named(types.rows), role: named(roles.rows.filter(({ id }) => !forbidden.has(id))) };
}

async function rightsMissing(tx: Tx, person: Person, roleId: number): Promise<string | null> {
  try {
    await requireGrantableRoles(tx, person, [roleId]);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RIGHT_NOT_HELD') return String(error.params.rights);
    throw error;
  }
}
