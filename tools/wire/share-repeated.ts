import type { Json } from '@classwright/contract/testing/wire-lines';

/** Shorter ones are written where they are used. */
const SHARED_LENGTH = 120;

/**
 * Moves schemas and responses that occur in several operations to `shared`, under the name of the first place: a hundred
 * pages of rows are the same. What is filled in for each list stays in the template.
 */
export function shareRepeated(operations: ReadonlyMap<string, Json>): { operations: Map<string, Json>; shared: Record<Kind, { [name: string]: Json }> } {
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
  for (const operation of operations.values()) count(operation);
  const components: Record<Kind, Map<string, { name: string; value: Json }>> = { schemas: new Map(), responses: new Map() };
  const share = (node: Json, at: string, kind: Kind | 'map' | null): Json => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map((inner, index) => share(inner, `${at}.${index}`, kind));
    const text = textOf(node);
    const isFilledIn = text.includes('"$list"');
    const isShared = kind !== null && kind !== 'map' && !isFilledIn && text.length > SHARED_LENGTH && (counts.get(text) ?? 0) > 1;
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
  const named = (kind: Kind): { [name: string]: Json } => Object.fromEntries([...components[kind].values()].map(({ name, value }) => [name, value]));
  const written = new Map([...operations].map(([name, operation]) => [name, share(operation, name, null)]));
  return { operations: written, shared: { responses: named('responses'), schemas: named('schemas') } };
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
