import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';
import type { ListRoute } from '../lists/routes.ts';
import { type ListColumn, toColumns } from './list-columns.ts';
import { type ListEndpoints, makeListEndpoints } from './list-endpoints.ts';
import type { ListFields, ListTarget } from './list-fields.ts';
import { type ExtraShape, type RowSchema, toRowSchema } from './list-shapes.ts';

/**
 * What a school keeps as a list, said once: table, fields, rules, words and rights. From it come the calls with their
 * validation, the typed client, OpenAPI, the generic SQL, the screen with its dialogs, and the tests.
 * All words are keys of the message catalogue.
 */
export interface ListDeclaration<F extends ListFields = ListFields> {
  /** In the names of its calls and in the audit trail: 'level' → `level.create`. */
  readonly name: string;
  /** Under which a single row stands in an answer, beside `data`. */
  readonly noun: string;
  /** Relative to /api. */
  readonly path: `/${string}`;
  /** Of its screen, named in `lists/routes.ts`; null where it has no screen of the lists' own. */
  readonly route: ListRoute | null;
  readonly table: string;
  /** `about`: one sentence under the title and in the empty list. */
  readonly title: { readonly one: string; readonly many: string; readonly about: string };
  /** The resource whose `view` opens the screen, and whose `create`, `edit` and `delete` guard the writes. */
  readonly resource: string;
  /** `signed-in`: a lookup list, which everybody's forms read; `view`: only who may open the screen. */
  readonly read: 'signed-in' | 'view';
  readonly fields: F;
  /** The field that names a row; `name` unless said. */
  readonly naming?: string;
  /** The specification's own name of the id, carried beside `id`. */
  readonly idAlias?: string;
  /** What rows carry beside their fields; a hook of the module fills it in. */
  readonly extra?: z.ZodRawShape;
  /** What its list takes beside page, search and filters; the hook `matching` of its module heeds it. */
  readonly query?: z.ZodRawShape;
  /** The table's columns by key, in order; all that can be entered unless said. */
  readonly columns?: readonly string[];
  /** Keys of the columns that a search looks into; the naming field unless said. */
  readonly search?: readonly string[];
  readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** The field to blame, and in which words, when the table's unique index (named `<table>_unique`) refuses a row. */
  readonly unique?: { readonly field: string; readonly message: string };
  /** Pairs of fields of which the second must lie after the first. */
  readonly ordered?: readonly (readonly [first: string, second: string])[];
  /** `archive`: put away, since work may hang on it, until whoever may `purge` brings it back or erases it; `erase`: gone. */
  readonly deletion: 'archive' | 'erase';
  /** False for a list that is only read. */
  readonly writable?: boolean;
  /** What its hooks refuse writes with, beside what every list may. */
  readonly errors?: readonly ErrorCode[];
}

type Settled = Required<Omit<ListDeclaration, 'fields' | 'path' | 'columns' | 'extra' | 'query' | 'idAlias'>>;

/** A list, ready to be implemented, called and shown. */
export interface DefinedList<D extends ListDeclaration = ListDeclaration> extends Settled {
  readonly path: D['path'];
  readonly fields: D['fields'];
  readonly extra: ExtraShape<D>;
  readonly idAlias: string | null;
  /** What its table shows, in order. */
  readonly columns: readonly ListColumn[];
  /** What a search looks into and an order may name, shown or not. */
  readonly known: readonly ListColumn[];
  readonly row: RowSchema<D>;
  readonly endpoints: ListEndpoints<D>;
  /** For fields of other lists that point here. */
  readonly target: ListTarget;
}

/** Any list, for code that serves them all. */
export interface ReferenceList extends Settled {
  readonly path: `/${string}`;
  readonly fields: ListFields;
  readonly extra: z.ZodRawShape;
  readonly idAlias: string | null;
  readonly columns: readonly ListColumn[];
  readonly known: readonly ListColumn[];
  readonly row: z.ZodObject;
  readonly endpoints: Readonly<Record<keyof ListEndpoints, Endpoint>>;
  readonly target: ListTarget;
}

export type ListRow<L extends { row: z.ZodType }> = z.output<L['row']>;

/** Makes everything that follows from a declaration. Throws when it names a field that it does not have. */
export function defineReferenceList<const D extends ListDeclaration>(declaration: D): DefinedList<D> {
  const {
    naming = 'name',
    table,
    path,
    deletion,
    fields,
    search = [naming],
    sort = { by: naming, direction: 'asc' },
    ordered = [],
    unique = { field: naming, message: 'list.taken' },
  } = declaration;
  const { columns, known } = toColumns(declaration);
  for (const key of [naming, ...search, sort.by])
    if (!known.some((column) => column.key === key)) throw new Error(`the list ${declaration.name} has no column ${key}`);
  for (const key of [...ordered.flat(), unique.field]) if (!(key in fields)) throw new Error(`the list ${declaration.name} has no field ${key}`);
  return {
    ...declaration,
    extra: (declaration.extra ?? {}) as ExtraShape<D>,
    idAlias: declaration.idAlias ?? null,
    writable: declaration.writable ?? true,
    errors: declaration.errors ?? [],
    naming,
    search,
    sort,
    ordered,
    unique,
    columns,
    known,
    row: toRowSchema(declaration),
    endpoints: makeListEndpoints(declaration, known),
    target: { table, naming: [naming], archives: deletion === 'archive', choices: { by: 'rows', path } },
  };
}

/** The calls that a list really has: one that is only read has no others, one that erases rows has no archive to purge. */
export function endpointsOf({ endpoints, writable, deletion }: Pick<ReferenceList, 'endpoints' | 'writable' | 'deletion'>): Endpoint[] {
  const { list, get, restore, purge, restoreMany, ...writes } = endpoints;
  if (!writable) return [list, get];
  return [list, get, ...Object.values(writes), restore, restoreMany, ...(deletion === 'archive' ? [purge] : [])];
}
