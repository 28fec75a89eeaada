import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { choose, complete, readShared, readTable, requireFitting, writeFiles } from './index.ts';

const header = 'name\thost\tport\tjobs_port\tdatabase\tdatabase_file\tfolder';
const rows = ['north\tnorth.example\t3001\t3101\tpostgres://north:s3cret$word@db.example/north\t\t/srv/north', 'south\tsouth.example\t3002\t\t\t\t/srv/south'];

function write(name: string, text: string, mode = 0o600): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const table = (...lines: string[]): string => write('fleet.tsv', `# the districts\n\n${lines.join('\n')}\n`);

test('[B2952] a table is read with its districts; comments, empty lines and columns in another order are fine', () => {
  expect(readTable(table(header, ...rows))).toEqual([
    {
      line: 4,
      name: 'north',
      host: 'north.example',
      port: 3001,
      jobsPort: 3101,
      database: 'postgres://north:s3cret$word@db.example/north',
      databaseFile: null,
      folder: '/srv/north',
    },
    { line: 5, name: 'south', host: 'south.example', port: 3002, jobsPort: null, database: null, databaseFile: null, folder: '/srv/south' },
  ]);
  expect(readTable(table('folder\tport\thost\tname', '/srv/a\t1\ta.example\ta'))).toMatchObject([{ name: 'a', folder: '/srv/a', jobsPort: null }]);
  const file = write('database', 'postgres://a@db.example/a\n');
  expect(readTable(table(header, `a\ta.example\t1\t\t\t${file}\t/srv/a`))).toMatchObject([{ database: 'postgres://a@db.example/a', databaseFile: file }]);
});

test.each([
  [[], 'it names no district'],
  [[header], 'it names no district'],
  [['name\thots\tport\tfolder', 'a\ta.example\t1\t/srv/a'], 'line 3, column 2: “hots” is not a column; the columns are name, host, port'],
  [['name\thost\tport', 'a\ta.example\t1'], 'line 3: the column folder is missing; add it'],
  [[`${header}\tname`], 'line 3, column 8: “name” is there twice; remove one'],
  [[header, `${rows[0]}\tmore`], 'line 4: it has 8 values, but the header names 7 columns'],
  [[header, '\ta.example\t1\t\t\t\t/srv/a'], 'line 4, column name: it is empty; write up to 40 small letters'],
  [[header, 'a\t\t1\t\t\t\t/srv/a'], 'line 4, column host: it is empty; write a host name'],
  [[header, 'a\thttps://a.example\t1\t\t\t\t/srv/a'], 'line 4, column host: “https://a.example” cannot be used; write a host name'],
  [[header, 'a\ta.example; }\t1\t\t\t\t/srv/a'], 'column host: “a.example; }” cannot be used'],
  [[header, '../a\ta.example\t1\t\t\t\t/srv/a'], 'column name: “../a” cannot be used'],
  [[header, 'a\ta.example\t70000\t\t\t\t/srv/a'], 'line 4, column port: “70000” cannot be used; write a port from 1 to 65535'],
  [[header, 'a\ta.example\t0\t\t\t\t/srv/a'], 'column port: “0” cannot be used'],
  [[header, 'a\ta.example\t1\tx\t\t\t/srv/a'], 'column jobs_port: “x” cannot be used'],
  [[header, 'a\ta.example\t1\t\t\t\tsrv/a'], 'column folder: “srv/a” cannot be used; write a whole path'],
  [[header, 'a\ta.example\t1\t\t\t\t/srv/../etc'], 'column folder: “/srv/../etc” cannot be used'],
  [[header, 'a\ta.example\t1\t\tmysql://x\t\t/srv/a'], 'column database: it must be an address like postgres://'],
  [[header, "a\ta.example\t1\t\tpostgres://a:it's@db/a\t\t/srv/a"], 'column database: it must have quotes'],
  [[header, 'a\ta.example\t1\t\t\t/nowhere/x\t/srv/a'], 'column database_file: /nowhere/x cannot be read (ENOENT)'],
  [[header, 'a\ta.example\t1\t\tpostgres://a@db/a\t/nowhere/x\t/srv/a'], 'column database_file: the column database has a value too'],
] as const)('[B2953] a table with a mistake is refused by line and column, with the remedy: %j', (lines, says) => {
  expect(() => readTable(table(...lines))).toThrow(says);
});

