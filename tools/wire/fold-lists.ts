// Writes the calls that all lists have once, as a template, and one line for each list.
import type { Json, ListLine, WireLines } from '@classwright/contract/testing/wire-lines';

/** The operations of one list by the end of their name: `level.create` is `create`. */
export interface ListCalls {
  name: string;
  path: string;
  calls: ReadonlyMap<string, { address: string; operation: Json }>;
}

/**
 * Returns the template and the lines. Values that all lists have stay in the template. Where lists differ, the template has
 * a place, and each line its value.
 */
export function foldLists(lists: readonly ListCalls[]): Pick<WireLines, 'listCalls' | 'lists'> {
  const lines: { [name: string]: ListLine } = Object.fromEntries(lists.map(({ name, path, calls }) => [name, { path, kinds: [...calls.keys()], values: {} }]));
  const places: string[] = [];
  const merge = (place: string, values: readonly Held[]): Json => {
    const first = values[0]!.value;
    if (values.every(({ value }) => isSame(value, first))) return first as Json;
    const names = listSharedNames(place, values);
    if (names) {
      const inner = (name: string): Held[] => values.map(({ list, value }) => ({ list, value: (value as { [name: string]: Json })[name] }));
      return Object.fromEntries(names.map((name) => [name, merge(`${place}.${name}`, inner(name))]));
    }
    const known = places.find((one) => values.every(({ list, value }) => isSame(lines[list]!.values[one], value)));
    if (known !== undefined) return { $list: known };
    places.push(place);
    for (const { list, value } of values) if (value !== undefined) lines[list]!.values[place] = value;
    return { $list: place };
  };
  const kinds = [...new Set(lists.flatMap(({ calls }) => [...calls.keys()]))];
  const listCalls = Object.fromEntries(
    kinds.map((kind) => {
      const named = lists.flatMap(({ name, path, calls }) => {
        const call = calls.get(kind);
        return call ? [{ list: name, value: generalize({ ...call }, name, path) }] : [];
      });
      return [kind, merge(kind, named) as { address: string; operation: Json }];
    }),
  );
  return { listCalls, lists: lines };
}

/** The value of a list at some place, or undefined where it has none. */
interface Held {
  list: string;
  value: Json | undefined;
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the names that the template writes one by one, or null where each list has a value of its own. An absent name is a
 * difference like any other, except among fields, which are the list's own.
 */
function listSharedNames(place: string, values: readonly Held[]): string[] | null {
  if (values.some(({ value }) => typeof value !== 'object' || value === null || Array.isArray(value))) return null;
  const all = values.map(({ value }) => Object.keys(value as { [name: string]: Json }));
  const names = [...new Set(all.flat())];
  return place.endsWith('.properties') && all.some((own) => own.length !== names.length) ? null : names;
}

/** Replaces the list's address, and its name in the names of its calls and in sentences about it. */
function generalize(value: Json, name: string, path: string): Json {
  if (typeof value === 'string') return value.replace(path, '{path}').replace(new RegExp(`(?<=^|the list )${name}(?!\\w)`), '{name}');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => generalize(inner, name, path));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, generalize(inner, name, path)]));
}
