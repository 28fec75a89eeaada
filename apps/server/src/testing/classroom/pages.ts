import { createHash } from 'node:crypto';
import { invalid } from './errors.ts';
import { type After, compare, type Listed } from './shelf.ts';

export interface PageSetting {
  /** The size of a page without `pageSize`. */
  usual: number;
  most: number;
}

/** The request for a page. */
export interface PageWish {
  pageSize: number;
  /** The start of the page. Null: the beginning. */
  after: After | null;
  /** The query that the next page's token is bound to. */
  bind: string;
  /** The time in that token; 0 when tokens do not expire, so that they are the same in every run. */
  issuedAt: number;
}

/**
 * Reads `pageSize` and `pageToken`. A token belongs to one person's query, with any page size, and may expire. @throws
 * GoogleError INVALID_ARGUMENT
 */
export function parsePage(
  query: URLSearchParams,
  { usual, most }: PageSetting,
  of: { path: string; userId: string; now: number; lifeMs: number | null },
): PageWish {
  const size = query.get('pageSize') ?? '0';
  if (!/^\d{1,9}$/.test(size)) throw invalid(`Invalid value at 'page_size' (TYPE_INT32), "${size}"`);
  const asked = Number(size);
  const bind = bindTo(query, of.path, of.userId);
  const token = query.get('pageToken');
  return {
    pageSize: asked === 0 ? usual : Math.min(asked, most),
    after: token ? readToken(token, bind, of) : null,
    bind,
    issuedAt: of.lifeMs === null ? 0 : of.now,
  };
}

/** Returns one page of the list from `after` on, and the token of the next one if there is one. */
export function takePage<Item>(listed: Iterable<Listed<Item>>, wish: PageWish): { items: Item[]; nextPageToken?: string } {
  const items: Item[] = [];
  let last: Listed<Item> | null = null;
  for (const entry of listed) {
    if (items.length === wish.pageSize) return { items, nextPageToken: writeToken(last as Listed<Item>, wish) };
    items.push(entry.item);
    last = entry;
  }
  return { items };
}

/** Sorts a list by numbers, smallest first, and continues after the requested position. */
export function sortListed<Item>(listed: Iterable<Listed<Item>>, keysOf: (item: Item) => number[], { after }: PageWish): Listed<Item>[] {
  const sorted = [...listed].map(({ id, item }) => ({ id, item, place: keysOf(item) })).sort(compare);
  return after === null ? sorted : sorted.filter((entry) => compare(entry, after) > 0);
}

const bindTo = (query: URLSearchParams, path: string, userId: string): string => {
  const asked = [...query].filter(([name]) => !['pageToken', 'pageSize', 'fields', 'prettyPrint', 'alt', 'key', 'quotaUser'].includes(name));
  return createHash('sha256')
    .update(JSON.stringify([path, userId, asked.sort()]))
    .digest('base64url')
    .slice(0, 16);
};

const writeToken = ({ place, id }: After, { bind, issuedAt }: PageWish): string =>
  Buffer.from(JSON.stringify([bind, place, id, issuedAt])).toString('base64url');

function readToken(token: string, bind: string, { now, lifeMs }: { now: number; lifeMs: number | null }): After {
  try {
    const [bound, place, id, at] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, number[], string, number];
    if (bound === bind && (lifeMs === null || now < at + lifeMs)) return { place, id };
  } catch {
    // Made for another query: refused like one.
  }
  throw invalid('Invalid page token');
}
