/** A table as the check, copies and erasures know it. */
export interface SchemaTable {
  /** Each column with its type, and whether it can be empty. */
  columns: ReadonlyMap<string, { type: string; isNullable: boolean }>;
  /** The tables that foreign keys of one column lead to, by column. */
  keys: ReadonlyMap<string, string>;
  primaryKey: readonly string[];
  /** The columns whose values a CHECK lists. */
  fixed: ReadonlySet<string>;
  /** The texts that a CHECK does not let be empty. */
  filled: ReadonlySet<string>;
}

export type Schema = ReadonlyMap<string, SchemaTable>;

/** Reads the tables of `migrations/schema.txt`. */
export function parseSchema(text: string): Schema {
  const tables = new Map<string, SchemaTable>();
  for (const block of text.split('\n\n')) {
    const [head = '', ...lines] = block.split('\n');
    const name = /^table (\w+)$/.exec(head)?.[1];
    if (name === undefined) continue;
    const columns = new Map<string, { type: string; isNullable: boolean }>();
    const keys = new Map<string, string>();
    let primaryKey: string[] = [];
    const fixed = new Set<string>();
    const filled = new Set<string>();
    for (const line of lines) {
      const column = /^ {2}(?!constraint |index |trigger )(\w+) +(.+)$/.exec(line);
      if (column) {
        const [, called = '', rest = ''] = column;
        columns.set(called, { type: rest.replace(/ (not null|identity|default|generated)\b.*$/, ''), isNullable: !rest.includes('not null') });
      }
      const key = / FOREIGN KEY \((\w+)\) REFERENCES (\w+)\(/.exec(line);
      if (key) keys.set(key[1]!, key[2]!);
      const primary = / PRIMARY KEY \(([^)]+)\)/.exec(line);
      if (primary) primaryKey = primary[1]!.split(', ');
      const listed = / CHECK \(\(\(?(\w+) = ANY \(ARRAY\[/.exec(line);
      if (listed) fixed.add(listed[1]!);
      if (line.includes(' CHECK ')) for (const [, column] of line.matchAll(/\((\w+) <> ''::text\)/g)) filled.add(column!);
    }
    tables.set(name, { columns, keys, primaryKey, fixed, filled });
  }
  return tables;
}

/** One step of a way: from `column` of a table to the row of `table` whose `id` (or first key) it names. */
export interface Step {
  column: string;
  table: string;
}

/**
 * Returns the steps of a way, and its last column. Each step but the last leads to another table; `last` is a column of
 * the table that the steps arrive at. @throws Error for a way that the schema does not have
 */
export function followWay(schema: Schema, table: string, way: string): { steps: Step[]; last: string; lastTable: string; target: string | null } {
  const parts = way.split('.');
  const steps: Step[] = [];
  let at = table;
  for (const [index, part] of parts.entries()) {
    const [column = '', named] = part.split(':');
    const found = schema.get(at);
    if (!found?.columns.has(column)) throw new Error(`${at} has no column ${column}`);
    const target = named ?? found.keys.get(column) ?? null;
    if (index === parts.length - 1) return { steps, last: column, lastTable: at, target: column === 'id' && named === undefined ? at : target };
    if (target === null || !schema.has(target)) throw new Error(`${at}.${column} leads to no table`);
    steps.push({ column, table: target });
    at = target;
  }
  throw new Error(`the way of ${table} is empty`);
}
