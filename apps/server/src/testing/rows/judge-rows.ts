import { findMisfit, inWords, mayBe, type Shape } from './shapes.ts';

/** A column as PostgreSQL describes it. */
export interface Field {
  name: string;
  dataTypeID: number;
}

/** The number of rows of a result that are checked: the first ones. */
const MOST_ROWS = 200;

/**
 * The JavaScript type that the product's own connections return for each PostgreSQL type. Others are not checked
 * without a row.
 */
const kinds: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytes',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  705: 'string',
  1005: 'list',
  1007: 'list',
  1009: 'list',
  1016: 'list',
  1043: 'string',
  1082: 'string',
  1114: 'date',
  1184: 'date',
  1700: 'number',
  2950: 'string',
};

/**
 * Returns how a result differs from its shape: a missing column, an undeclared one, or a value of another kind.
 * `isOurs`: it came through the product's own pool, which reads types as in the table above. `isPart`: there are other
 * columns too. Null when everything matches, or nothing is known.
 */
export function findProblem(
  { rows, fields }: { rows: readonly Record<string, unknown>[]; fields: readonly Field[] },
  shape: Shape,
  { isOurs = true, isPart = false }: { isOurs?: boolean; isPart?: boolean } = {},
): string | null {
  const columns = columnsOf(shape);
  if (columns === null) return null;
  if (fields.length === 0 && rows.length === 0) return null;
  const names = new Set([...fields.map(({ name }) => name), ...Object.keys(rows[0] ?? {})]);
  for (const [name, part] of Object.entries(columns))
    if (!names.has(name) && !mayBe(part, ['undefined'])) return `there is no column ${name} (columns: ${[...names].join(', ')})`;
  if (!isPart) for (const name of names) if (!Object.hasOwn(columns, name)) return `the column ${name} is not declared`;
  for (const { name, dataTypeID } of isOurs ? fields : []) {
    const kind = kinds[dataTypeID];
    const part = columns[name];
    if (kind && part !== undefined && !mayBe(part, [kind])) return `${name} is a ${kind}, declared ${inWords(part)}`;
  }
  for (const row of rows.slice(0, MOST_ROWS)) {
    const misfit = findMisfit(row, shape, 'row');
    if (misfit !== null) return misfit.replace(/^row\./, '');
  }
  return null;
}

/** Returns the allowed kinds by column, in any kind of row. Null: the columns are not declared. */
const columnsByShape = new WeakMap<object, Record<string, Shape> | null>();

/** Returns the allowed kinds by column, in any kind of row. Null: the columns are not declared. */
function columnsOf(shape: Shape): Record<string, Shape> | null {
  if (typeof shape !== 'object') return null;
  const known = columnsByShape.get(shape);
  if (known !== undefined) return known;
  const columns = readColumns(shape);
  columnsByShape.set(shape, columns);
  return columns;
}

function readColumns(shape: Exclude<Shape, string>): Record<string, Shape> | null {
  if ('object' in shape) return shape.object;
  if (!('oneOf' in shape)) return null;
  const kindsOfRow = shape.oneOf.map(columnsOf).filter((columns) => columns !== null);
  const names = new Set(kindsOfRow.flatMap(Object.keys));
  return Object.fromEntries([...names].map((name) => [name, { oneOf: kindsOfRow.map((columns) => columns[name] ?? 'undefined') }]));
}
