import { COLLECTIONS, type CollectionName, isSchool, toPageRows } from './collections.ts';

export interface PageText {
  body: Uint8Array;
  name: CollectionName;
  /** The chosen school; '' means the only one. */
  orgId: string;
}

/** A parsed page. */
export interface ParsedPage {
  /** The number of records in the page, including those of other schools. */
  count: number;
  /** The rows by table, as they are stored. */
  content: string;
  /** The schools in a page of orgs. */
  schools: { id: string; name: string }[];
}

/**
 * The maximum number of records in a page. A server that ignores limits sends everything; a page beyond this is
 * refused.
 */
const MOST_PAGE_RECORDS = 10_000;

/** Parses a page of a response. Returns a code for the reason if it is not one. */
export function parsePage({ body, name, orgId }: PageText): ParsedPage | 'html' | 'half' | 'shape' | 'tooLong' {
  const text = Buffer.from(body).toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return /^\s*</.test(text) ? 'html' : 'half';
  }
  const records = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>)[COLLECTIONS[name].key] : undefined;
  if (!Array.isArray(records)) return 'shape';
  if (records.length > MOST_PAGE_RECORDS) return 'tooLong';
  const kept: unknown[] = name === 'orgs' && orgId !== '' ? records.filter((one) => idOf(one) === orgId) : records;
  return { count: records.length, content: JSON.stringify(toPageRows(name, kept)), schools: name === 'orgs' ? kept.flatMap(toSchool) : [] };
}

const fieldsOf = (record: unknown): Record<string, unknown> => (typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {});
const idOf = (record: unknown): unknown => fieldsOf(record)['sourcedId'];

/** Returns a school of the other system by its id and name; nothing for other organizations. */
function toSchool(record: unknown): ParsedPage['schools'] {
  const { sourcedId, name, type, status } = fieldsOf(record);
  if (
    typeof sourcedId !== 'string' ||
    sourcedId === '' ||
    sourcedId.length > 200 ||
    !isSchool(type === undefined ? '' : String(type)) ||
    status === 'tobedeleted'
  )
    return [];
  return [{ id: sourcedId, name: typeof name === 'string' ? name.slice(0, 200) : sourcedId }];
}
