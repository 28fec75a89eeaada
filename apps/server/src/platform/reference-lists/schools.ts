import { asMessage, type ManyDone, type MessageKey, type ReferenceList } from '@classwright/contract';
import type { Expression, SqlBool } from 'kysely';
import { auditEach } from '../audit/index.ts';
import { appError, fieldError } from '../errors.ts';
import type { Actor } from '../http/index.ts';
import { isOffered, isSharedOrInReach } from '../reach-queries.ts';
import type { AnyRow, ListCall, ListHooks, ListService } from './hooks.ts';
import { insertCopies, isOwnSchool, listOwnCopies, listRowsById, lockRows } from './many-queries.ts';
import { both } from './select-queries.ts';
import { recordOf } from './write.ts';

/**
 * Adds to a list's hooks the rules of rows that belong to one school or to all: people of one school see their school's
 * rows and those of all schools, create and change only their school's, and a row keeps its school.
 */
export function withSchools(list: ReferenceList, hooks: ListHooks): ListHooks {
  if (!list.perSchool) return hooks;
  return {
    ...hooks,
    visible: (actor) => both(hooks.visible?.(actor) ?? 'all', 'all' in actor.reach ? 'all' : isSharedOrInReach(actor.reach)),
    choosable: { ...hooks.choosable, school_id: ({ reach }) => ('all' in reach ? 'all' : isOwnSchool(reach.schoolId)) },
    async beforeSave(call, { before, values }) {
      if (before) requireOwn(call.actor, before);
      const stays = before && values['school_id'] !== undefined && values['school_id'] !== before['school_id'];
      if (stays) throw fieldError('school_id', 'list.schoolStays');
      const { reach } = call.actor;
      const settled = before || 'all' in reach ? values : { ...values, school_id: reach.schoolId };
      return { ...settled, ...(await hooks.beforeSave?.(call, { before, values: settled })) };
    },
    async mayDelete(call, row) {
      requireOwn(call.actor, row);
      await hooks.mayDelete?.(call, row);
    },
  };
}

/** @throws SHARED_BY_SCHOOLS when a person of one school would change a row of all schools */
function requireOwn({ reach }: Pick<Actor, 'reach'>, row: AnyRow): void {
  if (!('all' in reach) && row['school_id'] === null) throw appError('SHARED_BY_SCHOOLS');
}

/** Returns the condition that a list's rows are offered to a person: not those that their school's own rows replace. */
export const offeredIn = (list: ReferenceList, { reach }: Pick<Actor, 'reach'>): Expression<SqlBool> | null =>
  list.perSchool && !('all' in reach) ? isOffered(reach, list.table, list.deletion === 'archive') : null;

/**
 * Copies rows of all schools for the person's school, where the copies replace them. A row that the school has copied
 * already gives that copy. Returns the copies; the others with the reason.
 */
export async function copyRows(call: ListCall, { list, hooks, t }: ListService, asked: readonly number[]): Promise<Omit<ManyDone, 'message'>> {
  const { tx, actor, requestId } = call;
  const ids = [...new Set(asked)];
  await lockRows(tx, list, ids);
  const rows = new Map((await listRowsById(tx, list, ids, hooks.visible?.(actor) ?? 'all', false)).map((row) => [row.id, row]));
  const refused: ManyDone['refused'] = [];
  const refuse = (id: number, message: string) => void refused.push({ id, name: String(rows.get(id)?.[list.naming] ?? `#${id}`), message });
  if ('all' in actor.reach) {
    for (const id of ids) refuse(id, t(rows.has(id) ? 'list.copy.noSchool' : 'error.NOT_FOUND'));
    return { ids: [], refused };
  }
  const { schoolId } = actor.reach;
  const shared = ids.filter((id) => rows.get(id)?.['school_id'] === null);
  const known = await listOwnCopies(tx, list, schoolId, shared);
  const made = await insertCopies(
    tx,
    list,
    schoolId,
    shared.filter((id) => !known.has(id)),
  );
  const copies = new Map((await listRowsById(tx, list, [...made.values()], 'all', false)).map((row) => [row.id, row]));
  const done: number[] = [];
  for (const id of ids) {
    const [from, copy] = [rows.get(id), made.get(id) ?? known.get(id)];
    if (!from) refuse(id, t('error.NOT_FOUND'));
    else if (from['school_id'] !== null) refuse(id, t('list.copy.own'));
    else if (copy === undefined) refuse(id, t(list.unique.message as MessageKey, { label: asMessage(list.fields[list.unique.field]?.label ?? '') }));
    else {
      const to = copies.get(copy);
      if (to) await hooks.afterCopy?.(call, { from, to });
      done.push(copy);
    }
  }
  const fresh = [...copies.values()];
  if (fresh.length > 0) await hooks.onChanged?.(call, fresh);
  await auditEach(
    tx,
    actor,
    { action: `${list.name}.create`, subjectType: list.name, requestId },
    fresh.map((row) => ({ subjectId: row.id, after: recordOf(row) })),
  );
  return { ids: done, refused };
}
