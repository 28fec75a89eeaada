// Describes the wire as it is committed: the OpenAPI document of all calls and the schemas of all live events.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { contract } from '@classwright/contract';
import * as events from '@classwright/contract/lesson/live/event-schemas';
import { SessionView } from '@classwright/contract/lesson/live/views';
import { toOpenApi, toSchema } from '@classwright/server/platform/http/openapi';

/** The committed files. */
export const wireFiles = {
  openApi: fileURLToPath(new URL('../../packages/contract/openapi.gen.json', import.meta.url)),
  events: fileURLToPath(new URL('../../packages/contract/events.gen.json', import.meta.url)),
} as const;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns the content of the committed files. */
export function describeWire(): Record<keyof typeof wireFiles, string> {
  const { LessonEvent, TallyEvent, PresenceEvent, ProjectorEvent, AccountEvent } = events;
  const schemas = Object.entries({ LessonEvent, TallyEvent, PresenceEvent, ProjectorEvent, AccountEvent, SessionView }).map(([name, schema]) => [
    name,
    toSchema(schema, 'output'),
  ]);
  return {
    openApi: `${print(shareRepeated(toOpenApi(contract, '0') as { [name: string]: Json }))}\n`,
    events: `${print(Object.fromEntries(schemas) as { [name: string]: Json })}\n`,
  };
}

/**
 * Returns a hash that changes with everything that a client can notice: names, fields, types, codes; not with
 * summaries.
 */
export function hashWire(files: Record<keyof typeof wireFiles, string>): string {
  const said = JSON.stringify([files.openApi, files.events].map((text) => withoutWords(JSON.parse(text) as Json)));
  return createHash('sha256').update(said).digest('hex').slice(0, 12);
}

function withoutWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const isWords = (name: string, inner: Json): boolean => (name === 'summary' || name === 'description') && typeof inner === 'string';
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isWords(name, inner) ? [] : [[name, withoutWords(inner)]])));
}

/** Shorter ones are written where they are used. */
const SHARED_LENGTH = 120;

/**
 * Moves schemas and responses that occur in several places to `components`, under the name of the first place: twenty
 * lists and a hundred pages of rows are the same.
 */
function shareRepeated(document: { [name: string]: Json }): Json {
  const paths = document['paths'] as { [path: string]: { [method: string]: { [name: string]: Json } } };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const texts = new Map<Json, string>();
  const counts = new Map<string, number>();
  const textOf = (node: Json): string => texts.get(node) ?? texts.set(node, JSON.stringify(node)).get(node)!;
  const count = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return;
    const text = textOf(node);
    const seen = counts.get(text) ?? 0;
    counts.set(text, seen + 1);
    if (seen === 0) for (const inner of Object.values(node)) count(inner);
  };
  for (const operation of operations) count(operation);
  const components: Record<Kind, Map<string, { name: string; value: Json }>> = { schemas: new Map(), responses: new Map() };
  const share = (node: Json, at: string, kind: Kind | 'map' | null): Json => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map((inner, index) => share(inner, `${at}.${index}`, kind));
    const text = textOf(node);
    const isShared = kind !== null && kind !== 'map' && text.length > SHARED_LENGTH && (counts.get(text) ?? 0) > 1;
    const known = isShared ? components[kind].get(text) : undefined;
    if (known) return { $ref: `#/components/${kind}/${known.name}` };
    const value = Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, share(inner, `${at}.${name}`, kindOf(name, kind))]));
    if (!isShared) return value;
    const [, status] = kind === 'responses' ? (/\.(\d{3})$/.exec(at) ?? []) : [];
    const isFirst = status && ![...components.responses.values()].some((other) => other.name === status);
    const name = isFirst
      ? status
      : at.replaceAll(/[^\w.-]/g, '-').replaceAll(/\.(?:responses|requestBody|content|application-json|schema|properties)(?=\.|$)/g, '');
    components[kind].set(text, { name, value });
    return { $ref: `#/components/${kind}/${name}` };
  };
  const shared = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, share(operation, String(operation['operationId']), null)])),
    ]),
  );
  const list = (kind: Kind): { [name: string]: Json } => Object.fromEntries([...components[kind].values()].map(({ name, value }) => [name, value]));
  const own = document['components'] as { [kind: string]: { [name: string]: Json } };
  return { ...document, paths: shared as Json, components: { ...own, responses: list('responses'), schemas: { ...own['schemas'], ...list('schemas') } } };
}

type Kind = 'schemas' | 'responses';

/**
 * Returns the kind of value at this place that may become a reference: schemas below `schema`, responses by their
 * status. `map`: schemas by name.
 */
function kindOf(name: string, above: Kind | 'map' | null): Kind | 'map' | null {
  if (above === 'map') return 'schemas';
  if (name === 'schema' || name === 'x-brief') return 'schemas';
  if (above === 'schemas') return name === 'properties' ? 'map' : ['enum', 'required', 'default', 'const', 'type'].includes(name) ? null : 'schemas';
  return above === null && /^\d{3}$/.test(name) ? 'responses' : null;
}

const WIDTH = 160;

/** Prints JSON with everything that fits on one line on one line, so that a diff shows only the changed lines. */
function print(value: Json, indent = ''): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= WIDTH) return flat;
  const inner = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((one) => inner + print(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}: ${print(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
