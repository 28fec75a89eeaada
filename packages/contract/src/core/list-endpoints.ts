import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { asMessage } from '../messages/translate.ts';
import { type BlockOf, type BlockQuery, listBlocks } from './blocks.ts';
import type { Access, Endpoint, Method } from './endpoint.ts';
import { flag, id, instant, packMessage, Pagination } from './fields.ts';
import type { ListColumn } from './list-columns.ts';
import { type InputSchema, type QuerySchema, type RowSchema, toFilters, toInputSchema, toQuerySchema, toRowSchema } from './list-shapes.ts';
import { MAX_ROWS_PER_CALL } from './max-rows.ts';
import type { ListDeclaration } from './list-declaration.ts';

/** The number of records of one kind that name a row, with a text: "3 assessments". */
export const Dependent = z.object({ table: z.string(), count: z.number().int(), words: z.string() });
export type Dependent = z.infer<typeof Dependent>;

const Params = z.object({ id: id('Id') });
/** The `updated_at` that an edit is based on: an older one is refused. */
const Version = instant(packMessage('list.version')).optional();
const MethodField = z.string({ error: packMessage('list.method') }).regex(/^put$/i, { error: packMessage('list.method') });
const Outcome = { message: z.string(), warnings: z.array(z.string()) };

/**
 * A limit longer than any field, so that a text that is too long is reported for its row, not for the whole request.
 */
const cell = z.string({ error: packMessage('validation.text', { label: asMessage('list.many.cell') }) }).max(5000);
const ManyRows = z.object({
  /** The rows by field, as somebody wrote them: references by name, several separated by ; and yes and no as words. */
  rows: z
    .array(z.record(z.string().max(100), cell), { error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }) })
    .min(1, { error: packMessage('list.many.none') })
    .max(MAX_ROWS_PER_CALL, { error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }) }),
  /** True to report the result without saving anything. */
  preview: flag(asMessage('list.many.preview')).default(false),
});
export const ManyIds = z.object({
  ids: z
    .array(id(asMessage('list.many.row')), { error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }) })
    .min(1, { error: packMessage('list.many.none') })
    .max(MAX_ROWS_PER_CALL, { error: packMessage('list.many.limit', { most: MAX_ROWS_PER_CALL }) }),
});
/** The result for each row, in order: the created row, or its errors by field ('' for the whole row). */
const ManyMade = z.object({
  message: z.string(),
  rows: z.array(z.object({ id: z.number().int().nullable(), errors: z.record(z.string(), z.array(z.string())) })),
  warnings: z.array(z.string()),
});
/** The changed rows, and the others, each with its reason. */
export const ManyDone = z.object({
  message: z.string(),
  ids: z.array(z.number().int()),
  refused: z.array(z.object({ id: z.number().int(), name: z.string(), message: z.string() })),
});
export type ManyMade = z.infer<typeof ManyMade>;
export type ManyDone = z.infer<typeof ManyDone>;

interface Call<M extends Method, P extends `/${string}`, Response extends z.ZodType> {
  readonly name: string;
  readonly method: M;
  readonly path: P;
  readonly access: Access;
  readonly summary: string;
  readonly response: Response;
  readonly errors: readonly ErrorCode[];
}
type One<D extends ListDeclaration, E extends z.ZodRawShape> = z.ZodObject<{ data: RowSchema<D> } & { [K in D['noun']]: RowSchema<D> } & E>;
type Path<D extends ListDeclaration> = D['path'];
type OnePath<D extends ListDeclaration> = D['path'] extends `/${infer P}` ? `/${P}/:id` : never;
type Below<D extends ListDeclaration, Verb extends string> = D['path'] extends `/${infer P}` ? `/${P}/:id/${Verb}` : never;
type AtOnce<D extends ListDeclaration, Verb extends string> = D['path'] extends `/${infer P}` ? `/${P}/${Verb}` : never;
type Edited<D extends ListDeclaration, E extends z.ZodRawShape> = z.ZodObject<InputSchema<D>['shape'] & { updated_at: typeof Version } & E>;

