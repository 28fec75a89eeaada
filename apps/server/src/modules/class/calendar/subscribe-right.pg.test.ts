import { expect, inject, test } from 'vitest';
import { migrate } from '../../../platform/database/migrate.ts';
import { readMigrations } from '../../../platform/database/migrations.ts';
import { withScratchDatabase } from '../../../testing/scratch-database.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const BEFORE = readMigrations().findIndex(({ name }) => name === 'calendar_subscribe');

test('[B2810] after the upgrade every role that could make an address still can, also a school’s own, and no other role', async () => {
  await withScratchDatabase(postgres, async (client) => {
    await migrate(client, readMigrations().slice(0, BEFORE));
    await client.query(`
      INSERT INTO actions (name) VALUES ('subscribe');
      INSERT INTO roles (name) VALUES ('Coach'), ('Librarian');
      INSERT INTO policies (name, role_id, action_id) SELECT roles.name || ': View', roles.id, actions.id FROM roles, actions
       WHERE roles.name IN ('Coach', 'Librarian') AND actions.key = 'view';
      INSERT INTO resource_policies (resource_id, policy_id) SELECT resources.id, policies.id FROM resources, policies
       WHERE (policies.name, resources.key) IN (('Coach: View', 'calendar'), ('Librarian: View', 'levels'))`);
    await migrate(client);
    const { rows } = await client.query<{ role: string; action: string }>(`
      SELECT roles.name AS role, actions.name AS action FROM resource_policies tie JOIN policies ON policies.id = tie.policy_id
        JOIN roles ON roles.id = policies.role_id JOIN actions ON actions.id = policies.action_id AND actions.key = 'subscribe'
        JOIN resources ON resources.id = tie.resource_id AND resources.key = 'calendar' WHERE tie.is_active ORDER BY roles.id`);
    expect(rows.map(({ role }) => role)).toEqual(['Admin', 'Teachers', 'Student', 'Guardian', 'Coach']);
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['Subscribe to a calendar']));
  });
});
