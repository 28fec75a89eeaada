import type pg from 'pg';
import { enter, type Passwords, productRole } from './access.ts';
import { refreshCollations } from '../order.ts';
import { embeddedName } from './cluster.ts';

/**
 * A comment on the database while its indexes are not rebuilt yet, so that the next start repeats an interrupted
 * rebuild.
 */
const rebuildNote = 'classwright: indexes are to be made anew';

/**
 * Upgrades a cluster of any earlier version to what this version expects: the database, its owner without superuser
 * rights, letters of every script, and indexes that agree with the machine's sort order. Each step is one transaction
 * or can be repeated. `client` is the superuser's, on another database.
 */
export async function upgradeCluster(
  client: pg.Client,
  socket: { host: string; port: number },
  passwords: Passwords,
  onWait: (message: string) => void,
): Promise<void> {
  await makeRole(client, socket, passwords.product);
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [embeddedName]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${embeddedName} OWNER ${productRole}`);
  await knowLetters(client);
  const inside = await enter({ ...socket, user: embeddedName, password: passwords.superuser, database: embeddedName });
  if (!inside) throw new Error('the embedded database does not let its superuser in');
  try {
    await handOver(inside);
    await makeIndexesAnew(inside, onWait);
  } finally {
    await inside.end();
  }
}

async function makeRole(client: pg.Client, socket: { host: string; port: number }, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [productRole]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${productRole} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  else {
    const known = await enter({ ...socket, user: productRole, password, database: 'postgres' });
    if (known) await known.end();
    else await client.query(`ALTER ROLE ${productRole} PASSWORD ${client.escapeLiteral(password)}`);
  }
}

/**
 * Sets the locale. Clusters of the first versions did not count letters outside ASCII as letters, so misspelled words
 * in other scripts were not found. Indexes depend on it, so they are rebuilt.
 */
async function knowLetters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(`SELECT datctype NOT IN ('C', 'POSIX') AS known FROM pg_database WHERE datname = '${embeddedName}'`);
  if (rows[0]?.known !== false) return;
  try {
    await client.query('BEGIN');
    await client.query(`CREATE COLLATION classwright_probe (provider = libc, locale = 'C.UTF-8')`);
    await client.query('DROP COLLATION classwright_probe');
  } catch {
    await client.query('ROLLBACK');
    return; // a machine without that locale
  }
  await client.query(`UPDATE pg_database SET datctype = 'C.UTF-8' WHERE datctype IN ('C', 'POSIX')`);
  await client.query(`COMMENT ON DATABASE ${embeddedName} IS '${rebuildNote}'`);
  await client.query('COMMIT');
}

/** Transfers everything that an earlier version created as superuser to the product's role. */
async function handOver(client: pg.Client): Promise<void> {
  await client.query(`
    DO $$
    DECLARE command text;
    BEGIN
      FOR command IN
        SELECT format('ALTER DATABASE ${embeddedName} OWNER TO ${productRole}')
         WHERE (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) <> '${productRole}'
        UNION ALL
        SELECT format('ALTER %s %s OWNER TO ${productRole}', kind, name) FROM (
          SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, oid, oid::regclass::text AS name, relowner AS owner
            FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
             AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
          UNION ALL SELECT 'ROUTINE', oid, oid::regprocedure::text, proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace
          UNION ALL SELECT 'COLLATION', oid, oid::regcollation::text, collowner FROM pg_collation WHERE collnamespace = 'public'::regnamespace
          UNION ALL SELECT 'TYPE', oid, oid::regtype::text, typowner FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
        ) ours
        WHERE owner <> '${productRole}'::regrole AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = ours.oid AND d.deptype = 'e')
      LOOP
        EXECUTE command;
      END LOOP;
    END $$`);
}

/**
 * Rebuilds the indexes after a change of locale, and when the machine's sort order differs from the one that indexes
 * were built with.
 */
async function makeIndexesAnew(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ note: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = current_database()`,
  );
  const isNoted = rows[0]?.note === rebuildNote;
  await refreshCollations(client, onWait, isNoted);
  if (isNoted) await client.query(`COMMENT ON DATABASE ${embeddedName} IS NULL`);
}
