import { ONE_ROSTER_PAGE } from '@classwright/contract';
import type { Collection } from './collection.ts';
import { Failure, wrongData } from './failure.ts';
import { parseFilter } from './filter.ts';
import type { Page } from './page-queries.ts';

type Query = Readonly<Record<string, unknown>>;
const MOST_FIELDS = 50;
const MOST_FIELD_CHARACTERS = 100;
/** The maximum offset, beyond any real number of records. */
const MOST_OFFSET = 10_000_000;

/** Returns a text parameter. @throws Failure if it is present and not a text */
function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw wrongData('oneroster.query.twice', { name }, 400);
}

function numberOf(query: Query, name: string, { usual, least, most }: { usual: number; least: number; most: number }): number {
  const value = textOf(query, name);
  if (value === undefined) return usual;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) throw wrongData('oneroster.query.number', { name, least, most }, 400);
  return number;
}

/**
 * Returns the requested fields of a record, or all of them if none is named. @throws Failure invalid_selection_field
 */
export function readFields({ fields }: Collection, query: Query): string[] {
  const known = Object.keys(fields);
  const text = textOf(query, 'fields');
  if (text === undefined) return known;
  const names = text.split(',', MOST_FIELDS + 1).map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined || names.length > MOST_FIELDS)
    throw new Failure(400, 'invalid_selection_field', 'oneroster.fields.wrong', {
      name: (unknown ?? text).slice(0, MOST_FIELD_CHARACTERS),
      names: known.join(', '),
    });
  // the sourcedId is always included, so that a reader can identify the record
  return known.filter((name) => name === 'sourcedId' || names.includes(name));
}

function requireComparable({ comparables }: Collection, name: string, minor: 'invalid_filter_field' | 'invalid_sort_field'): void {
  if (Object.hasOwn(comparables, name)) return;
  const params = { name: name.slice(0, MOST_FIELD_CHARACTERS), names: Object.keys(comparables).join(', ') };
  throw new Failure(400, minor, minor === 'invalid_filter_field' ? 'oneroster.filter.field' : 'oneroster.sort.field', params);
}

/**
 * Reads where the page before ended, which the link to a next page says. It has no meaning in another order than the
 * usual one, where `offset` alone counts. @throws Failure
 */
function readGoneBefore({ isKeyed = false }: Collection, query: Query): Page['goneBefore'] {
  const id = numberOf(query, 'after', { usual: 0, least: 1, most: Number.MAX_SAFE_INTEGER });
  const total = numberOf(query, 'total', { usual: 0, least: 0, most: MOST_OFFSET });
  return id === 0 || !isKeyed || query['sort'] !== undefined ? null : { id, total };
}

/** Parses the query of a list. @throws Failure */
export function readPageQuery(collection: Collection, query: Query): Page {
  const filterText = textOf(query, 'filter');
  const filter = filterText === undefined ? [] : parseFilter(filterText);
  for (const { field } of filter.flat()) requireComparable(collection, field, 'invalid_filter_field');
  const sort = textOf(query, 'sort');
  const orderBy = textOf(query, 'orderBy') ?? 'asc';
  if (sort !== undefined) requireComparable(collection, sort, 'invalid_sort_field');
  if (!/^(?:asc|desc)$/i.test(orderBy)) throw new Failure(400, 'invalid_sort_field', 'oneroster.order.wrong');
  return {
    filter,
    sort: sort === undefined ? null : { field: sort, isDescending: orderBy.toLowerCase() === 'desc' },
    fields: readFields(collection, query),
    limit: numberOf(query, 'limit', { usual: ONE_ROSTER_PAGE.usual, least: 1, most: ONE_ROSTER_PAGE.most }),
    offset: numberOf(query, 'offset', { usual: 0, least: 0, most: MOST_OFFSET }),
    goneBefore: readGoneBefore(collection, query),
  };
}

/**
 * Returns the addresses of the first, the previous, the next and the last page. The next one says where this one ended
 * and how many records there are, so that nothing is passed over or counted for it. Source: RFC 8288.
 */
export function writeLinks(
  address: string,
  query: Query,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
  { total, lastId }: { total: number; lastId: number | null },
): string {
  const last = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const at = (start: number): string => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (typeof value === 'string') search.set(name, value);
    search.set('limit', String(limit));
    search.set('offset', String(start));
    search.delete('after');
    search.delete('total');
    if (start === offset + limit && lastId !== null) {
      search.set('after', String(lastId));
      search.set('total', String(total));
    }
    return `${address}?${search}`;
  };
  const pages = [
    ['first', 0],
    ...(offset > 0 ? [['prev', Math.max(0, Math.min(offset - limit, last))]] : []),
    ...(offset + limit < total ? [['next', offset + limit]] : []),
    ['last', last],
  ] as [string, number][];
  return pages.map(([relation, start]) => `<${at(start)}>; rel="${relation}"`).join(', ');
}
