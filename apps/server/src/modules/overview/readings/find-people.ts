import type { Endpoint } from '@classwright/contract';

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  valueType?: Schema;
  options?: readonly Schema[];
  items?: readonly Schema[];
  getter?: () => Schema;
}
interface Schema {
  def: Definition;
}

/** The fields that hold the id of a person wherever they stand. */
const IDS = new Set(['account_id', 'student_id', 'user_id', 'userId', 'creatorUserId', 'studentIds']);
/** The fields whose object or rows are people with an `id`. */
const PEOPLE = new Set(['account', 'accounts', 'student', 'students', 'writer', 'absent', 'AbsentStudents', 'user', 'likes']);
/** The fields of a person that are no more than a name, and of any row that say which row it is. */
const NAMES = /^(?:id|.*_id|.*Id|first_name|last_name|full_name|name|.*_name|picture|picture_url|profile_picture|photoUrl|is_here|message)$/;

/** Calls `visit` for each object of a schema, with the path to it and the field that it stands in. */
function walk(
  schema: Schema,
  visit: (shape: Record<string, Schema>, path: string, field: string) => void,
  path = '',
  field = '',
  within: readonly Schema[] = [],
): void {
  if (within.includes(schema)) return;
  const { type, shape, element, innerType, in: input, valueType, options = [], items = [], getter } = schema.def;
  const inner = [...within, schema];
  if (type === 'object' && shape) {
    visit(shape, path, field);
    for (const [name, part] of Object.entries(shape)) walk(part, visit, path === '' ? name : `${path}.${name}`, name, inner);
  }
  for (const part of [element, innerType, input, valueType, type === 'lazy' ? getter?.() : undefined, ...options, ...items])
    if (part) walk(part, visit, path, field, inner);
}

/** Returns the fields of an object that may be missing, or null for anything else: a list, a text. */
function shapeOf({ def }: Schema): Record<string, Schema> | null {
  if (def.type === 'object') return def.shape ?? null;
  return def.type === 'array' || !def.innerType ? null : shapeOf(def.innerType);
}

/** Returns every path of a response that a value can stand at, such as `data.account_id`. */
export function listPaths({ response, brief }: Pick<Endpoint, 'response' | 'brief'>): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const schema of [response, brief])
    if (schema)
      walk(schema as unknown as Schema, (shape, path) => {
        for (const name of Object.keys(shape)) paths.add(path === '' ? name : `${path}.${name}`);
      });
  return paths;
}

/**
 * Returns the paths of a response at which an id of a person stands together with more than a name: a grade, an answer,
 * an address, a state. Empty: the response says about nobody more than a name.
 */
export function findPeople({ response }: Pick<Endpoint, 'response'>): string[] {
  const found = new Set<string>();
  walk(response as unknown as Schema, (shape, path, field) => {
    const names = Object.keys(shape);
    const isNameAlone = names.every((name) => NAMES.test(name) || PEOPLE.has(name));
    // a row with its person in an object: a post with the account that wrote it
    const holders = isNameAlone ? [] : names.filter((name) => PEOPLE.has(name) && 'id' in (shapeOf(shape[name] as Schema) ?? {}));
    for (const name of holders) found.add(path === '' ? `${name}.id` : `${path}.${name}.id`);
    const ids = names.filter((name) => IDS.has(name) || (name === 'id' && (PEOPLE.has(field) || names.includes('first_name'))));
    if (names.every((name) => NAMES.test(name))) return;
    for (const name of ids) found.add(path === '' ? name : `${path}.${name}`);
  });
  return [...found];
}
