import { z } from 'zod';
import { asMessage } from '../messages/translate.ts';
import { flag, id, packMessage, pageNumber } from './fields.ts';
import type { ListColumn } from './list-columns.ts';
import type { ListFields } from './list-fields.ts';
import type { ListDeclaration } from './list-declaration.ts';

type UnionToIntersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;
type Simplify<T> = { [K in keyof T]: T[K] };
type Nothing = Record<never, never>;
type Shows<F extends ListFields> = UnionToIntersection<{ [K in keyof F]: F[K]['shows'] }[keyof F]>;
type Alias<D> = D extends { idAlias: infer A extends string } ? { readonly [K in A]: z.ZodNumber } : Nothing;
export type ExtraShape<D> = D extends { extra: infer E extends z.ZodRawShape } ? E : Nothing;
type Sendable<F extends ListFields> = { [K in keyof F as F[K]['input'] extends z.ZodNever ? never : K]: F[K] };

type RowShape<D extends ListDeclaration> = Simplify<
  { readonly id: z.ZodNumber } & Alias<D> & { readonly [K in keyof D['fields']]: D['fields'][K]['view'] } & Shows<D['fields']> &
    ExtraShape<D> & { readonly created_at: z.ZodString; readonly updated_at: z.ZodString }
>;
type InputShape<D extends ListDeclaration> = Simplify<{
  [K in keyof Sendable<D['fields']>]: D['fields'][K]['isRequired'] extends true ? D['fields'][K]['input'] : z.ZodOptional<D['fields'][K]['input']>;
}>;

/** The schema of a row in a response. */
export type RowSchema<D extends ListDeclaration = ListDeclaration> = z.ZodObject<RowShape<D>>;
/** The schema of a row in a request. */
export type InputSchema<D extends ListDeclaration = ListDeclaration> = z.ZodObject<InputShape<D>>;

export function toRowSchema<D extends ListDeclaration>({ fields, idAlias, extra = {} }: D): RowSchema<D> {
  const entries = Object.entries(fields);
  return z.object({
    id: z.number().int(),
    ...(idAlias ? { [idAlias]: z.number().int() } : {}),
    ...Object.fromEntries(entries.map(([name, { view }]) => [name, view])),
    ...Object.assign({}, ...entries.map(([, { shows }]) => shows)),
    ...extra,
    created_at: z.string(),
    updated_at: z.string(),
  }) as unknown as RowSchema<D>;
}

type Comparable = string | number | null | undefined;

/**
 * Returns the schema of a request. `further` are fields of the call in addition to the row's own. `exists`: empty texts
 * may stay empty. Optional fields that are not sent do not change.
 */
export function toInputSchema<D extends ListDeclaration, E extends z.ZodRawShape = Nothing>({ fields, ordered = [] }: D, further: E = {} as E, exists = false) {
  const own = Object.entries(fields).filter(([, { setBy }]) => setBy === 'caller');
  const shape = Object.fromEntries(
    own.map(([name, { input, emptyInput, isRequired }]) => [name, isRequired ? (exists && emptyInput) || input : input.optional()]),
  );
  const schema = z.object({ ...shape, ...further }).superRefine((values: Record<string, unknown>, context) => {
    for (const [first, second] of ordered) {
      const [from, to] = [values[first] as Comparable, values[second] as Comparable];
      if (from === null || from === undefined || to === null || to === undefined || from < to) continue;
      context.addIssue({ code: 'custom', path: [second], message: packMessage(from === to ? 'list.endEqualsStart' : 'list.endBeforeStart') });
    }
  });
  return schema as unknown as z.ZodObject<Simplify<InputShape<D> & E>>;
}

const MAX_PER_PAGE = 200;
const perPageMessage = { error: packMessage('list.perPage', { max: MAX_PER_PAGE }) };

const page = {
  page: pageNumber.optional(),
  /** The number of rows per page. 0: all rows. */
  per_page: z.coerce.number(perPageMessage).int(perPageMessage).min(0, perPageMessage).max(MAX_PER_PAGE, perPageMessage).optional(),
};
const narrowing = {
  search_text: z.string().max(200).default(''),
  direction: z.enum(['asc', 'desc']).optional(),
};
type Narrowing = typeof narrowing & { sort: z.ZodOptional<z.ZodString>; archived: z.ZodOptional<z.ZodBoolean> };
/** The query parameters of every list. Its references and flags add filters with their own names. */
export type QuerySchema = z.ZodObject<typeof page & Narrowing>;

/** Returns the filters and order of a list, in pages or in blocks. */
export function toFilters({ fields, query = {}, deletion }: ListDeclaration, known: readonly ListColumn[]): Narrowing {
  const sortable = known.filter((column) => column.sortable).map(({ key }) => key);
  const filters: z.ZodRawShape = {};
  for (const [name, { kind, label }] of Object.entries(fields)) {
    if (kind === 'flag') Object.assign(filters, { [name]: flag(asMessage(label)).optional() });
    if (kind === 'reference' || kind === 'references') Object.assign(filters, { [name]: id(asMessage(label)).optional() });
  }
  // Archived rows, for people who may restore them.
  if (deletion === 'archive') Object.assign(filters, { archived: flag(asMessage('list.archived')).optional() });
  return { ...filters, ...query, ...narrowing, sort: z.enum(sortable).optional() } as unknown as Narrowing;
}

export const toQuerySchema = (filters: Narrowing): QuerySchema => z.object({ ...filters, ...page });
