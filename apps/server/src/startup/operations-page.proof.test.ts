import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { writeYearFile } from '../backup/index.ts';
import { findPort } from '../testing/free-port.ts';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** Every command of docs/operations.md is copied from the page and run, here or by a test that is named here. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const COMMAND = /^(?:[A-Z_]+=\S+ )*(?:npm|classwright|tar|pgbackrest|wal-g|\d)/;
const BLOCK = /^```(\w*)\n(.*?)^```/gms;
const INDENTED = /^ {4}((?:npm|classwright) .*)$/gm;

/** Returns the command of a line, without what the page says about it after two spaces. A line of cron is one command. */
const toCommand = (line: string): string => (/^\d/.test(line) ? line : (line.split(/ {2,}/)[0] as string));
const blocks = [...page.matchAll(BLOCK)].flatMap(([, language = '', body = '']) => (['', 'sh'].includes(language) ? body.split('\n') : []));
const commands = [...blocks, ...[...page.matchAll(INDENTED)].map(([, line = '']) => line)].filter((line) => COMMAND.test(line)).map(toCommand);

/** Commands that other tests run, or that were followed by hand. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'NODE_ENV=production DATA_DIR=/srv/school PUBLIC_URL=https://school.example npm start': 'apps/server/src/startup/own-server.proof.test.ts',
  'tar -xzf classwright-1.0.0-linux-x64.tar.gz': 'tools/release/release.proof.test.ts',
  'NODE_ENV=production DATA_DIR=/srv/school PUBLIC_URL=https://school.example classwright-1.0.0-linux-x64/classwright': 'tools/release/release.proof.test.ts',
  'npm run fleet': 'apps/server/src/fleet/fleet.proof.test.ts',
  'npm run fleet -- write --to /etc/classwright/fleet': 'apps/server/src/fleet/fleet.proof.test.ts',
  'npm run fleet -- upgrade --plan': 'apps/server/src/fleet/fleet.proof.test.ts',
  'npm run fleet -- upgrade': 'apps/server/src/fleet/fleet.proof.test.ts',
  'npm run fleet -- each backup "/srv/backups/{name}/$(date +%F)"': 'apps/server/src/fleet/fleet.proof.test.ts',
  'ARCHIVE_TO=/mnt/other/classwright npm start': 'apps/server/src/archive/archive.proof.test.ts',
  'npm run restore -- --to latest': 'apps/server/src/archive/drill.proof.test.ts',
  'npm run restore -- --to "2026-11-25 10:31"': 'apps/server/src/archive/archive.proof.test.ts',
  'npm run verify -- archive': 'apps/server/src/archive/archive.proof.test.ts',
  'classwright upgrade --plan': 'apps/server/src/upgrade/upgrade.proof.test.ts',
  'classwright upgrade': 'apps/server/src/upgrade/upgrade.proof.test.ts',
  'classwright upgrade --old /opt/classwright-1.0.0': 'apps/server/src/upgrade/upgrade.proof.test.ts',
};
/** Commands of programs that are not of the product. The page says when they were followed. */
const BY_HAND = /^pgbackrest /;

interface Place {
  env: Readonly<Record<string, string>>;
  /** Pairs of a path on the page and the one in its place on this machine. */
  replace: readonly (readonly [string, string])[];
}

function run(command: string, { env, replace }: Place): Promise<{ code: number; output: string }> {
  const typed = replace.reduce((text, [there, here]) => text.replaceAll(there, here), command);
  const child = spawn('sh', ['-c', typed], { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } as NodeJS.ProcessEnv });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? -1, output })));
}

/** Takes every email, and keeps its words. */
async function openMailServer(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let [text, isData] = ['', false];
    socket.write('220 mail.example\r\n');
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (isData && text.endsWith('\r\n.\r\n')) {
        mails.push(text);
        [text, isData] = ['', false];
        socket.write('250 taken\r\n');
      } else if (!isData && text.endsWith('\r\n')) {
        isData = /^DATA/i.test(text);
        socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(text) ? '221 bye\r\n' : '250 mail.example\r\n');
        text = '';
      }
    });
    socket.on('error', () => undefined);
  });
  const port = await findPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

