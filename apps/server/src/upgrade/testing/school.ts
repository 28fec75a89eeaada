import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { openInstallation } from '../../backup/index.ts';
import { listRunningStarts } from '../../startup/running-starts.ts';
import { withClient } from '../../testing/scratch-database.ts';
import { askReady, type Installation, makeInstallation, runProgram } from './versions.ts';

/** The limits of a test that makes versions and starts them. */
export const limits = { timeout: 300_000 };
/** A migration that a newer version brings. */
export const adds = { adds_a_table: 'CREATE TABLE added_by_upgrade (id bigint PRIMARY KEY);' };
/** Migrations of which the last fails. */
export const breaks = { ...adds, breaks: 'DELETE FROM idempotency_keys;\nSELECT 1 / 0;' };

/** Starts the old version as a person would, and returns its installation. */
export async function startOld(folder: string, dataDir: string, databaseUrl: string | null = null): Promise<Installation> {
  const installation = await makeInstallation(dataDir, databaseUrl);
  const old = runProgram(folder, 'main', [], installation.env);
  await old.until('Classwright is running at');
  expect(old.output()).toContain('Classwright is running at');
  await expect.poll(() => askReady(installation.address), { timeout: 60_000 }).toBe(200);
  return installation;
}

/** Returns the facts that an upgrade must keep: an account's name, the number of accounts, and the migrations. */
export async function readData({ config }: Installation) {
  const { connection, close } = await openInstallation(config);
  try {
    return await withClient(typeof connection === 'string' ? { connectionString: connection } : connection, async (client) => {
      const { rows } = await client.query<{ accounts: number; names: string; migrations: number; added: boolean }>(
        `SELECT count(*)::int AS accounts, md5(string_agg(id || first_name, ',' ORDER BY id)) AS names,
                (SELECT count(*)::int FROM schema_migrations) AS migrations, to_regclass('added_by_upgrade') IS NOT NULL AS added FROM accounts`,
      );
      return rows[0]!;
    });
  } finally {
    await close();
  }
}

/** Returns the versions that run. */
export const versionsOf = ({ config }: Installation) => listRunningStarts(config).map(({ version }) => version);
/** Expects that an upgrade has left nothing of its own behind. */
export const nothingIsLeft = ({ config: { dataDir } }: Installation) =>
  expect(readdirSync(dataDir).filter((name) => /upgrade-under-way|before-upgrade|failed-upgrade|\.copy$/.test(name))).toEqual([]);
