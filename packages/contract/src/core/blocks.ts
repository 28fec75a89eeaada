import { z } from 'zod';
import type { Access } from './endpoint.ts';
import { packMessage } from './fields.ts';

/** Rows of a block at most. */
const MOST_BLOCK_ROWS = 500;
/** Far down a block is found by skipping what stands above it, as often as somebody drags a scrollbar. */
const BLOCK_COST = 2;
/** Counting a list ends here. */
export const MOST_COUNTED = 200_000;
/** Texts of sort keys in UTF-8 and base64; longer ones are cut where rows are ordered by blocks. */
const LONGEST_CURSOR = 4_000;

const number = (min: number, max: number) => {
  const message = { error: packMessage('validation.block', { min, max }) };
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};
const cursor = z.string({ error: packMessage('validation.cursor') }).max(LONGEST_CURSOR, { error: packMessage('validation.cursor') });

/** Which block: the rows after a cursor, those before one, or those after the first `skip`. */
const blockQuery = z.object({
  after: cursor.optional(),
  before: cursor.optional(),
  skip: number(0, MOST_COUNTED).default(0),
  limit: number(1, MOST_BLOCK_ROWS).default(100),
});
export type BlockRequest = z.infer<typeof blockQuery>;

const isOnePlace = ({ after, before, skip }: BlockRequest): boolean => [after, before, skip || undefined].filter((place) => place !== undefined).length <= 1;

/** What a list in blocks is asked with. */
export type BlockQuery<Filters extends z.ZodRawShape> = z.ZodObject<typeof blockQuery.shape & Filters>;
/** What it answers with. */
export type BlockOf<Row extends z.ZodType> = ReturnType<typeof blockOf<Row>>;

/** Rows of a list that follow each other, and where the next ones are. */
const blockOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** What to give as `after` for the rows below and as `before` for those above; null: there are none. */
    cursors: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    /** How many rows the list has, or that there are more than were counted; only for a block that no cursor names. */
    total: z.object({ count: z.number().int(), is_more: z.boolean() }).nullable(),
  });
export type Block<Row> = Omit<z.infer<ReturnType<typeof blockOf>>, 'data'> & { data: Row[] };

/**
 * Declares a list in blocks, beside its pages: each follows a cursor, so that the thousandth costs what the first does, and
 * rows that come or go meanwhile are neither shown twice nor left out. `order`: the query's fields `sort` and `direction`;
 * a cursor belongs to the order in which it was given.
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
