import type { z } from 'zod';

/** The ways a text may be wrapped in its field: alone, in a list, under a name. */
export const WRAPPINGS: readonly ((text: unknown) => unknown)[] = [(text) => text, (text) => [text], (text) => ({ key: text }), (text) => [{ key: text }]];

/** A property of a body, named after its call and its path. */
export interface Field {
  name: string;
  schema: z.ZodType;
}

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  items?: z.ZodType[];
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
}

/** Returns every property of every object in a schema, at any depth. */
export function fieldsOf(schema: z.ZodType | undefined, path: string): Field[] {
  if (!schema) return [];
  const definition = schema.def as unknown as Definition;
  const own = Object.entries(definition.shape ?? {}).flatMap(([name, field]) => [
    { name: `${path}.${name}`, schema: field },
    ...fieldsOf(field, `${path}.${name}`),
  ]);
  const inner = [definition.element, definition.valueType, definition.innerType, definition.in, definition.out, definition.getter?.()];
  return [...own, ...[...inner, ...(definition.options ?? []), ...(definition.items ?? [])].flatMap((one) => fieldsOf(one, path))];
}

/** Returns the parsed value, or null when the schema refuses it. */
export const readField = (schema: z.ZodType, value: unknown): { value: unknown } | null => {
  const result = schema.safeParse(value);
  return result.success ? { value: result.data } : null;
};

/** Returns the texts in a parsed value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
