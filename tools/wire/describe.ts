// Describes the wire: the OpenAPI operations of all calls and the schemas of all live events, and as they are committed,
// with one line for each.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { contract, endpointsOf, referenceLists } from '@classwright/contract';
import * as events from '@classwright/contract/lesson/live/event-schemas';
import { SessionView } from '@classwright/contract/lesson/live/views';
import type { Json, WireLines } from '@classwright/contract/testing/wire-lines';
import { toOpenApi, toSchema } from '@classwright/server/platform/http/openapi';
import { foldLists } from './fold-lists.ts';
import { shareRepeated } from './share-repeated.ts';

/** The committed files. */
export const wireFiles = {
  calls: fileURLToPath(new URL('../../packages/contract/calls.gen.json', import.meta.url)),
  events: fileURLToPath(new URL('../../packages/contract/events.gen.json', import.meta.url)),
} as const;

/** All operations by method and address, in the order of their addresses, and all events by name. */
export interface Wire {
  calls: { [address: string]: Json };
  events: { [name: string]: Json };
}

export function describeWire(): Wire {
  const { paths } = toOpenApi(contract, '0') as { paths: { [path: string]: { [method: string]: Json } } };
  const calls = Object.keys(paths)
    .sort()
    .flatMap((path) =>
      Object.entries(paths[path]!)
        .sort()
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  const { LessonEvent, TallyEvent, PresenceEvent, ProjectorEvent, AccountEvent, SeatEvent, SeatsEvent, WallsEvent } = events;
  const schemas = Object.entries({ LessonEvent, TallyEvent, PresenceEvent, ProjectorEvent, AccountEvent, SeatEvent, SeatsEvent, WallsEvent, SessionView });
  return { calls: Object.fromEntries(calls), events: Object.fromEntries(schemas.map(([name, schema]) => [name, toSchema(schema, 'output') as Json])) };
}

/** Returns the content of the committed files. */
export function writeWire(wire: Wire): Record<keyof typeof wireFiles, string> {
  return {
    calls: printLines(foldCalls(wire) as unknown as Json, 2),
    events: printLines(Object.fromEntries(Object.entries(wire.events).flatMap(listAlternatives)), 1),
  };
}

/** Returns an event's schema, or those of its alternatives, each under the name that clients receive. */
function listAlternatives([name, schema]: [string, Json]): [string, Json][] {
  const { oneOf } = schema as { oneOf?: { properties: { name: { const: string } } }[] };
  return oneOf ? oneOf.map((one) => [`${name} ${one.properties.name.const}`, one]) : [[name, schema]];
}

function foldCalls({ calls }: Wire): WireLines {
  const own = new Map(Object.entries(calls));
  const addressByName = new Map(Object.entries(calls).map(([address, operation]) => [(operation as { operationId: string }).operationId, address]));
  const lists = referenceLists.map((list) => {
    const named = endpointsOf(list).map(({ name }) => {
      const address = addressByName.get(name)!;
      const operation = calls[address]!;
      own.delete(address);
      return [name.slice(list.name.length + 1), { address, operation }] as const;
    });
    return { name: list.name, path: list.path, calls: new Map(named) };
  });
  const folded = foldLists(lists);
  const kinds = Object.entries(folded.listCalls);
  const { operations, shared } = shareRepeated(new Map([...own, ...kinds.map(([kind, { operation }]) => [kind, operation] as const)]));
  return {
    calls: Object.fromEntries([...own.keys()].map((address) => [address, operations.get(address)!])),
    listCalls: Object.fromEntries(kinds.map(([kind, { address }]) => [kind, { address, operation: operations.get(kind)! }])),
    lists: folded.lists,
    shared,
  };
}

/**
 * Returns a hash that changes with everything that a client can notice: names, fields, types, codes; not with
 * summaries.
 */
export function hashWire({ calls, events: schemas }: Wire): string {
  const said = JSON.stringify([calls, schemas].map(withoutWords));
  return createHash('sha256').update(said).digest('hex').slice(0, 12);
}

function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const isWords = (name: string, inner: Json): boolean => (name === 'summary' || name === 'description') && typeof inner === 'string';
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isWords(name, inner) ? [] : [[name, withoutWords(inner)]])));
}

/** Prints JSON with a line for each value at `depth`, so that a change of one call is one changed line. */
function printLines(value: Json, depth: number): string {
  const print = (node: Json, below: number): string => {
    if (below === 0 || typeof node !== 'object' || node === null || Object.keys(node).length === 0) return JSON.stringify(node);
    const lines = Array.isArray(node)
      ? node.map((inner) => print(inner, below - 1))
      : Object.entries(node).map(([name, inner]) => `${JSON.stringify(name)}:${print(inner, below - 1)}`);
    const [open, close] = Array.isArray(node) ? '[]' : '{}';
    return `${open}\n${lines.join(',\n')}\n${close}`;
  };
  return `${print(value, depth)}\n`;
}
