import { type ListRow, type markingPeriods, packMessage, type requestedClasses, type schools } from '@classwright/contract';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { ListHooks, RowCondition } from '../../platform/reference-lists/index.ts';
import { isAdmin } from '../access/index.ts';
import { hasTwinSchool, isPeriodOfSchool, isRequestOf, isSchool, listOverlaps } from './list-queries.ts';

/** Everything for whoever spans the installation, else what belongs to this person. */
const unlessAdmin =
  (own: (actor: Actor) => Awaited<ReturnType<RowCondition>>): RowCondition =>
  async (db, actor) =>
    (await isAdmin(db, actor)) ? null : own(actor);

const ownSchool = unlessAdmin((actor) => isSchool(actor.schoolId));

/** People know their own school. A new one is nobody's own, so only who spans the installation makes it. */
export const schoolHooks: ListHooks<ListRow<typeof schools>> = {
  visible: ownSchool,
  async beforeSave({ tx, actor }, { before }) {
    if (!before && !(await isAdmin(tx, actor))) throw appError('NOT_ALLOWED');
    return undefined;
  },
  async afterSave({ tx }, { before, after }) {
    if (before?.school_name === after.school_name || !(await hasTwinSchool(tx, after.id))) return [];
    return [packMessage('list.school.twin', { name: after.school_name })];
  },
};

/** People know the periods of their own school. One that other schools share is changed by who spans the installation. */
export const markingPeriodHooks: ListHooks<ListRow<typeof markingPeriods>> = {
  visible: unlessAdmin((actor) => isPeriodOfSchool(actor.schoolId)),
  choosable: { school_id: ownSchool },
  async beforeSave({ tx, actor }, { before }) {
    await requireOwnSchools({ tx, actor }, before);
    return undefined;
  },
  async afterSave({ tx }, { after }) {
    const overlaps = await listOverlaps(tx, after.id);
    return overlaps.map(({ school_name, others }) => packMessage('list.markingPeriod.overlaps', { name: after.name, others, school: school_name }));
  },
  mayDelete: requireOwnSchools,
};

async function requireOwnSchools(
  { tx, actor }: Pick<Parameters<NonNullable<ListHooks['mayDelete']>>[0], 'tx' | 'actor'>,
  period: ListRow<typeof markingPeriods> | null,
): Promise<void> {
  const isOwn = period === null || period.school_id.every((id) => id === actor.schoolId);
  if (!isOwn && !(await isAdmin(tx, actor))) throw appError('NOT_ALLOWED');
}

/** A teacher's requests are the teacher's own. */
export const requestedClassHooks: ListHooks<ListRow<typeof requestedClasses>> = { visible: unlessAdmin((actor) => isRequestOf(actor.accountId)) };
