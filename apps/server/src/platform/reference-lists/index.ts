/**
 * Reference lists: one way to list, read, create, change and delete rows, for every definition of the contract.
 *
 * Invariants: SQL identifiers come from definitions only. A row outside a person's reach counts as missing. Nothing is
 * overwritten unseen (`updated_at`) and nothing is deleted that something else names. Every write leaves an entry in
 * the audit trail, in its own transaction.
 */
import {
  asMessage,
  type BlockRequest,
  type Endpoint,
  type ListRow,
  type MessageKey,
  type ReferenceList,
  type Translate,
  unpackMessage,
} from '@classwright/contract';
import type { Db, Tx } from '../database/index.ts';
import { appError } from '../errors.ts';
import { type CallContext, can, implement, type Implementation } from '../http/index.ts';
import { toPagination } from '../lists.ts';
import { findDependents } from './dependents.ts';
import type { AnyRow, ListCall, ListHooks } from './hooks.ts';
import { createRows, removeRows, restoreRows } from './many.ts';
import { copyRows, offeredIn, withSchools } from './schools.ts';
import { allOf, countRows, findRow, listBlock, listRows } from './select-queries.ts';
import { changeRow, createRow, purgeRow, removeRow, restoreRow, type Saved } from './write.ts';

export { findDependents, findDependentsOf, inWords } from './dependents.ts';
export { deleteOldErasedRows } from './erased-queries.ts';
export { findRow } from './select-queries.ts';
export type { AnyRow, ListCall, ListHooks, RowCondition } from './hooks.ts';

type Input = Record<string, unknown> &
  BlockRequest & {
    id: number;
    page?: number;
    per_page?: number;
    search_text: string;
    sort?: string;
    direction?: 'asc' | 'desc';
    updated_at?: string;
    archived?: boolean;
    rows: Record<string, string>[];
    preview: boolean;
    ids: number[];
  };
type Call = Omit<CallContext<Endpoint>, 'input' | 'actor' | 'tx'> & { input: Input; actor: NonNullable<CallContext<Endpoint>['actor']>; tx: Tx };

const DEFAULT_PAGE = 25;

