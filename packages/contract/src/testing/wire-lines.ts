// Reads packages/contract/calls.gen.json: the OpenAPI document as one line for each call, with the calls that all lists have
// written once.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The content of calls.gen.json. */
export interface WireLines {
  /** An OpenAPI operation by method and address: `GET /api/config`. */
  calls: { [address: string]: Json };
  /** The operations of a list by the end of their name. `{name}`, `{path}` and `{"$list": …}` are filled in for each list. */
  listCalls: { [kind: string]: { address: string; operation: Json } };
  lists: { [name: string]: ListLine };
  /** The schemas and responses that several operations have, by kind. */
  shared: { [kind: string]: { [name: string]: Json } };
}

/** The line of a list: its address, which calls it has, and its values for the places where lists differ. */
export interface ListLine {
  path: string;
  kinds: string[];
  values: { [place: string]: Json };
}

/** Returns the operations of all calls by method and address. References to what is shared stay. */
export function expandCalls({ calls, listCalls, lists }: WireLines): { [address: string]: Json } {
  const ofLists = Object.entries(lists).flatMap(([name, { path, kinds, values }]) => {
    const fill = (node: Json): Json | undefined => {
      if (typeof node === 'string') return node.replaceAll('{name}', name).replaceAll('{path}', path);
      if (typeof node !== 'object' || node === null) return node;
      if (Array.isArray(node)) return node.map((inner) => fill(inner) as Json);
      const place = node['$list'];
      if (typeof place === 'string') return place in values ? fill(values[place]!) : undefined;
      const filled = Object.entries(node).map(([key, inner]) => [key, fill(inner)] as const);
      return Object.fromEntries(filled.filter((entry): entry is [string, Json] => entry[1] !== undefined));
    };
    return kinds.map((kind) => {
      const { address, operation } = listCalls[kind]!;
      return [fill(address) as string, fill(operation)!] as const;
    });
  });
  return { ...calls, ...Object.fromEntries(ofLists) };
}
