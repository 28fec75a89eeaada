import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { listRunningStarts } from '../startup/running-starts.ts';
import { limits, nothingIsLeft, startOld, versionsOf } from '../upgrade/testing/school.ts';
import { askReady, type Installation, makeVersion, runProgram } from '../upgrade/testing/versions.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const names = ['north', 'east', 'south'] as const;
/** A migration that the data of one district does not allow. */
const refusesOne = {
  adds_a_table: `CREATE TABLE added_by_upgrade (id bigint PRIMARY KEY);
DO $$ BEGIN IF EXISTS (SELECT FROM schools WHERE school_name = 'In the way') THEN RAISE EXCEPTION 'this district is in the way'; END IF; END $$;`,
};

type Client = Parameters<Parameters<typeof withScratchDatabase>[1]>[0];

interface Started {
  school: Installation;
  client: Client;
}

/** Starts a district for each name, on a database of its own of one server. */
async function withDistricts(old: string, folder: string, left: readonly string[], act: (started: Started[]) => Promise<void>): Promise<void> {
  const [name, ...rest] = left;
  if (name === undefined) return await act([]);
  await withScratchDatabase(postgres, async (client, connection) => {
    const school = await startOld(old, join(folder, name), toDatabaseUrl(connection));
    await withDistricts(old, folder, rest, (others) => act([{ school, client }, ...others]));
    for (const { pid } of listRunningStarts(school.config)) process.kill(pid, 'SIGTERM');
    await expect.poll(() => listRunningStarts(school.config), { timeout: 60_000 }).toEqual([]);
  });
}

const hasTable = async ({ client }: Started): Promise<boolean> =>
  (await client.query<{ has: boolean }>("SELECT to_regclass('added_by_upgrade') IS NOT NULL AS has")).rows[0]!.has;

test(
  '[B2959] three districts on one machine: their status, an upgrade that fails for the second and leaves the third alone, and goes on later',
  limits,
  async () => {
    const [old, next] = [makeVersion({ version: '1.0.0' }), makeVersion({ version: '1.1.0', migrations: refusesOne })];
    const folder = temporaryFolder();
    const [table, shared] = [join(folder, 'fleet.tsv'), join(folder, 'shared.conf')];
    await withDistricts(old, folder, names, async (started) => {
      const all = started as [Started, Started, Started];
      const [, east, south] = all;
      const versions = (): string[][] => all.map(({ school }) => versionsOf(school));
      const lines = all.map(({ school: { env } }, index) => [names[index], `${names[index]}.example`, env.PORT, env.DATABASE_URL, env.DATA_DIR].join('\t'));
      writeFileSync(table, `name\thost\tport\tdatabase\tfolder\n${lines.join('\n')}\n`, { mode: 0o600 });
      writeFileSync(shared, 'NODE_ENV=development\nROLES=all\nWARM_UP=off\nBACKUP_DIR={name}-backups\n'.replace('{name}', join(folder, '{name}')), {
        mode: 0o600,
      });
      const fleet = (...args: string[]) => runProgram(next, 'manage-fleet', [...args, '--table', table, '--shared', shared], {});

      const status = fleet();
      expect(await status.ended, status.output()).toBe(0);
      for (const [index, name] of names.entries())
        expect(status.output()).toContain(`${name}: runs 1.0.0; ready: yes; https://${name}.example, here ${all[index]!.school.address}; database `);

      const doctor = fleet('each', 'status', '--only', 'north,south');
      expect(await doctor.ended, doctor.output()).toBe(0);
      expect(doctor.output()).toMatch(/^== north \(north\.example\)\nClasswright is running\.[^]*== south[^]*\nDone: north, south\.\n$/);
      const saved = fleet('each', 'backup', join(folder, 'saved', '{name}'), '--only', 'north,south');
      expect(await saved.ended, saved.output()).toBe(0);
      const verified = fleet('each', 'verify', join(folder, 'saved', '{name}'));
      expect(await verified.ended, verified.output()).toBe(1);
      expect(verified.output()).toMatch(/\nDone: north, south\.\nFailed: east\.\n$/);

      await east.client.query("INSERT INTO schools (school_name, time_zone) VALUES ('In the way', 'UTC')");
      const plan = fleet('upgrade', '--plan');
      expect(await plan.ended, plan.output()).toBe(0);
      expect(plan.output()).toContain('Looked at: north, east, south.');
      expect(versions()).toEqual([['1.0.0'], ['1.0.0'], ['1.0.0']]);

      const untouched = listRunningStarts(south.school.config).map(({ pid }) => pid);
      const run = fleet('upgrade');
      expect(await run.ended, run.output()).toBe(1);
      expect(run.output()).toContain('this district is in the way');
      expect(run.output()).toContain(
        '\nDone: north.\nFailed: east.\nNot begun: south.\nThe others are as they were. Remove the reason, and run the command again',
      );
      expect(versions()).toEqual([['1.1.0'], ['1.0.0'], ['1.0.0']]);
      expect(await Promise.all(all.map(({ school }) => askReady(school.address)))).toEqual([200, 200, 200]);
      expect([await hasTable(all[0]), await hasTable(east), await hasTable(south)]).toEqual([true, false, false]);
      expect(listRunningStarts(south.school.config).map(({ pid }) => pid)).toEqual(untouched);
      expect(existsSync(join(folder, 'south-backups'))).toBe(false);
      expect(readdirSync(join(folder, 'north-backups'))).toEqual([expect.stringMatching(/^upgrade-.*-of-1\.0\.0$/)]);

      await east.client.query("UPDATE schools SET school_name = 'Out of the way' WHERE school_name = 'In the way'");
      const on = fleet('upgrade');
      expect(await on.ended, on.output()).toBe(0);
      expect(on.output()).toMatch(/== north[^]*There is nothing to do[^]*\nDone: north, east, south\.\n$/);
      expect(versions()).toEqual([['1.1.0'], ['1.1.0'], ['1.1.0']]);
      for (const one of all) {
        expect(await hasTable(one)).toBe(true);
        nothingIsLeft(one.school);
      }
      const stopped = fleet('each', 'stop');
      expect(await stopped.ended, stopped.output()).toBe(0);
      expect(versions()).toEqual([[], [], []]);
      const after = fleet('status');
      expect([await after.ended, after.output().match(/does not run/g)]).toEqual([3, ['does not run', 'does not run', 'does not run']]);
    });
  },
);