test.each([
  ['name', 'north\tb.example\t2\t\t\t\t/srv/b', 'line 5, column name: north in line 4 has north as well; give each district a name of its own'],
  ['host', 'b\tnorth.example\t2\t\t\t\t/srv/b', 'line 5, column host: north in line 4 has north.example as well'],
  ['port', 'b\tb.example\t3001\t\t\t\t/srv/b', 'line 5, column port: north in line 4 has 3001 as well'],
  ['port for jobs', 'b\tb.example\t3101\t\t\t\t/srv/b', 'line 5, column port: north in line 4 has 3101 as well'],
  [
    'database',
    'b\tb.example\t2\t\tpostgresql://other@DB.example:5432/north?sslmode=disable\t\t/srv/b',
    'line 5, column database: north in line 4 has north on db.example, port 5432 as well',
  ],
  ['folder', 'b\tb.example\t2\t\t\t\t/srv/north', 'line 5, column folder: north in line 4 has /srv/north as well'],
  ['folder within', 'b\tb.example\t2\t\t\t\t/srv/north/b', 'line 5, column folder: it is within the folder of north'],
])('[B2954] two districts with one %s are refused', (_kind, row, says) => {
  expect(() => readTable(table(header, rows[0]!, row))).toThrow(says);
});

test('[B2955] a file with a password that everybody can read is refused, and a refusal repeats no password', () => {
  const open = table(header, ...rows);
  chmodSync(open, 0o644);
  expect(() => readTable(open)).toThrow(`everybody on this machine can read ${open}, and it holds passwords; run: chmod 600 ${open}`);
  const without = table(header, rows[1]!);
  chmodSync(without, 0o644);
  expect(readTable(without)).toHaveLength(1);
  const database = write('database', 'postgres://a:word@db.example/a', 0o644);
  expect(() => readTable(table(header, `a\ta.example\t1\t\t\t${database}\t/srv/a`))).toThrow(`run: chmod 600 ${database}`);
  expect(() => readShared(write('shared', 'SMTP_URL=smtp://a:word@mail.example\n', 0o644))).toThrow('it holds secrets');
  const messages = [`postgres://a:ze'bra@db.example/a`, 'mysql://a:zebra@db.example/a'].map((bad) => {
    try {
      return String(readTable(table(header, `a\ta.example\t1\t\t${bad}\t\t/srv/a`)));
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(messages).toEqual([expect.stringContaining('column database'), expect.stringContaining('column database')]);
  expect(messages.join()).not.toMatch(/ze'?bra/);
});

test.each([
  ['\nPORT=3000', 'line 2: PORT differs between districts; remove it and use the column port'],
  ['PUBLIC_URL=https://a.example', 'use the column host'],
  ['DATABASE_URL_FILE=/x', 'use the column database_file'],
  ['TRUSTED_PROXY=10.0.0.1', 'line 1: TRUSTED_PROXY is not a setting'],
  ['BACKUP_DIR=/srv/backups', 'BACKUP_DIR must differ between districts; write {name}'],
  [`MAIL_FROM="it's@a.example"`, 'MAIL_FROM has an apostrophe'],
])('[B2956] shared settings with a mistake are refused by line: %j', (text, says) => {
  expect(() => readShared(write('shared', `${text}\n`))).toThrow(says);
});

test('[B2956] settings that a start would refuse are refused with the district', () => {
  const districts = readTable(table(header, rows[1]!));
  expect(() => complete(districts, readShared(write('shared', 'FILE_SPACE_MB=much\n')))).toThrow('south (line 4): The settings need a change: FILE_SPACE_MB');
  expect(() => readShared('/nowhere/shared')).toThrow('--shared FILE');
  expect(() => choose(districts, 'south,west')).toThrow('The table has no district “west”. It has south');
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('[B2957] settings, units, compose projects and the servers of the proxy are written; secrets only into files of their owner', () => {
  const to = join(temporaryFolder(), 'fleet');
  const shared = readShared(write('shared', "BACKUP_DIR=/srv/backups/{name}\nSMTP_URL=smtp://all:mail$word@mail.example\nMAIL_FROM='school@{host}'\n"));
  const database = write('database', 'postgres://west:w3st@db.example/west\n');
  const all = complete(readTable(table(header, ...rows, `west\twest.example\t3003\t\t\t${database}\t/srv/west`)), shared);
  const { written, unchanged, left } = writeFiles(to, all, all, false);
  expect([written.length, unchanged, left]).toEqual([3 * 4 + 3, [], []]);
  const read = (path: string): string => readFileSync(join(to, path), 'utf8');

  expect(parseEnv(read('north.conf'))).toEqual({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    BACKUP_DIR: '/srv/backups/north',
    SMTP_URL: 'smtp://all:mail$word@mail.example',
    MAIL_FROM: 'school@north.example',
    PUBLIC_URL: 'https://north.example',
    PORT: '3001',
    JOBS_PORT: '3101',
    DATA_DIR: '/srv/north',
    DATABASE_URL: 'postgres://north:s3cret$word@db.example/north',
  });
  expect(parseEnv(read('compose/west/classwright.env'))).toMatchObject({
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    DATABASE_URL: 'postgres://west:w3st@db.example/west',
  });
  expect(parseEnv(read('west.conf'))).toMatchObject({ DATABASE_URL_FILE: database });
  expect(read('systemd/classwright@west.service.d/district.conf')).toContain(
    `LoadCredential=settings:${to}/west.conf\nLoadCredential=database:${database}\nEnvironment=DATABASE_URL_FILE=%d/database\n`,
  );
  expect(read('systemd/classwright@north.service.d/district.conf')).toContain('ReadWritePaths=/srv/north /srv/backups/north\n');
  expect(read('compose/south/compose.yaml')).toMatch(
    /^name: classwright-south$[\s\S]*ports: \["127\.0\.0\.1:3002:3002"\]\n {4}volumes: \["\/srv\/south:\/data"\]/m,
  );
  for (const path of ['proxy/nginx.conf', 'proxy/Caddyfile'])
    for (const { host, port } of all) expect(read(path)).toMatch(new RegExp(`${host}[^]*127\\.0\\.0\\.1:${port}`));

  const secret = written.filter((path) => /^[a-z]+\.conf$|\.env$/.test(path));
  const others = written.filter((path) => !secret.includes(path));
  expect([secret.length, secret.map((path) => modeOf(join(to, path)))]).toEqual([6, secret.map(() => '600')]);
  expect(others.map((path) => modeOf(join(to, path)))).toEqual(others.map(() => '644'));
  expect(others.map(read).join()).not.toMatch(/s3cret|mail\$word|w3st/);
  expect(globSync('**/*.new', { cwd: to })).toEqual([]);

  chmodSync(join(to, 'north.conf'), 0o644);
  const again = writeFiles(to, all.slice(0, 2), all.slice(0, 1), false);
  expect(again.written).toEqual(['north.conf', 'proxy/nginx.conf', 'proxy/Caddyfile']);
  expect(again.left).toEqual(['west.conf']);
  expect(modeOf(join(to, 'north.conf'))).toBe('600');
  expect(read('proxy/Caddyfile')).not.toContain('west.example');
});

test('[B2957] systemd accepts the units', (context) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return context.skip('systemd is not installed');
  const to = temporaryFolder();
  const all = complete(readTable(table(header, ...rows)), {});
  writeFiles(to, all, all, false);
  mkdirSync(join(to, 'root'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'classwright@north.service'], {
    env: { PATH: process.env.PATH, SYSTEMD_UNIT_PATH: `${to}/systemd:` },
    encoding: 'utf8',
  });
  expect([status, stderr.split('\n').filter((line) => line.includes('classwright@'))]).toEqual([0, []]);
});

test('[B2958] the command says what it writes, and refuses what it does not know, with the remedy', { timeout: 120_000 }, async () => {
  const [file, to] = [table(header, ...rows), join(temporaryFolder(), 'fleet')];
  const run = (...args: string[]) => runCommand('manage-fleet', [...args, '--table', file], {});
  const wrote = await run('write', '--to', to, '--only', 'south');
  expect(wrote).toMatchObject({ code: 0, output: expect.stringContaining(`Written: ${to}/south.conf\n`) });
  expect(wrote.output).not.toContain('north.conf');
  expect(await run('write', '--to', to, '--only', 'south')).toEqual({ code: 0, output: '7 files were as they should be.\n' });
  const status = await run();
  expect(status.code).toBe(3);
  expect(status.output).toContain(
    'north: does not run; https://north.example, here http://127.0.0.1:3001; database north on db.example, port 5432; /srv/north\n',
  );
  expect(status.output).toContain('south: does not run; https://south.example, here http://127.0.0.1:3002; database embedded; /srv/south\n');
  expect(await run('list')).toEqual(status);
  expect(await run('status', '--only', 'west')).toMatchObject({ code: 1, output: expect.stringContaining('The table has no district “west”') });
  expect(await run('write', '--to', file)).toMatchObject({ code: 1, output: expect.stringContaining('cannot be written to') });
  expect(await runCommand('manage-fleet', ['--table', '/nowhere/fleet.tsv'], {})).toMatchObject({ code: 1, output: expect.stringContaining('--table FILE') });
  expect(await runCommand('manage-fleet', ['--help'], {})).toMatchObject({ code: 0, output: expect.stringMatching(/^npm run fleet -- /) });
});

test.each([
  ['start', [], {}, 'It does not know “start”. Write status, write, upgrade or each.'],
  ['status', ['north'], {}, 'status takes no “north”. Choose districts with --only'],
  ['write', [], {}, 'Name the folder for the files: --to FOLDER.'],
  ['status', [], { to: '/srv' }, '--to belongs to write'],
  ['status', [], { plan: true }, 'belong to upgrade'],
  ['each', [], {}, 'Name a command. Write one of backup, doctor'],
  ['each', ['restore'], {}, '“restore” is not run for each district'],
  ['each', ['backup'], {}, 'Name a whole path with {name} in it'],
  ['each', ['backup', '/srv/backups'], {}, 'Name a whole path with {name} in it'],
  ['each', ['verify', '{name}'], {}, 'Name a whole path with {name} in it'],
] as const)('[B2958] “%s %s” with %j is refused, with the remedy', (act, named, options, says) => {
  expect(() => requireFitting(act, named, options)).toThrow(says);
});
