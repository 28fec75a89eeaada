import type { DashboardDeclaration, FilterAudience } from '@classwright/contract';
import { asMessage } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { DashboardReach, DashboardScope } from '../../../platform/dashboards/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { can, type Person } from '../../../platform/http/index.ts';
import { findUnknown } from './list-queries.ts';

/**
 * Returns the reach of a person's dashboards, by their rights alone: teachers see their classes, people without staff
 * rights only themselves.
 */
export function reachOf(actor: Pick<Person, 'isAdmin' | 'reach' | 'rights' | 'accountId'>): DashboardReach {
  if (actor.isAdmin) return { of: 'everything' };
  if (can(actor, 'dashboards', 'view-school')) return 'all' in actor.reach ? { of: 'everything' } : { of: 'school', schoolId: actor.reach.schoolId };
  return { of: can(actor, 'dashboards', 'view-classes') ? 'teacher' : 'student', accountId: actor.accountId };
}

/** Returns true when the person may use filters of this audience. */
export function mayFilter({ of }: DashboardReach, audience: FilterAudience): boolean {
  if (audience === 'admin') return of === 'everything';
  return audience === 'school' ? of === 'everything' || of === 'school' : of !== 'student';
}

/**
 * Refuses filters that the person does not have. A value that does not exist, is archived or is out of reach gets one
 * and the same message.
 */
export async function requireFilters(db: Db, { filters: known }: DashboardDeclaration, { reach, filters }: DashboardScope): Promise<void> {
  const asked = Object.entries(filters).filter(([, value]) => value !== null);
  for (const [name] of asked) if (!mayFilter(reach, known[name]!.for)) throw appError('NOT_ALLOWED');
  const chosen = asked.flatMap(([name, value]) => {
    const filter = known[name]!;
    return filter.kind === 'one' ? [{ filter: name, list: filter.list, id: value as number }] : [];
  });
  const [wrong] = await findUnknown(db, reach, chosen, filters['left'] === true);
  if (wrong !== undefined) throw fieldError(wrong, 'dashboard.gone', { label: asMessage(known[wrong]!.label) });
}
