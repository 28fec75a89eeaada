import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { runCommand } from './testing/command.ts';
import { toDatabaseUrl } from './testing/product-process.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('[B2677] [B3052] the command lists the schools, says what each of its words needs, and frees the host of the school that it deletes', {
  timeout: 120_000,
}, async () => {
  const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO schools (school_name, settings) VALUES ('Rowan Bridge School', '{"host": "rowan.example.org"}') RETURNING id`,
    );
    const id = String(rows[0]!.id);
    await client.query("INSERT INTO school_logos (school_id, digest, mime_type, bytes) VALUES ($1, 'ab', 'image/png', 'x')", [id]);
    const another = `INSERT INTO schools (school_name, settings) VALUES ('Another School', '{"host": "rowan.example.org"}')`;
    await expect(client.query(another)).rejects.toThrow('schools_host');
    const env = { DATABASE_URL: toDatabaseUrl(connection), DATA_DIR: temporaryFolder() };
    const run = (...args: string[]) => runCommand('end-school', args, env);
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining(`${id}  Rowan Bridge School: 0 people`) });
    expect(await run('987654')).toMatchObject({ code: 1, output: expect.stringContaining('There is no school with the number 987654') });
    expect(await run(id, 'erase', 'Rowan')).toMatchObject({ code: 1, output: expect.stringContaining(`erase "Rowan Bridge School"`) });
    expect(await run(id, 'erase', 'Rowan Bridge School')).toMatchObject({ code: 1, output: expect.stringContaining('No active administrator') });
    expect(await run(id, 'delete')).toMatchObject({ code: 1, output: expect.stringContaining('Write erase, keep or finish.') });
    expect(await run(id, 'finish')).toMatchObject({ code: 1, output: expect.stringContaining('Name the file for the receipt') });
    const receipt = join(temporaryFolder(), 'receipt.json');
    expect(await run(id, 'finish', receipt)).toMatchObject({ code: 0, output: expect.stringContaining('Rowan Bridge School is deleted') });
    expect(await run()).toMatchObject({ code: 0, output: '' });
    expect((await client.query('SELECT FROM school_logos')).rowCount).toBe(0);
    await client.query(another);
  });
});
