/** The possible values of a declared type, in a form that can be passed between processes. */
export type Shape =
  | 'any'
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'bytes'
  | 'null'
  | 'undefined'
  | { is: string | number | boolean }
  | { list: Shape }
  | { record: Shape }
  | { object: Record<string, Shape> }
  | { oneOf: Shape[] };

/** Returns how a value differs from its shape: `total is a string, declared number`. Null when it matches. */
export function findMisfit(value: unknown, shape: Shape, name: string): string | null {
  if (isFit(value, shape)) return null; // nearly always, and then no words are made
  if (typeof shape === 'object') {
    if ('oneOf' in shape) {
      const misfits = shape.oneOf.map((one) => findMisfit(value, one, name));
      return misfits.find((misfit) => misfit !== null && !misfit.startsWith(`${name} is `)) ?? toMisfit(value, shape, name);
    }
    if ('is' in shape) return toMisfit(value, shape, name);
    if ('list' in shape) return Array.isArray(value) ? findFirst(value.map((one, at) => [`${name}[${at}]`, one, shape.list])) : toMisfit(value, shape, name);
    if (kindOf(value) !== 'object') return toMisfit(value, shape, name);
    const given = value as Record<string, unknown>;
    if ('record' in shape) return findFirst(Object.entries(given).map(([key, one]) => [`${name}.${key}`, one, shape.record]));
    return findFirst(Object.entries(shape.object).map(([key, one]) => [`${name}.${key}`, given[key], one]));
  }
  return toMisfit(value, shape, name);
}

function isFit(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return shape === 'any' || kindOf(value) === shape;
  if ('oneOf' in shape) return shape.oneOf.some((one) => isFit(value, one));
  if ('is' in shape) return value === shape.is;
  if ('list' in shape) return Array.isArray(value) && value.every((one) => isFit(one, shape.list));
  if (kindOf(value) !== 'object') return false;
  const given = value as Record<string, unknown>;
  if ('record' in shape) return Object.values(given).every((one) => isFit(one, shape.record));
  return Object.entries(shape.object).every(([key, one]) => isFit(given[key], one));
}

function findFirst(parts: [name: string, value: unknown, shape: Shape][]): string | null {
  for (const [name, value, shape] of parts) {
    const misfit = findMisfit(value, shape, name);
    if (misfit !== null) return misfit;
  }
  return null;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  if (value instanceof Uint8Array) return 'bytes';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}

function toMisfit(value: unknown, shape: Shape, name: string): string {
  const kind = kindOf(value);
  const shown = typeof value === 'string' && typeof shape === 'object' ? JSON.stringify(value.slice(0, 40)) : kind;
  return `${name} is ${shown}, declared ${inWords(shape)}`;
}

export function inWords(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('is' in shape) return JSON.stringify(shape.is);
  if ('oneOf' in shape) return shape.oneOf.map(inWords).join(' | ');
  if ('list' in shape) return 'list';
  return 'object';
}

/** Returns true when a value of one of these kinds is allowed. */
export function mayBe(shape: Shape, kinds: readonly string[]): boolean {
  if (typeof shape === 'string') return shape === 'any' || kinds.includes(shape);
  if ('is' in shape) return kinds.includes(typeof shape.is);
  if ('oneOf' in shape) return shape.oneOf.some((one) => mayBe(one, kinds));
  return kinds.includes('list' in shape ? 'list' : 'object');
}
