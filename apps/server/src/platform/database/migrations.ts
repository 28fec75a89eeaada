import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartRefusal } from '../start-refusal.ts';

/** A numbered SQL file in `apps/server/migrations`. */
export interface Migration {
  version: number;
  /** The file's name without number and extension. */
  name: string;
  sql: string;
  /** The SHA-256 of the text with normalized line endings, so that a checkout with CRLF is the same migration. */
  checksum: string;
}

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Reads all migrations of this version, in order. @throws when they are not numbered from 1 without gaps */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (number === undefined || name === undefined) throw new StartRefusal(`The migration file ${file} is not named like 0001_name.sql.`);
    if (Number(number) !== index + 1) throw new StartRefusal(`The migration files are not numbered without gaps: ${file} stands where ${index + 1} belongs.`);
    const sql = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n');
    return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Returns one value for a set of migrations. The committed schema description carries it. */
export function fingerprintMigrations(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const migration of migrations) hash.update(`${migration.version} ${migration.name} ${migration.checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}
