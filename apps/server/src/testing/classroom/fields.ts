import { invalid } from './errors.ts';

/** The requested fields of an object: names with their own requested fields. Null: all. */
type Wanted = Map<string, Wanted> | null;

const MOST_DEEP = 20;

/**
 * Returns a function that reduces a response to the fields that `fields` names:
 * `nextPageToken,students(userId,profile/name)`, `*` for all. @throws GoogleError INVALID_ARGUMENT when the text does
 * not match that grammar
 */
export function parseFields(text: string | null): (value: unknown) => unknown {
  if (text === null || text === '') return (value) => value;
  const reader = { text, at: 0 };
  const wanted = readList(reader, 0);
  if (reader.at !== text.length) throw wrong(text);
  return (value) => pick(value, wanted);
}

const wrong = (text: string) => invalid(`Error expanding 'fields' parameter. Cannot parse ${text.slice(0, 200)}`);

function readList(reader: { text: string; at: number }, depth: number): Map<string, Wanted> {
  if (depth > MOST_DEEP) throw wrong(reader.text);
  const wanted = new Map<string, Wanted>();
  do {
    const name = /[A-Za-z0-9_*@-]+/y;
    name.lastIndex = reader.at;
    const found = name.exec(reader.text)?.[0];
    if (found === undefined) throw wrong(reader.text);
    reader.at += found.length;
    add(wanted, found, readRest(reader, depth));
  } while (take(reader, ','));
  return wanted;
}

/** Reads the part after a name: `/name` goes down one level, `(…)` into several. */
function readRest(reader: { text: string; at: number }, depth: number): Wanted {
  if (take(reader, '/')) {
    if (depth > MOST_DEEP) throw wrong(reader.text);
    const name = /[A-Za-z0-9_*@-]+/y;
    name.lastIndex = reader.at;
    const found = name.exec(reader.text)?.[0];
    if (found === undefined) throw wrong(reader.text);
    reader.at += found.length;
    return new Map([[found, readRest(reader, depth + 1)]]);
  }
  if (!take(reader, '(')) return null;
  const inner = readList(reader, depth + 1);
  if (!take(reader, ')')) throw wrong(reader.text);
  return inner;
}

function take(reader: { text: string; at: number }, sign: string): boolean {
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

function add(wanted: Map<string, Wanted>, name: string, inner: Wanted): void {
  const before = wanted.get(name);
  if (before && inner) for (const [key, value] of inner) add(before, key, value);
  else wanted.set(name, wanted.has(name) ? null : inner);
}

function pick(value: unknown, wanted: Wanted): unknown {
  if (wanted === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, wanted));
  const every = wanted.get('*');
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (wanted.has(name)) kept[name] = pick(inner, wanted.get(name) ?? null);
    else if (every !== undefined) kept[name] = pick(inner, every);
  }
  return kept;
}
