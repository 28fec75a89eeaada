import { asMessage, type MessageKey, type ReferenceList } from '@classwright/contract';
import { isInvisible } from '@classwright/rules/text/invisible';
import { audit } from '../audit/index.ts';
import { isTakenAlready } from '../database/index.ts';
import { AppError, appError, fieldError } from '../errors.ts';
import { findDependents, inWords } from './dependents.ts';
import { restoreErased } from './erased.ts';
import { eraseWithCopy } from './erased-queries.ts';
import type { AnyRow, ListCall, ListHooks, ListService, Values } from './hooks.ts';
import { lockReferences, listNamingArchived } from './references.ts';
import { findRow, lockRow } from './select-queries.ts';
import { archiveRow, eraseRow, insertRow, replacePairs, unarchiveRow, updateRow } from './write-queries.ts';

export interface Saved {
  row: AnyRow;
  /** Packed messages. */
  warnings: string[];
}

/** Creates a row. @throws VALIDATION_FAILED, and the refusals of hooks */
export async function createRow(call: ListCall, { list, hooks }: ListService, sent: Values): Promise<Saved> {
  const values = { ...initialValues(list, call.actor.accountId), ...pickSent(list, sent) };
  await lockReferences(call, list, values, null, hooks);
  const settled = { ...values, ...(await hooks.beforeSave?.(call, { before: null, values })) };
  const id = await atUniqueField(list, () => insertRow(call.tx, list, settled));
  await savePairs(call, list, id, settled);
  return afterSaving(call, { list, hooks }, 'create', null, id);
}

/**
 * Changes a row. `version`: the `updated_at` that the caller read. @throws NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED
 */
export async function changeRow(
  call: ListCall,
  { list, hooks, present }: ListService & { present: (row: AnyRow) => Promise<AnyRow> },
  id: number,
  sent: Values,
  version: string | undefined,
): Promise<Saved> {
  const before = await lockVisibleRow(call, list, hooks, id);
  if (version !== undefined && Date.parse(version) !== Date.parse(before.updated_at)) throw appError('EDIT_CONFLICT', { row: await present(before) });
  const values = pickSent(list, sent);
  requireNotEmptied(list, values, before);
  await lockReferences(call, list, values, before, hooks);
  const settled = { ...values, ...(await hooks.beforeSave?.(call, { before, values })) };
  const changes = Object.fromEntries(Object.entries(settled).filter(([name, value]) => !isSame(value, before[name])));
  if (Object.keys(changes).length === 0) return { row: before, warnings: (await hooks.afterSave?.(call, { before, after: before })) ?? [] };
  await atUniqueField(list, () => updateRow(call.tx, list, id, changes));
  await savePairs(call, list, id, changes);
  return afterSaving(call, { list, hooks }, 'update', before, id);
}

/**
 * Requires fields as in a new row, except that an empty field may stay empty. @throws VALIDATION_FAILED at the fields
 */