/** The calls of a list. */
export interface ListEndpoints<D extends ListDeclaration = ListDeclaration> {
  readonly list: Call<'GET', Path<D>, z.ZodObject<{ data: z.ZodArray<RowSchema<D>>; pagination: typeof Pagination }>> & {
    readonly query: QuerySchema;
    readonly readOnly: true;
  };
  /** Lists the same rows in consecutive blocks. */
  readonly blocks: Call<'GET', AtOnce<D, 'blocks'>, BlockOf<RowSchema<D>>> & { readonly query: BlockQuery<QuerySchema['shape']>; readonly readOnly: true };
  readonly get: Call<'GET', OnePath<D>, One<D, { dependents: z.ZodArray<typeof Dependent> }>> & { readonly params: typeof Params; readonly readOnly: true };
  readonly create: Call<'POST', Path<D>, One<D, typeof Outcome>> & { readonly body: InputSchema<D>; readonly successStatus: 201 };
  readonly update: Call<'PUT', OnePath<D>, One<D, typeof Outcome>> & { readonly params: typeof Params; readonly body: Edited<D, Record<never, never>> };
  /** The same as `update`, for clients that can only POST. */
  readonly updateByPost: Call<'POST', OnePath<D>, One<D, typeof Outcome>> & {
    readonly params: typeof Params;
    readonly body: Edited<D, { _method: typeof MethodField }>;
  };
  readonly remove: Call<'DELETE', OnePath<D>, z.ZodObject<{ message: z.ZodString; id: z.ZodNumber }>> & { readonly params: typeof Params };
  /** Restores a row from the archive, or undoes its deletion within the hour when there is no archive. */
  readonly restore: Call<'POST', Below<D, 'restore'>, One<D, typeof Outcome>> & { readonly params: typeof Params };
  /** Erases an archived row for good. Only lists with an archive have it. */
  readonly purge: Call<'DELETE', Below<D, 'purge'>, z.ZodObject<{ message: z.ZodString; id: z.ZodNumber }>> & { readonly params: typeof Params };
  /** Creates rows from a table that somebody wrote. The valid ones are created together, the others are returned. */
  readonly createMany: Call<'POST', AtOnce<D, 'many'>, typeof ManyMade> & { readonly body: typeof ManyRows };
  /** Deletes those of the rows that can be deleted. */
  readonly removeMany: Call<'POST', AtOnce<D, 'delete-many'>, typeof ManyDone> & { readonly body: typeof ManyIds };
  /** Copies rows that all schools share for the caller's school, where the copies replace them. Only lists per school have it. */
  readonly copyMany: Call<'POST', AtOnce<D, 'copy-many'>, typeof ManyDone> & { readonly body: typeof ManyIds };
  /** Restores many rows. */
  readonly restoreMany: Call<'POST', AtOnce<D, 'restore-many'>, typeof ManyDone> & { readonly body: typeof ManyIds };
}

