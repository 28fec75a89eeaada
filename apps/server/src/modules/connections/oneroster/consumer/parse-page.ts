import { COLLECTIONS, type CollectionName, isSchool, toPageRows } from './collections.ts';

export interface PageText {
  body: Uint8Array;
  name: CollectionName;
  /** The one school that is meant; '': the only one. */
  orgId: string;
}

/** What a page holds. */
export interface ParsedPage {
  /** How many records it has, those of other schools too. */
  count: number;
  /** Its rows by table, as they are kept. */
  content: string;
  /** Of a page of orgs: its schools. */
  schools: { id: string; name: string }[];
}

/** A server that does not know of limits sends all it has; one that sends more than this sends nothing of use. */
const MOST_PAGE_RECORDS = 10_000;

/** Reads a page of an answer. A word: why it is none. */
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

/** A school of the other side by its id and name; none for what is no school. */
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
