import type { Asked, Definition, Filter, List } from './definitions.ts';

/** The lists that the dashboards can be filtered by together. */
const SHARED = ['school', 'teacher', 'class'] as const satisfies readonly List[];

const isShared = (list: List | null): list is (typeof SHARED)[number] => SHARED.some((one) => one === list);

/** Returns the filters that dashboards have in common, each named after its list, for people who have them. */
export const sharedFilters = (definitions: readonly Definition[]): Filter[] =>
  SHARED.flatMap((list) => {
    const filter = definitions.flatMap(({ filters }) => filters).find((one) => one.kind === 'one' && one.list === list);
    return filter ? [{ ...filter, name: list }] : [];
  });

/**
 * Returns the filters of a dashboard for the shared ones: by id where it has a list, by name where it takes a typed
 * name. Null while a name that it needs is not known.
 */
export function toOwnFilters({ filters }: Definition, shared: Asked, names: Readonly<Record<string, string>>): Asked | null {
  const own: Record<string, string> = {};
  for (const { name, kind, list } of filters) {
    const key = kind === 'one' ? list : kind === 'typed' ? SHARED.find((one) => one === name) : null;
    const id = isShared(key ?? null) ? shared[key!] : undefined;
    if (id === undefined) continue;
    // until a name has loaded, its id stands for it
    if (kind === 'typed' && (names[key!] === undefined || names[key!] === id)) return null;
    own[name] = kind === 'typed' ? names[key!]! : id;
  }
  return own;
}
