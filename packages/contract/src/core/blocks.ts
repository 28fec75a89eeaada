import { z } from 'zod';
import type { Access } from './endpoint.ts';
import { packMessage } from './fields.ts';

/** The maximum number of rows in a block. */
const MOST_BLOCK_ROWS = 500;
/** The cost. A block far down is found by skipping the rows above it, as often as somebody drags a scrollbar. */
const BLOCK_COST = 2;
/** The count at which counting a list stops. */
export const MAX_COUNTED_ROWS = 200_000;
/** The maximum length of sort keys as UTF-8 in base64. Longer texts are cut when rows are ordered by blocks. */
const LONGEST_CURSOR = 4_000;

const number = (min: number, max: number) => {
  const message = { error: packMessage('validation.block', { min, max }) };
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};
const cursor = z.string({ error: packMessage('validation.cursor') }).max(LONGEST_CURSOR, { error: packMessage('validation.cursor') });

/** The requested block: the rows after a cursor, those before one, or those after the first `skip`. */
const blockQuery = z.object({
  after: cursor.optional(),
  before: cursor.optional(),
  skip: number(0, MAX_COUNTED_ROWS).default(0),
  limit: number(1, MOST_BLOCK_ROWS).default(100),
});
export type BlockRequest = z.infer<typeof blockQuery>;

const isOnePlace = ({ after, before, skip }: BlockRequest): boolean => [after, before, skip || undefined].filter((place) => place !== undefined).length <= 1;

/** The query of a list in blocks. */
export type BlockQuery<Filters extends z.ZodRawShape> = z.ZodObject<typeof blockQuery.shape & Filters>;
/** The response of a list in blocks. */
export type BlockOf<Row extends z.ZodType> = ReturnType<typeof blockOf<Row>>;

/** Consecutive rows of a list, with the position of the next ones. */
const blockOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** The values of `after` for the rows below and of `before` for those above. Null: there are none. */
    cursors: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    /** The number of rows of the list, or that there are more than were counted. Only for a block without a cursor. */
    total: z.object({ count: z.number().int(), is_more: z.boolean() }).nullable(),
  });
export type Block<Row> = Omit<z.infer<ReturnType<typeof blockOf>>, 'data'> & { data: Row[] };

/**
 * Declares a list in blocks, in addition to its pages: each follows a cursor, so that the thousandth costs as much as
 * the first, and rows added or removed in the meantime are neither repeated nor skipped. `order`: the query's fields
 * `sort` and `direction`. A cursor is only valid for its order.
 */
export function listBlocks<
  const Name extends string,
  const Path extends `/${string}`,
  const A extends Access,
  Filters extends z.ZodRawShape,
  Row extends z.ZodType,
>({ name, path, access, summary, filters, row }: { name: Name; path: Path; access: A; summary: string; filters: Filters; row: Row }) {
  return {
    name,
    method: 'GET',
    path,
    access,
    summary,
    query: blockQuery
      .extend(filters)
      .refine((query) => isOnePlace(query as unknown as BlockRequest), { error: packMessage('validation.onePlace'), path: ['before'] }),
    response: blockOf(row),
    errors: [],
    readOnly: true,
    cost: BLOCK_COST,
  } as const;
}
