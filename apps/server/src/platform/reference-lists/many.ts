import { asMessage, type ManyDone, type ManyMade, packMessage, unpackMessage, type MessageKey, type MessageParams } from '@classwright/contract';
import { auditEach } from '../audit/index.ts';
import { AppError, appError } from '../errors.ts';
import { findDependentsOf, inWords } from './dependents.ts';
import { restoreErased } from './erased.ts';
import { eraseWithCopy } from './erased-queries.ts';
import type { AnyRow, ListCall, ListService, Values } from './hooks.ts';
import { archiveRows, findNamed, findRepeated, insertPairs, insertRows, listRowsById, listTaken, lockRows, unarchiveRows, undone } from './many-queries.ts';
import { type Faults, listMentionedNames, readCells } from './read-cells.ts';
import { listNamingArchived, nameableIn } from './references.ts';
import { pickSent, initialValues, isTaken, recordOf } from './write.ts';
import { lockTargets } from './write-queries.ts';

interface Line {
  values: Values;
  faults: Faults;
}

/**
 * Creates rows from a table that somebody wrote. Each line is checked separately: the valid ones are created together,
 * the others are returned with their errors. `preview`: reports the result without saving.
 */
export async function createRows(
  call: ListCall,
  service: ListService,
  rows: readonly Readonly<Record<string, string>>[],
  preview: boolean,
): Promise<Omit<ManyMade, 'message'>> {
  const { list } = service;
  const named = new Map<string, Map<string, number[]>>();
  for (const [name, names] of listMentionedNames(list, rows)) {
    const { reference } = list.fields[name] as (typeof list.fields)[string];
    if (!reference || names.length === 0) continue;
    const choosable = nameableIn(service, call, name);
    const found = await findNamed(call.tx, reference.to, names, choosable);
    const held = new Set(await lockTargets(call.tx, reference, [...new Set([...found.values()].flat())], choosable));
    named.set(name, new Map([...found].map(([said, ids]) => [said, ids.filter((id) => held.has(id))])));
  }
  const lines = rows.map((row) => readLine(service, call.actor.accountId, row, named));
  for (const line of lines) if (isRight(line)) await settle(call, service, line);
  const right = lines.filter(isRight);
  for (const [place, first] of await findRepeated(
    call.tx,
    list,
    right.map(({ values }) => values),
  )) {
    const line = lines.indexOf(right[first] as Line) + 1;
    (right[place] as Line).faults[list.unique.field] = [packMessage('list.many.twice', { line })];
  }
  const make = () => makeLines(call, service, lines);
  const { made, warnings } = preview ? await undone(call.tx, make) : await make();
  return {
    rows: lines.map((line) => ({ id: preview ? null : (made.get(line) ?? null), errors: told(line.faults) })),
    warnings,
  };

  function told(faults: Faults): Record<string, string[]> {
    return Object.fromEntries(Object.entries(faults).map(([name, messages]) => [name, messages.map((message) => say(message, service))]));
  }
}

const isRight = ({ faults }: Line): boolean => Object.keys(faults).length === 0;

function readLine({ list }: ListService, actorId: number, row: Readonly<Record<string, string>>, named: Parameters<typeof readCells>[2]): Line {
  const { values, faults } = readCells(list, row, named);
  const checked = list.endpoints.create.body?.safeParse(values);
  if (checked?.success) return { values: { ...initialValues(list, actorId), ...pickSent(list, checked.data as Values) }, faults };
  for (const { path, message } of checked?.error.issues ?? []) faults[String(path[0] ?? '')] ??= [message];
  return { values, faults };
}