function requireNotEmptied({ fields }: ReferenceList, values: Values, before: AnyRow): void {
  const errors: Record<string, string[]> = {};
  for (const [name, { emptyInput, input }] of Object.entries(fields)) {
    const value = values[name];
    if (!emptyInput || typeof value !== 'string' || !isInvisible(value) || isInvisible(String(before[name] ?? ''))) continue;
    errors[name] = input.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION_FAILED', {}, errors);
}

/** Archives or erases a row without dependents. @throws NOT_FOUND, IN_USE, and the refusals of hooks */
export async function removeRow(call: ListCall, { list, hooks, t }: ListService, id: number): Promise<void> {
  const row = await lockVisibleRow(call, list, hooks, id);
  await hooks.mayDelete?.(call, row);
  const dependents = await findDependents(call.tx, list.table, id, t);
  if (dependents.length > 0) throw appError('IN_USE', { name: String(row[list.naming]), dependents: inWords(dependents, t), depends_on: dependents });
  if (list.deletion === 'archive') await archiveRow(call.tx, list, id);
  else await eraseWithCopy(call.tx, list, [id], call.actor.accountId);
  await hooks.onChanged?.(call, [row]);
  await audit(call.tx, call.actor, { action: `${list.name}.delete`, subjectType: list.name, subjectId: id, before: recordOf(row), requestId: call.requestId });
}

/**
 * Restores a row from the archive, or an erased one. @throws NOT_FOUND, RESTORE_FIRST when it names something archived,
 * RESTORE_GONE when it names something missing, RESTORE_TAKEN when another row took its place
 */
export async function restoreRow(call: ListCall, service: ListService, id: number): Promise<Saved> {
  const { list, hooks, t } = service;
  if (list.deletion === 'erase') {
    const { refused } = await restoreErased(call, service, [id]);
    for (const reason of refused.values()) throw reason;
    return afterSaving(call, service, 'restore', null, id);
  }
  const row = await lockVisibleRow(call, list, hooks, id, true);
  await hooks.mayDelete?.(call, row);
  const archived = (await listNamingArchived(call, list, [row])).get(row) ?? [];
  const name = String(row[list.naming]);
  if (archived.length > 0) throw appError('RESTORE_FIRST', { name, fields: archived.map(({ label }) => t(label as MessageKey)).join(', ') });
  try {
    await unarchiveRow(call.tx, list, id);
  } catch (error) {
    throw isTaken(error, list) ? appError('RESTORE_TAKEN', { name }) : error;
  }
  return afterSaving(call, { list, hooks }, 'restore', null, id);
}

/** Erases an archived row for good. @throws NOT_FOUND, IN_USE when anything names it */
export async function purgeRow(call: ListCall, { list, hooks, t }: ListService, id: number): Promise<void> {
  const row = await lockVisibleRow(call, list, hooks, id, true);
  await hooks.mayDelete?.(call, row);
  const dependents = await findDependents(call.tx, list.table, id, t, { toErase: true });
  if (dependents.length > 0) throw appError('IN_USE', { name: String(row[list.naming]), dependents: inWords(dependents, t), depends_on: dependents });
  await eraseRow(call.tx, list, id);
  await audit(call.tx, call.actor, { action: `${list.name}.purge`, subjectType: list.name, subjectId: id, before: recordOf(row), requestId: call.requestId });
}

/** Locks a row that this person may see. `archived`: a row in the archive, not one in use. */
async function lockVisibleRow({ tx, actor }: ListCall, list: ReferenceList, hooks: ListHooks, id: number, archived = false): Promise<AnyRow> {
  const row = (await lockRow(tx, list, id)) ? await findRow(tx, list, id, hooks.visible?.(actor) ?? 'all', archived) : null;
  if (!row) throw appError('NOT_FOUND');
  return row;
}

async function afterSaving(
  call: ListCall,
  { list, hooks }: Pick<ListService, 'list' | 'hooks'>,
  verb: 'create' | 'update' | 'restore',
  before: AnyRow | null,
  id: number,
): Promise<Saved> {
  const row = (await findRow(call.tx, list, id, 'all')) as AnyRow;
  const warnings = (await hooks.afterSave?.(call, { before, after: row })) ?? [];
  await hooks.onChanged?.(call, before ? [before, row] : [row]);
  await audit(call.tx, call.actor, {
    action: `${list.name}.${verb}`,
    subjectType: list.name,
    subjectId: id,
    ...(before ? { before: recordOf(before) } : {}),
    after: recordOf(row),
    requestId: call.requestId,
  });
  return { row, warnings };
}

/** Returns a row in the form of the audit trail: values with their names. */
export function recordOf({ id: _id, created_at: _created, updated_at: _updated, ...values }: AnyRow): Values {
  return values;
}

export function initialValues({ fields }: ReferenceList, actorId: number): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial, setBy }]) => {
      if (setBy === 'actor') return [[name, actorId]];
      return initial === undefined ? [] : [[name, initial]];
    }),
  );
}

/** Returns the list's fields among those sent. */
export function pickSent({ fields }: ReferenceList, sent: Values): Values {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== undefined && fields[name]?.setBy === 'caller'));
}

async function savePairs({ tx }: ListCall, { fields }: ReferenceList, id: number, values: Values): Promise<void> {
  for (const [name, { reference }] of Object.entries(fields))
    if (reference?.pairs && values[name]) await replacePairs(tx, reference.pairs, id, values[name] as number[]);
}

function isSame(value: unknown, stored: unknown): boolean {
  if (!Array.isArray(value) || !Array.isArray(stored)) return value === stored;
  return value.length === stored.length && value.every((item) => stored.includes(item));
}

export const isTaken = (error: unknown, { table }: { table: string }): boolean =>
  isTakenAlready(error, `${table}_unique`) || isTakenAlready(error, `${table}_replaces`);

/** Turns a violation of the table's unique index into an error at the field that the definition names. */
async function atUniqueField<T>({ table, unique, fields }: ReferenceList, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!isTaken(error, { table })) throw error;
    throw fieldError(unique.field, unique.message, { label: asMessage(fields[unique.field]?.label ?? '') });
  }
}