/** Declares the calls of a list. */
export function makeListEndpoints<const D extends ListDeclaration>(declaration: D, known: readonly ListColumn[]): ListEndpoints<D> {
  const { name, noun, resource, read, deletion, perSchool = false } = declaration;
  const errors: readonly ErrorCode[] = [...(declaration.errors ?? []), ...(perSchool ? (['SHARED_BY_SCHOOLS'] as const) : [])];
  const row = toRowSchema<ListDeclaration>(declaration);
  const rows = { path: declaration.path };
  const filters = toFilters(declaration, known);
  const one = { path: `${declaration.path}/:id` as const, params: z.object({ id: id(asMessage(declaration.title.one)) }) };
  const may = (action: string) => ({ resource, action });
  const reading = { access: read === 'signed-in' ? ('signed-in' as const) : may('view'), errors: [], readOnly: true } as const;
  // A person who may purge the archive may restore from it. A person who may erase a row may restore an erased one.
  const restoring = { access: may(deletion === 'archive' ? 'purge' : 'delete') };
  const from = deletion === 'archive' ? 'out of the archive' : 'back that was deleted less than an hour ago';
  const editing = { access: may('edit'), errors: ['EDIT_CONFLICT', ...errors] as const };
  const answer = <E extends z.ZodRawShape>(further: E) => z.object({ data: row, [noun]: row, ...further });
  const endpoints = {
    list: {
      ...rows,
      ...reading,
      name: `${name}.list`,
      method: 'GET',
      summary: `Rows of the list ${name}`,
      query: toQuerySchema(filters),
      response: z.object({ data: z.array(row), pagination: Pagination }),
    },
    blocks: listBlocks({
      path: `${declaration.path}/blocks`,
      access: reading.access,
      name: `${name}.blocks`,
      summary: `Rows of the list ${name} in blocks that follow each other`,
      filters,
      row,
    }),
    get: {
      ...one,
      ...reading,
      name: `${name}.get`,
      method: 'GET',
      summary: `One row of the list ${name}; for those who may delete it with what depends on it`,
      response: answer({ dependents: z.array(Dependent) }),
    },
    create: {
      ...rows,
      name: `${name}.create`,
      method: 'POST',
      access: may('create'),
      summary: `Makes a row of the list ${name}`,
      body: toInputSchema(declaration),
      response: answer(Outcome),
      errors,
      successStatus: 201,
    },
    update: {
      ...one,
      ...editing,
      name: `${name}.update`,
      method: 'PUT',
      summary: `Edits a row of the list ${name}`,
      body: toInputSchema(declaration, { updated_at: Version }, true),
      response: answer(Outcome),
    },
    updateByPost: {
      ...one,
      ...editing,
      name: `${name}.update.post`,
      method: 'POST',
      summary: `Edits a row of the list ${name}, for clients that can only POST`,
      body: toInputSchema(declaration, { updated_at: Version, _method: MethodField }, true),
      response: answer(Outcome),
    },
    remove: {
      ...one,
      name: `${name}.delete`,
      method: 'DELETE',
      access: may('delete'),
      summary: `Deletes a row of the list ${name} that nothing depends on`,
      response: z.object({ message: z.string(), id: z.number().int() }),
      errors: ['IN_USE', ...errors],
    },
    restore: {
      ...one,
      path: `${one.path}/restore`,
      name: `${name}.restore`,
      method: 'POST',
      ...restoring,
      summary: `Takes a row of the list ${name} ${from}`,
      response: answer(Outcome),
      errors: ['RESTORE_TAKEN', 'RESTORE_FIRST', ...(deletion === 'archive' ? [] : (['RESTORE_GONE'] as const)), ...errors],
    },
    purge: {
      ...one,
      path: `${one.path}/purge`,
      name: `${name}.purge`,
      method: 'DELETE',
      access: may('purge'),
      summary: `Erases an archived row of the list ${name} for good, when nothing at all names it any more`,
      response: z.object({ message: z.string(), id: z.number().int() }),
      errors: ['IN_USE', ...errors],
    },
    createMany: {
      path: `${declaration.path}/many`,
      name: `${name}.createMany`,
      method: 'POST',
      access: may('create'),
      cost: 20,
      bodyLimitBytes: 1024 * 1024,
      summary: `Makes up to ${MAX_ROWS_PER_CALL} rows of the list ${name} of what somebody wrote as a table; each row that is wrong is left out and explained`,
      body: ManyRows,
      response: ManyMade,
      errors,
    },
    removeMany: {
      path: `${declaration.path}/delete-many`,
      name: `${name}.deleteMany`,
      method: 'POST',
      access: may('delete'),
      cost: 10,
      summary: `Deletes up to ${MAX_ROWS_PER_CALL} rows of the list ${name}; each that something depends on stays and is explained`,
      body: ManyIds,
      response: ManyDone,
      errors,
    },
    copyMany: {
      path: `${declaration.path}/copy-many`,
      name: `${name}.copyMany`,
      method: 'POST',
      access: may('create'),
      cost: 20,
      summary: `Copies up to ${MAX_ROWS_PER_CALL} rows of the list ${name} that all schools share for the caller’s school, where the copies replace them; returns the copies`,
      body: ManyIds,
      response: ManyDone,
      errors,
    },
    restoreMany: {
      path: `${declaration.path}/restore-many`,
      name: `${name}.restoreMany`,
      method: 'POST',
      ...restoring,
      cost: 10,
      summary: `Takes up to ${MAX_ROWS_PER_CALL} rows of the list ${name} ${from}`,
      body: ManyIds,
      response: ManyDone,
      errors,
    },
  } as const satisfies Record<keyof ListEndpoints, Endpoint>;
  const asked = declaration.confirmed ? changing(endpoints, () => ({ confirmed: true })) : endpoints;
  return (declaration.isShared ? keepForAllSchools(asked) : asked) as unknown as ListEndpoints<D>;
}

/** Adds fields to the calls that change something. */
function changing(endpoints: Readonly<Record<string, Endpoint>>, fieldsOf: (endpoint: Endpoint) => Partial<Endpoint>): Record<string, Endpoint> {
  return Object.fromEntries(Object.entries(endpoints).map(([key, endpoint]) => [key, endpoint.readOnly ? endpoint : { ...endpoint, ...fieldsOf(endpoint) }]));
}

/** Lets only people who reach every school make the calls that change something. */
const keepForAllSchools = (endpoints: Readonly<Record<string, Endpoint>>): Record<string, Endpoint> =>
  changing(endpoints, ({ errors }) => ({ reach: 'all', errors: [...errors, 'SHARED_BY_SCHOOLS'] }));