test('[B2998] every command of docs/operations.md is run by a test, and nothing is listed that the page does not have', () => {
  const here = readFileSync(fileURLToPath(import.meta.url), 'utf8').replaceAll(/of\(\s+`/g, 'of(`'); // long commands stand on a line of their own
  const left = commands.filter((command) => !BY_HAND.test(command) && !(command in ELSEWHERE) && !here.includes(`of(\`${command.replaceAll('\\', '\\\\')}\``));
  expect(left).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((command) => !commands.includes(command))).toEqual([]);
  expect(Object.values(ELSEWHERE).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(commands.length).toBeGreaterThan(30);
});

/** Returns a command that the page has. */
function of(command: string): string {
  if (!commands.includes(command)) throw new Error(`docs/operations.md has no command ${command}`);
  return command;
}

test('[B2998] the commands of docs/operations.md do what the page says, copied from it', { timeout: 600_000 }, async () => {
  const { url: smtp, mails } = await openMailServer();
  await withScratchDatabase(postgres, async (client, connection) => {
    const backups = join(temporaryFolder(), 'backups');
    mkdirSync(backups);
    const receipt = join(temporaryFolder(), 'receipt.json');
    const own = { DATABASE_URL: toDatabaseUrl(connection), DATA_DIR: join(temporaryFolder(), 'data'), DEMO: 'off', PORT: String(await findPort()) };
    const place: Place = {
      env: { ...own, PUBLIC_URL: 'https://school.example', SMTP_URL: smtp, MAIL_FROM: 'Classwright <school@school.example>' },
      replace: [
        ['/backups', backups],
        ['/srv/classwright', root],
        ['receipt.json', receipt],
      ],
    };
    const product = startProductProcess({ env: { ...own, ROLES: 'web,jobs' } });
    onTestFinished(async () => void (await product.end('SIGKILL')));
    await product.running;
    await client.query(`INSERT INTO schools (id, school_name) OVERRIDING SYSTEM VALUE VALUES (3, 'Rowan Bridge School'), (4, 'Alder School')`);
    await client.query(`SELECT setval(pg_get_serial_sequence('schools', 'id'), 4)`);
    await client.query(
      `WITH ada AS (
         INSERT INTO accounts (account_type_id, first_name, last_name, email, email_key, role_id, password_hash)
         SELECT account_types.id, 'Ada', 'King', 'ada@school.example', 'ada@school.example', roles.id, 'none'
           FROM roles CROSS JOIN account_types WHERE roles.key = 'admin' AND account_types.name = 'Admin' RETURNING id, role_id)
       INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM ada`,
    );
    const does = async (command: string, says: string | RegExp, at = place): Promise<void> => {
      const { code, output } = await run(command, at);
      expect(code, `${command}\n${output}`).toBe(0);
      expect(output, command).toMatch(says);
    };

    await does(of(`npm run status`), /Ready: +yes/);
    const examined = await run(of(`npm run doctor`), place);
    expect(examined.output).toMatch(/PostgreSQL/);
    await does(of(`npm run mail:test -- you@school.example`), /you@school\.example/);
    expect(mails).toHaveLength(1);
    await does(of(`npm run schools`), /^3 {2}Rowan Bridge School: people: 0/m);
    await does(of(`npm run schools -- suspend 3 4 --reason "Ask the office"`), 'Suspended: 2.');
    await does('npm run schools -- resume 3 4', 'Resumed: 2.');
    await does(of(`npm run schools -- limit 3 --people 500 --files-mb 20000 --requests 3000`), /./);
    await does(of(`npm run schools -- mail-domain 3 --domain riverside.example`), 'Schools whose domain is set: 1.');
    await does(of(`npm run schools -- host 3 lincoln.example.org`), 'lincoln.example.org');
    await does(of(`npm run school:end`), /^3 {2}Rowan Bridge School/m);
    await does(of(`npm run school:end -- 3 erase "Rowan Bridge School"`), /Rowan Bridge School/);
    await does(of(`npm run school:end -- 3 keep`), /Rowan Bridge School/);

    const ended = { table: 'audit_entries', before: 2025, rows: 1, endedAt: '2026-11-30T01:30:00.123Z' };
    const entry = { id: 900_000, at: '2025-02-01T10:00:00Z', action: 'a.b', subject_type: 'x', is_part: false };
    await writeYearFile({ folder: backups, isOwnFolder: false }, ended, Readable.from([JSON.stringify(entry)]));
    const bringBack = of(`npm run restore -- --year /backups/years/audit_entries-before-2025-ended-2026-11-30T01-30-00-123.jsonl.gz`);
    await does(bringBack, 'Brought back 1 of 1 rows of audit_entries');
    expect((await client.query('SELECT action FROM audit_entries WHERE id = 900000')).rows).toEqual([{ action: 'a.b' }]);
    rmSync(join(backups, 'years'), { recursive: true });
    await does(of(`npm run backup -- /backups/monday`), /./);
    await does(of(`npm run verify -- /backups/monday`), /./);
    await does(of(`npm run verify`), /./);
    const nightly = of(
      `30 2 * * *  cd /srv/classwright && npm run --silent backup -- /backups/$(date +\\%F) && find /backups -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -r {} +`,
    );
    await does(nightly.replace(/^(?:\S+ +){5}/, '').replaceAll('\\%', '%'), /./);
    expect(readdirSync(backups).sort()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), 'monday']);

    await does(of(`npm run school:end -- 3 finish receipt.json`), 'Rowan Bridge School is deleted');
    expect(existsSync(receipt)).toBe(true);
    await does(of(`npm run stop`), /It has finished and ended/);
    expect(await product.ended).toBe(0);

    await withScratchDatabase(postgres, async (restored, to) => {
      const there = { ...place, env: { ...place.env, DATABASE_URL: toDatabaseUrl(to), DATA_DIR: join(temporaryFolder(), 'restored') } };
      await does(of(`npm run restore -- /backups/monday`), /./, there);
      const { rows } = await restored.query<{ school_name: string }>('SELECT school_name FROM schools WHERE id = 3');
      expect(rows).toEqual([{ school_name: 'Rowan Bridge School' }]);
    });
  });
});
