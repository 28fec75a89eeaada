import type pg from 'pg';

/** Returns the sizes of tables with their parts and indexes, in bytes, by name. */
export async function listSizes(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT coalesce(own.inhparent::regclass::text, part.relname) AS name, sum(pg_total_relation_size(part.relid))::float8 AS bytes
       FROM pg_stat_user_tables part LEFT JOIN pg_inherits own ON own.inhrelid = part.relid WHERE part.schemaname = current_schema() GROUP BY 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Returns the size of the database in bytes. */
export async function readDatabaseBytes(client: pg.Client): Promise<number> {
  return (await client.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes')).rows[0]!.bytes;
}

/** Returns the names of the data steps that are done. */
export async function listDoneSteps(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query<{ known: boolean }>("SELECT to_regclass('data_steps') IS NOT NULL AS known");
  if (!known[0]!.known) return [];
  return (await client.query<{ name: string }>('SELECT name FROM data_steps WHERE done_at IS NOT NULL')).rows.map(({ name }) => name);
}

/** Returns the number of migrations that this database has. */
export async function countMigrations(client: pg.Client): Promise<number> {
  return (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM schema_migrations')).rows[0]!.n;
}

/** Lists the processes whose lease has not expired, as "web of version 1.0.0 on host". */
export async function listLeases(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query<{ known: boolean }>("SELECT to_regclass('server_processes') IS NOT NULL AS known");
  if (!known[0]!.known) return [];
  const { rows } = await client.query<{ process: string }>(
    "SELECT role || ' of version ' || version || ' on ' || host AS process FROM server_processes WHERE lease_until > clock_timestamp() ORDER BY id",
  );
  return rows.map(({ process }) => process);
}

/** Removes every table, view, sequence and function of this schema in one transaction. Those of extensions stay. */
export async function emptySchema(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$
    DECLARE each record;
    BEGIN
      FOR each IN
        SELECT c.oid::regclass::text AS name, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, c.oid
          FROM pg_class c
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
           AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
         ORDER BY c.relkind = 'S' -- those of a column are dropped with its table
      LOOP
        IF EXISTS (SELECT 1 FROM pg_class WHERE oid = each.oid) THEN EXECUTE format('DROP %s IF EXISTS %s CASCADE', each.kind, each.name); END IF;
      END LOOP;
      FOR each IN
        SELECT p.oid::regprocedure::text AS name, p.oid FROM pg_proc p
         WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      LOOP
        IF EXISTS (SELECT 1 FROM pg_proc WHERE oid = each.oid) THEN EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', each.name); END IF;
      END LOOP;
    END $$`);
}
