import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ListColumn, toColumns } from './list-columns.ts';
import type { ListDeclaration } from './list-declaration.ts';
import { type ListEndpoints, makeListEndpoints } from './list-endpoints.ts';
import type { ListFields, ListTarget } from './list-fields.ts';
import { type ExtraShape, type RowSchema, toRowSchema } from './list-shapes.ts';

type Settled = Required<Omit<ListDeclaration, 'fields' | 'path' | 'columns' | 'extra' | 'query' | 'idAlias' | 'confirmed'>>;

/** A list, ready to be implemented, called and shown. */
export interface DefinedList<D extends ListDeclaration = ListDeclaration> extends Settled {
  readonly path: D['path'];
  readonly fields: D['fields'];
  readonly extra: ExtraShape<D>;
  readonly idAlias: string | null;
  /** The columns of its table, in order. */
  readonly columns: readonly ListColumn[];
  /** The columns for search and order, shown or not. */
  readonly known: readonly ListColumn[];
  readonly row: RowSchema<D>;
  readonly endpoints: ListEndpoints<D>;
  /** The target for fields of other lists that refer to it. */
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

/** Defines everything that follows from a declaration. @throws when it names a field that it does not have */
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
    perSchool: declaration.perSchool ?? false,
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
    target: { table, naming: [naming], archives: deletion === 'archive', perSchool: declaration.perSchool ?? false, choices: { by: 'rows', path } },
  };
}

/**
 * Returns the calls that a list really has: a read-only one has no others, one that erases rows has no archive to
 * purge.
 */
export function endpointsOf({
  endpoints,
  writable,
  deletion,
  perSchool,
}: Pick<ReferenceList, 'endpoints' | 'writable' | 'deletion' | 'perSchool'>): Endpoint[] {
  const { list, blocks, get, restore, purge, restoreMany, copyMany, ...writes } = endpoints;
  if (!writable) return [list, blocks, get];
  return [list, blocks, get, ...Object.values(writes), restore, restoreMany, ...(deletion === 'archive' ? [purge] : []), ...(perSchool ? [copyMany] : [])];
}
