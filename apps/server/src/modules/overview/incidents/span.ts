import type { IncidentNumbers } from '@classwright/contract';
import { ReadClass } from '@classwright/contract';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { countChanges, countPeople, listReaders, type Span } from './people-queries.ts';
import type { IncidentRow } from './queries.ts';

/** The rights that show data of everybody at a school, with the classes of data. */
const OF_EVERYBODY: Readonly<Record<string, readonly ReadClass[]>> = {
  'accounts:view': ['identity', 'contact'],
  'dashboards:view-school': ['schoolwork', 'grade'],
  'privacy:view': ['log'],
  'privacy:export': ReadClass.options,
  'audit:view': ['log'],
};

/** Returns the readers of an incident, and what their rights of now show of everybody at its school. */
export async function loadSpan(db: Db | Tx, access: AccessEngine, incident: IncidentRow): Promise<Span> {
  const readers = await listReaders(db, incident);
  const seen = new Set<ReadClass>();
  const accounts = new Map(readers.flatMap(({ account_id: id, school_id: schoolId }) => (id === null ? [] : [[id, schoolId] as const])));
  const people = await Promise.all([...accounts].map(([accountId, schoolId]) => access.personOf(db, { accountId, schoolId })));
  for (const { rights, isAdmin } of people)
    for (const [right, classes] of Object.entries(OF_EVERYBODY)) if (isAdmin || rights.has(right)) for (const one of classes) seen.add(one);
  const scopes = readers.flatMap(({ scopes: granted }) => granted ?? []);
  if (scopes.includes('roster.readonly')) for (const one of ['identity', 'contact'] as const) seen.add(one);
  return { incident, readers, ofEverybody: [...seen], ofStudents: scopes.some((scope) => scope.startsWith('gradebook.')) };
}

/** Returns the numbers of an incident as they are now. */
export async function countNumbers(db: Db | Tx, access: AccessEngine, incident: IncidentRow): Promise<IncidentNumbers> {
  const span = await loadSpan(db, access, incident);
  return { read: await countPeople(db, 'read', span), reachable: await countPeople(db, 'reachable', span), changes: await countChanges(db, span) };
}