/** Implements every call of a list. */
export function implementReferenceList<L extends ReferenceList>(
  list: L,
  { t, hooks: given = {} }: { t: Translate<MessageKey>; hooks?: ListHooks<ListRow<L> & AnyRow> | undefined },
): Implementation[] {
  const hooks = withSchools(list, given as unknown as ListHooks);
  const { endpoints, idAlias, noun, title } = list;
  const service = { list, hooks, t };
  const on = (endpoint: Endpoint, handler: (call: Call) => Promise<object>): Implementation => implement(endpoint, handler as never);
  const tell = (key: MessageKey): string => t(key, { thing: asMessage(title.one) });

  const presentAll = async (db: Db, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
    const extras = (await hooks.extend?.(db, rows)) ?? [];
    return rows.map((row, index) => ({ ...row, ...(idAlias ? { [idAlias]: row.id } : {}), ...extras[index] }));
  };
  const present = async (db: Db, row: AnyRow): Promise<AnyRow> => (await presentAll(db, [row]))[0] as AnyRow;
  const write = <T>(call: Call, work: (listCall: ListCall) => Promise<T>): Promise<T> => (hooks.around ? hooks.around(call, () => work(call)) : work(call));
  const answer = async ({ tx }: Call, { row, warnings }: Saved, key: MessageKey) => {
    const data = await present(tx, row);
    return { message: tell(key), warnings: warnings.map((warning) => inWords(warning, t)), data, [noun]: data };
  };
  const change = (call: Call) =>
    write(call, async (listCall) =>
      answer(
        call,
        await changeRow(listCall, { ...service, present: (row) => present(call.tx, row) }, call.input.id, call.input, call.input.updated_at),
        'list.updated',
      ),
    );

  /** Returns the requested part of the list, limited to rows that this person may see. */
  const toSelection = async (db: Db, input: Input, actor: Call['actor']) => {
    const archived = input.archived === true && list.deletion === 'archive';
    if (archived && !can(actor, list.resource, 'purge')) throw appError('NOT_ALLOWED');
    return {
      visible: hooks.visible?.(actor) ?? 'all',
      matching: allOf(await hooks.matching?.(db, actor, input), archived ? null : offeredIn(list, actor)),
      searchText: input.search_text,
      filters: Object.fromEntries(Object.keys(list.fields).flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
      archived,
      sort: { by: input.sort ?? list.sort.by, direction: input.direction ?? (input.sort ? 'asc' : list.sort.direction) },
    };
  };
  const reading = [
    on(endpoints.list, async ({ tx, input, actor }) => {
      const request = toPageRequest(list, input);
      const selection = await toSelection(tx, input, actor);
      const page = request.per_page === 0 ? null : { limit: request.per_page, offset: (request.page - 1) * request.per_page };
      const rows = await listRows(tx, list, { ...selection, page });
      const total = page ? await countRows(tx, list, selection) : rows.length;
      return { data: await presentAll(tx, rows), pagination: page ? toPagination(request, total) : toWhole(total) };
    }),
    on(endpoints.blocks, async ({ tx, input, actor }) => {
      const { data, ...block } = await listBlock(tx, list, await toSelection(tx, input, actor), input);
      return { ...block, data: await presentAll(tx, data) };
    }),
    on(endpoints.get, async ({ tx, input, actor }) => {
      const row = await findRow(tx, list, input.id, hooks.visible?.(actor) ?? 'all');
      if (!row) throw appError('NOT_FOUND');
      const data = await present(tx, row);
      const dependents = list.writable && can(actor, list.resource, 'delete') ? await findDependents(tx, list.table, input.id, t) : [];
      return { data, [noun]: data, dependents };
    }),
  ];
  const restoring = [
    on(endpoints.restore, (call) => write(call, async (listCall) => answer(call, await restoreRow(listCall, service, call.input.id), 'list.restored'))),
    on(endpoints.restoreMany, (call) => many(call, restoreRows, 'list.many.restored')),
  ];
  const purge = on(endpoints.purge, (call) =>
    write(call, async (listCall) => {
      await purgeRow(listCall, service, call.input.id);
      return { message: tell('list.purged'), id: call.input.id };
    }),
  );
  const many = async (call: Call, act: typeof removeRows, key: 'list.many.deleted' | 'list.many.restored' | 'list.many.copied') =>
    write(call, async (listCall) => {
      const done = await act(listCall, service, call.input.ids);
      return { message: t(key, { count: done.ids.length }), ...done };
    });
  if (!list.writable) return reading;
  return [
    ...reading,
    on(endpoints.create, (call) => write(call, async (listCall) => answer(call, await createRow(listCall, service, call.input), 'list.created'))),
    on(endpoints.update, change),
    on(endpoints.updateByPost, change),
    on(endpoints.remove, (call) =>
      write(call, async (listCall) => {
        await removeRow(listCall, service, call.input.id);
        return { message: tell('list.deleted'), id: call.input.id };
      }),
    ),
    on(endpoints.createMany, (call) =>
      write(call, async (listCall) => {
        const made = await createRows(listCall, service, call.input.rows, call.input.preview);
        return { message: t('list.many.created', { count: made.rows.filter(({ id }) => id !== null).length }), ...made };
      }),
    ),
    on(endpoints.removeMany, (call) => many(call, removeRows, 'list.many.deleted')),
    ...restoring,
    ...(list.perSchool ? [on(endpoints.copyMany, (call) => many(call, copyRows, 'list.many.copied'))] : []),
    ...(list.deletion === 'archive' ? [purge] : []),
  ];
}

/** Returns the page to read. A lookup list without a page is read completely. */
function toPageRequest({ read }: ReferenceList, { page, per_page }: Input): { page: number; per_page: number } {
  const isWhole = read === 'signed-in' && page === undefined && per_page === undefined;
  return { page: page ?? 1, per_page: isWhole ? 0 : (per_page ?? DEFAULT_PAGE) };
}

const toWhole = (total: number) => ({ total, per_page: 0, current_page: 1, last_page: 1, from: total === 0 ? null : 1, to: total === 0 ? null : total });

function inWords(message: string, t: Translate<MessageKey>): string {
  const packed = unpackMessage(message);
  return packed ? t(packed.key as MessageKey, packed.params) : message;
}
