import type pg from 'pg';

export interface Column {
  name: string;
  /** The type as PostgreSQL writes it: `timestamp with time zone`, `numeric(9,2)`, `text[]`. */
  type: string;
  isNullable: boolean;
  defaultExpression: string | null;
  /** The identity: '' none, 'a' always, 'd' by default. */
  identity: '' | 'a' | 'd';
  isGenerated: boolean;
  /** The texts that a CHECK allows, if it lists them: `state IN ('running', …)`. */
  allowedTexts: string[] | null;
}

export interface Table {
  name: string;
  columns: Column[];
  /** The definitions of constraints, foreign keys included, in a stable order. */
  constraints: string[];
  indexes: string[];
  triggers: string[];
  /** The key by which rows go to the parts of the table: `RANGE (at)`. The parts are no tables of the schema: time makes and ends them. */
  partedBy: string | null;
}

/** A view of a module's tables for those who may not read the tables. */
export interface View {
  name: string;
  columns: Column[];
  definition: string;
}

export interface Schema {
  tables: Table[];
  views: View[];
  functions: { signature: string; body: string }[];
}

/** Reads the current schema of a migrated database, sorted so that equal schemas give equal results. */
export async function readCatalog(client: pg.Client): Promise<Schema> {
  const tables = await client.query<{ oid: number; name: string }>(
    `SELECT oid, relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  const functions = await client.query<{ signature: string; body: string }>(
    `SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid) AS signature, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) AS body
     FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace ORDER BY p.proname, pg_get_function_arguments(p.oid) COLLATE "C"`,
  );
  const read: Table[] = [];
  for (const table of tables.rows) read.push(await readTable(client, table.oid, table.name));
  return { tables: read, views: await readViews(client, read), functions: functions.rows };
}

/**
 * Reads the views. PostgreSQL treats every column of a view as nullable. One with the name of a column that the view
 * reads is treated like that one, unless an outer join may leave it out.
 */
async function readViews(client: pg.Client, tables: readonly Table[]): Promise<View[]> {
  const { rows } = await client.query<{ oid: number; name: string; definition: string; reads: string[] }>(
    `SELECT c.oid, c.relname AS name, pg_get_viewdef(c.oid) AS definition,
            ARRAY(SELECT DISTINCT used.relname::text FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
                    JOIN pg_class used ON d.refclassid = 'pg_class'::regclass AND used.oid = d.refobjid AND used.oid <> c.oid
                   WHERE r.ev_class = c.oid ORDER BY 1) AS reads
       FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'v' ORDER BY c.relname`,
  );
  const views: View[] = [];
  for (const { oid, name, definition, reads } of rows) {
    const known = / (LEFT|RIGHT|FULL) JOIN /.test(definition) ? [] : tables.filter((table) => reads.includes(table.name)).flatMap(({ columns }) => columns);
    const columns = (await readColumns(client, oid, [])).map((column) => {
      const same = known.filter((other) => other.name === column.name && other.type === column.type);
      const [first] = same;
      return same.length === 1 && first ? { ...column, isNullable: first.isNullable, allowedTexts: first.allowedTexts } : column;
    });
    views.push({ name, columns, definition });
  }
  return views;
}

async function readTable(client: pg.Client, oid: number, name: string): Promise<Table> {
  const constraints = await listTexts(
    client,
    `SELECT conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
     WHERE conrelid = $1 AND contype <> 'n' ORDER BY contype = 'p' DESC, contype, conname`,
    oid,
  );
  const indexes = await listTexts(
    client,
    `SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index JOIN pg_class i ON i.oid = indexrelid
     WHERE indrelid = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND conrelid = $1) ORDER BY i.relname`,
    oid,
  );
  const triggers = await listTexts(
    client,
    `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname`,
    oid,
  );
  const [partedBy = null] = await listTexts(client, 'SELECT pg_get_partkeydef(partrelid) AS text FROM pg_partitioned_table WHERE partrelid = $1', oid);
  return { name, columns: await readColumns(client, oid, constraints), constraints, indexes, triggers, partedBy };
}

async function listTexts(client: pg.Client, statement: string, oid: number): Promise<string[]> {
  return (await client.query<{ text: string }>(statement, [oid])).rows.map((row) => row.text);
}

async function readColumns(client: pg.Client, oid: number, constraints: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'allowedTexts'>>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
            pg_get_expr(d.adbin, d.adrelid) AS "defaultExpression", a.attidentity AS identity, a.attgenerated <> '' AS "isGenerated"
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [oid],
  );
  return rows.map((column) => ({ ...column, allowedTexts: findAllowedTexts(column.name, constraints) }));
}

/**
 * Returns the allowed texts. PostgreSQL stores `x IN ('a', 'b')` as `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))`.
 */
function findAllowedTexts(column: string, constraints: readonly string[]): string[] | null {
  const start = `CHECK ((${column} = ANY (ARRAY[`;
  const constraint = constraints.find((text) => text.includes(start) && text.endsWith('])))'));
  if (!constraint) return null;
  const list = constraint.slice(constraint.indexOf(start) + start.length, -'])))'.length);
  const texts = [...list.matchAll(/'((?:[^']|'')*)'::text(?:, |$)/g)];
  return texts.length === 0 ? null : texts.map(([, text]) => text!.replaceAll("''", "'")); // a list of numbers stays a number
}
