import { expect, inject, test } from 'vitest';
import type pg from 'pg';
import { migrate } from '../../../platform/database/migrate.ts';
import { readMigrations } from '../../../platform/database/migrations.ts';
import { withScratchDatabase } from '../../../testing/scratch-database.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const BEFORE = readMigrations().findIndex(({ name }) => name.includes('points_for_being_right'));

/** Sets up an installation of the previous version, with an administrator and points that a student was given. */
async function installBefore(client: pg.Client): Promise<void> {
  await migrate(client, readMigrations().slice(0, BEFORE));
  await client.query(`
    INSERT INTO schools (school_name, time_zone) VALUES ('Old', 'UTC');
    INSERT INTO accounts (account_type_id, school_id, first_name, last_name, email, email_key)
    SELECT type.id, schools.id, type.name, 'Old', type.name || '@old.school', lower(type.name) || '@old.school' FROM account_types type, schools;
    INSERT INTO account_roles (account_id, role_id)
    SELECT accounts.id, roles.id FROM accounts JOIN roles ON lower(accounts.first_name) = roles.key ON CONFLICT DO NOTHING;
    INSERT INTO reward_points (account_id, type, points, cause) SELECT id, 'changed-to-right', 5, 'lesson:1:changed' FROM accounts WHERE first_name = 'Student'`);
}
const rulesOf = async (client: pg.Client) =>
  (await client.query('SELECT key, points, is_active FROM reward_rules ORDER BY position, id')).rows.map(({ key, points, is_active }) => [
    key,
    points,
    is_active,
  ]);
const noticesOf = async (client: pg.Client) =>
  (await client.query('SELECT accounts.first_name, kind, path FROM notifications JOIN accounts ON accounts.id = account_id')).rows;
const givenOf = async (client: pg.Client) => (await client.query('SELECT type, points FROM reward_points')).rows;

test('[B1552] an installation that kept the default rule is moved off paying for being wrong first, and its administrators are notified', async () => {
  await withScratchDatabase(postgres, async (client) => {
    await installBefore(client);
    await migrate(client);
    expect(await rulesOf(client)).toEqual([
      ['lesson-answered', 5, true],
      ['reason-in-each-form', 5, true],
      ['right-after-talking', 5, true],
      ['liked-by-teacher', 2, true],
      ['turned-in-on-time', 5, true],
      ['work-product', 3, true],
    ]);
    expect(await noticesOf(client)).toEqual([{ first_name: 'Admin', kind: 'reward-rules-replaced', path: '/reward-point?tab=rules' }]);
    expect(await givenOf(client)).toEqual([{ type: 'changed-to-right', points: 5 }]);
  });
});

test.each(['points = 8', 'daily_cap = NULL', 'is_active = false'])(
  '[B1552] an installation that set the rule to %s keeps it, and gets the new rules switched off',
  async (change) => {
    await withScratchDatabase(postgres, async (client) => {
      await installBefore(client);
      await client.query(`UPDATE reward_rules SET ${change} WHERE key = 'changed-to-right'`);
      await migrate(client);
      expect((await rulesOf(client)).slice(0, 4)).toEqual([
        ['lesson-answered', 5, true],
        ['changed-to-right', change === 'points = 8' ? 8 : 5, change !== 'is_active = false'],
        ['reason-in-each-form', 5, false],
        ['right-after-talking', 5, false],
      ]);
      expect(await noticesOf(client)).toEqual([]);
      expect(await givenOf(client)).toEqual([{ type: 'changed-to-right', points: 5 }]);
    });
  },
);
