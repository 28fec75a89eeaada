import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Access, Endpoint } from './endpoint.ts';
import type { LargeTable } from './large-table.ts';

export type { LargeTable } from './large-table.ts';

interface LargeDeclaration {
  readonly name: string;
  /** The method. The default is GET. A POST changes nothing, and has no ETag. */
  readonly method?: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly onlyWith?: string;
  readonly access: Exclude<Access, 'public' | 'link'>;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A few values next to the tables. */
  readonly head?: z.ZodRawShape;
  readonly tables: Readonly<Record<string, LargeTable>>;
  readonly errors?: readonly ErrorCode[];
  /** The cost. The default is 5. */
  readonly cost?: number;
}

type TableSchema<T extends LargeTable> = z.ZodObject<{
  rows: z.ZodNumber;
  columns: z.ZodObject<{ [Name in keyof T['columns']]: z.ZodArray<T['columns'][Name]> }>;
}>;
type Head<D extends LargeDeclaration> = D['head'] extends z.ZodRawShape ? D['head'] : Record<never, never>;

/** Any endpoint with a large response. */
export type AnyLargeEndpoint = Endpoint & { readonly readOnly: true; readonly large: NonNullable<Endpoint['large']> };

/** The endpoint of a large response, as declared. */
export type LargeEndpoint<D extends LargeDeclaration> = Omit<D, 'head' | 'tables' | 'errors' | 'cost' | 'method'> & {
  readonly method: D['method'] extends 'POST' ? 'POST' : 'GET';
  readonly readOnly: true;
  readonly hasETag: boolean;
  readonly cost: number;
  readonly errors: readonly ErrorCode[];
  readonly response: z.ZodObject<Head<D> & { [Name in keyof D['tables']]: TableSchema<D['tables'][Name]> }>;
  readonly large: { readonly head: Head<D>; readonly tables: D['tables'] };
};

/**
 * Declares a read with a large response: a matrix, a roster, all ids of a list. On the wire each table is `{rows,
 * columns: {name: [value, …]}}`, as the database writes it; `rowsOf` reads it by row. Access, validation, the typed
 * client and OpenAPI are the same as for every endpoint. The response has an ETag when its module knows a version.
 */
export function largeAnswer<const D extends LargeDeclaration>(declaration: D): LargeEndpoint<D> {
  const { head = {}, tables, errors = [], cost = 5, method = 'GET', ...rest } = declaration;
  const shapes = Object.entries(tables).map(([name, { columns }]) => {
    if (name in head) throw new Error(`${declaration.name} has ${name} twice`);
    const lists = Object.fromEntries(Object.entries(columns).map(([column, cell]) => [column, z.array(cell)]));
    return [name, z.object({ rows: z.number().int(), columns: z.object(lists) })];
  });
  return {
    ...rest,
    method,
    readOnly: true,
    hasETag: method === 'GET',
    cost,
    errors: ['ANSWER_TOO_LARGE', ...errors],
    response: z.object({ ...head, ...Object.fromEntries(shapes) }),
    large: { head, tables },
  } as unknown as LargeEndpoint<D>;
}