/** Applies the list's own hook to a row, which may refuse or change it. */
async function settle(call: ListCall, { hooks, t }: ListService, line: Line): Promise<void> {
  if (!hooks.beforeSave) return;
  try {
    line.values = { ...line.values, ...(await hooks.beforeSave(call, { before: null, values: line.values })) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    Object.assign(line.faults, error.fields ?? { '': [t(`error.${error.code}`, error.params as MessageParams)] });
  }
}

async function makeLines(call: ListCall, { list, hooks, t }: ListService, lines: readonly Line[]): Promise<{ made: Map<Line, number>; warnings: string[] }> {
  const right = lines.filter(isRight);
  const made = new Map<Line, number>();
  if (right.length === 0) return { made, warnings: [] };
  const ids = await insertRows(
    call.tx,
    list,
    right.map(({ values }) => values),
  );
  for (const [at, line] of right.entries()) {
    const id = ids[at] ?? null;
    if (id !== null) made.set(line, id);
    else line.faults[list.unique.field] = [packMessage(list.unique.message, { label: asMessage(list.fields[list.unique.field]?.label ?? '') })];
  }
  for (const [name, { reference }] of Object.entries(list.fields)) {
    if (!reference?.pairs) continue;
    const pairs = [...made].flatMap(([{ values }, id]) => ((values[name] as number[] | undefined) ?? []).map((other) => [id, other] as const));
    await insertPairs(call.tx, reference.pairs, pairs);
  }
  const rows = await rowsOf(call, { list, hooks: {}, t }, [...made.values()], false);
  const warnings: string[] = [];
  if (hooks.afterSave) for (const after of rows) warnings.push(...((await hooks.afterSave(call, { before: null, after })) ?? []));
  await hooks.onChanged?.(call, rows);
  const { tx, actor, requestId } = call;
  await auditEach(
    tx,
    actor,
    { action: `${list.name}.create`, subjectType: list.name, requestId },
    rows.map((row) => ({ subjectId: row.id, after: recordOf(row) })),
  );
  return { made, warnings: warnings.map((warning) => say(warning, { t })) };
}

/** Archives or erases those rows that have no dependents. */
export async function removeRows(call: ListCall, service: ListService, ids: readonly number[]): Promise<Omit<ManyDone, 'message'>> {
  const { list, t } = service;
  return each(call, service, ids, { archived: false, verb: 'delete' }, async (rows, refuse) => {
    const dependents = await findDependentsOf(
      call.tx,
      list.table,
      rows.map(({ id }) => id),
      t,
    );
    for (const [id, found] of dependents) if (found.length > 0) refuse(id, t('list.usedBy', { dependents: inWords(found, t) }));
    return (allowed) => (list.deletion === 'archive' ? archiveRows(call.tx, list, allowed) : eraseWithCopy(call.tx, list, allowed, call.actor.accountId));
  });
}

/** Restores rows from the archive, or from deletion, if they name nothing archived and their place is free. */
export async function restoreRows(call: ListCall, service: ListService, ids: readonly number[]): Promise<Omit<ManyDone, 'message'>> {
  const { list, t } = service;
  if (list.deletion === 'erase') return bringManyBack(call, service, [...new Set(ids)]);
  return each(call, service, ids, { archived: true, verb: 'restore' }, async (rows, refuse) => {
    for (const [row, archived] of await listNamingArchived(call, list, rows))
      refuse(row.id, t('error.RESTORE_FIRST', { name: nameOf(service, row), fields: archived.map(({ label }) => t(label as MessageKey)).join(', ') }));
    for (const id of await listTaken(
      call.tx,
      list,
      rows.map((row) => row.id),
    )) {
      const row = rows.find((candidate) => candidate.id === id);
      if (row) refuse(id, t('error.RESTORE_TAKEN', { name: nameOf(service, row) }));
    }
    return async (allowed) => {
      try {
        await unarchiveRows(call.tx, list, allowed);
      } catch (error) {
        // Somebody has just taken the name.
        throw isTaken(error, list) ? appError('RESTORE_TAKEN', { name: nameOf(service, rows[0] as AnyRow) }) : error;
      }
    };
  });
}

async function bringManyBack(call: ListCall, { list, hooks, t }: ListService, ids: readonly number[]): Promise<Omit<ManyDone, 'message'>> {
  const { rows, refused } = await restoreErased(call, { list, hooks, t }, ids);
  const { tx, actor, requestId } = call;
  await auditEach(
    tx,
    actor,
    { action: `${list.name}.restore`, subjectType: list.name, requestId },
    rows.map((row) => ({ subjectId: row.id, after: recordOf(row) })),
  );
  return {
    ids: rows.map(({ id }) => id),
    refused: [...refused].map(([id, { code, params }]) => ({
      id,
      name: String(params['name'] ?? `#${id}`),
      message: t(`error.${code}`, params as MessageParams),
    })),
  };
}

const nameOf = ({ list }: ListService, row: AnyRow): string => String(row[list.naming] ?? row.id);

/**
 * Does one action to many rows: each row that is missing or cannot be changed is reported with its reason, the others
 * are done together.
 */
async function each(
  call: ListCall,
  service: ListService,
  asked: readonly number[],
  { archived, verb }: { archived: boolean; verb: 'delete' | 'restore' },
  examine: (rows: readonly AnyRow[], refuse: (id: number, message: string) => void) => Promise<(allowed: number[]) => Promise<void>>,
): Promise<Omit<ManyDone, 'message'>> {
  const { list, hooks, t } = service;
  const ids = [...new Set(asked)];
  await lockRows(call.tx, list, ids);
  const rows = await rowsOf(call, service, ids, archived);
  const known = new Map(rows.map((row) => [row.id, row]));
  const reasons = new Map<number, string>();
  const refuse = (id: number, message: string) => void (reasons.has(id) || reasons.set(id, message));
  for (const id of ids) if (!known.has(id)) refuse(id, t('error.NOT_FOUND'));
  if (hooks.mayDelete)
    for (const row of rows) {
      try {
        await hooks.mayDelete(call, row);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refuse(row.id, t(`error.${error.code}`, error.params as MessageParams));
      }
    }
  const act = await examine(rows, refuse);
  const allowed = rows.filter(({ id }) => !reasons.has(id));
  if (allowed.length > 0) {
    await act(allowed.map(({ id }) => id));
    await hooks.onChanged?.(call, allowed);
  }
  const { tx, actor, requestId } = call;
  await auditEach(
    tx,
    actor,
    { action: `${list.name}.${verb}`, subjectType: list.name, requestId },
    allowed.map((row) => ({ subjectId: row.id, [verb === 'delete' ? 'before' : 'after']: recordOf(row) })),
  );
  const refused = ids.filter((id) => reasons.has(id));
  return {
    ids: allowed.map(({ id }) => id),
    refused: refused.map((id) => {
      const row = known.get(id);
      return { id, name: row ? nameOf(service, row) : `#${id}`, message: reasons.get(id) as string };
    }),
  };
}

/** Returns the given rows that this person may see, in the order of the ids. */
async function rowsOf({ tx, actor }: ListCall, { list, hooks }: ListService, ids: readonly number[], archived: boolean): Promise<AnyRow[]> {
  const rows = await listRowsById(tx, list, ids, hooks.visible?.(actor) ?? 'all', archived);
  const place = new Map(ids.map((id, at) => [id, at]));
  return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
}

function say(message: string, { t }: Pick<ListService, 't'>): string {
  const packed = unpackMessage(message);
  return packed ? t(packed.key as MessageKey, packed.params) : message;
}
