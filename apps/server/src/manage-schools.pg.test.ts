import { expect, inject, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { runCommand } from './testing/command.ts';
import { toDatabaseUrl } from './testing/product-process.ts';
import { withScratchDatabase } from './testing/scratch-database.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

test('[B2930] [B2961] schools are listed, suspended with a reason, limited and resumed from the command line, several at once', {
  timeout: 240_000,
}, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO schools (school_name, time_zone) VALUES ('Birch School', 'UTC'), ('Alder School', 'UTC') RETURNING id`,
    );
    const [birch, alder] = rows.map(({ id }) => id) as [string, string];
    const run = (...args: string[]) => runCommand('manage-schools', args, { DATABASE_URL: toDatabaseUrl(connection) });
    expect(await run()).toEqual({
      code: 0,
      output: `${alder}  Alder School: people: 0, classes: 0, files: 0 MB\n${birch}  Birch School: people: 0, classes: 0, files: 0 MB\n`,
    });

    expect(await run('suspend', birch, alder, '--reason', ' Closed for the summer. ')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Suspended: 2.'),
    });
    expect((await run()).output.match(/suspended: Closed for the summer\.$/gm)).toHaveLength(2);
    expect(await run('resume', alder)).toMatchObject({ code: 0, output: 'Resumed: 1.\n' });
    expect(await run('limit', alder, '--people', '500', '--files-mb', '20', '--requests', '3000')).toMatchObject({ code: 0 });
    expect((await run()).output).toContain('people: 0 of 500, classes: 0, files: 0 of 20 MB, requests a minute: at most 3000');
    expect(await run('limit', alder, '--people', 'none')).toMatchObject({ code: 0 });
    expect((await run()).output).toContain('people: 0, classes: 0, files: 0 of 20 MB');
    expect(await run('mail-domain', birch, '--domain', 'Birch.example')).toEqual({ code: 0, output: 'Schools whose domain is set: 1.\n' });
    const { rows: senders } = await client.query(`SELECT id, settings ->> 'sender_domain' AS domain FROM schools ORDER BY id`);
    expect(senders).toEqual([expect.objectContaining({ domain: 'birch.example' }), expect.objectContaining({ domain: null })]);
    const { rows: entries } = await client.query(`SELECT action, account_id FROM audit_entries WHERE subject_type = 'school' ORDER BY id`);
    expect(entries.map(({ action }) => action)).toEqual([
      'allSchools.suspend',
      'allSchools.suspend',
      'allSchools.resume',
      'allSchools.limit',
      'allSchools.limit',
    ]);
    expect(new Set(entries.map(({ account_id }) => account_id))).toEqual(new Set([null]));

    for (const [args, says] of [
      [['suspend', birch], '--reason'],
      [['suspend', birch, '--reason', 'x'.repeat(2_000)], 'at most'],
      [['suspend', '99', '--reason', 'x'], 'no school with the number 99'],
      [['resume'], 'Name the numbers'],
      [['limit', birch], 'Give a limit'],
      [['limit', birch, '--people', '0'], 'whole number from 1'],
      [['limit', birch, '--files-mb', 'much'], 'whole number from 1'],
      [['mail-domain', birch, '--domain', 'office@birch.example'], 'Name the domain'],
      [['close', birch], 'does not know “close”'],
      [['--all'], 'no such option'],
    ] as const)
      expect([args, await run(...args)]).toEqual([args, { code: 1, output: expect.stringContaining(says) }]);
  });
});

test('[B3005] a school is given a host name of its own from the command line, and no name that it cannot have', { timeout: 240_000 }, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO schools (school_name, time_zone) VALUES ('Birch School', 'UTC'), ('Alder School', 'UTC') RETURNING id`,
    );
    const [birch, alder] = rows.map(({ id }) => id) as [string, string];
    const host = (args: readonly string[], env: Record<string, string> = { PUBLIC_URL: 'https://school.example' }) =>
      runCommand('manage-schools', ['host', ...args], { DATABASE_URL: toDatabaseUrl(connection), ...env });
    expect(await host([birch, 'Birch.Example.org'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('The host name of the school: birch.example.org.'),
    });
    for (const [args, says] of [
      [[alder, 'birch.example.org'], 'Birch School has the host name birch.example.org'],
      [[alder, 'school.example'], 'the address of the installation itself'],
      [[alder, 'https://alder.example.org'], 'without https://'],
      [[alder], 'Give the host name alone'],
      [[alder, 'a.example', 'b.example'], 'A school has one host name'],
      [['99', 'a.example'], 'no school with the number 99'],
      [[], 'Name the numbers'],
    ] as const)
      expect([args, await host(args)]).toEqual([args, { code: 1, output: expect.stringContaining(says) }]);
    expect(await host([alder, 'alder.example.org'], {})).toEqual({ code: 1, output: expect.stringContaining('Set PUBLIC_URL first') });
    expect(await host([birch, 'none'])).toMatchObject({ code: 0, output: expect.stringContaining('no host name') });
    expect(await host([alder, 'birch.example.org'])).toMatchObject({ code: 0 });
    const { rows: hosts } = await client.query(`SELECT settings ->> 'host' AS host FROM schools ORDER BY id`);
    expect(hosts).toEqual([{ host: null }, { host: 'birch.example.org' }]);
  });
});
