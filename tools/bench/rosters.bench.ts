import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rosterApply, rosterGet, rosterImport } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { writeZip } from '@classwright/server/platform/zip/index';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { measureGrowth, measureBlockedMs, interleave, printComparison, ratioOf, spreadOf } from './lib.ts';
import { findPsql, PsqlSession } from './psql.ts';

/**
 * Imports a district of 20,000 people, 1,000 classes and 200,000 memberships from one OneRoster archive: from the
 * upload over the preview to the last row, against a bare COPY of the same rows into the same tables (accounts, their
 * roles, classes, memberships, and their links). Exits with 1 above three times COPY, when the same file again takes
 * more than a third of the first time, when the process grows by more than 150 MB, or when its event loop is blocked
 * for more than 50 ms. Archives are created before anything is measured; a server that has just started is warm after
 * the first rounds.
 */
const PEOPLE = Number(process.argv[2] ?? 20_000);
const CLASSES = PEOPLE / 20;
const PLACES = PEOPLE * 10;
const TEACHERS = CLASSES;
const ROUNDS = Number(process.argv[3] ?? 3);
const MOST_TIMES = 3;
const MOST_AGAIN = 1 / 3;
const MOST_BYTES = 150_000_000;
const MOST_HELD_MS = 50;

interface District {
  name: string;
  zip: Buffer;
  /** The person and class of each membership. */
  places: [number, number][];
}

let made = 0;
async function makeDistrict(): Promise<District> {
  made += 1;
  const name = `District ${made}`;
  const places = Array.from({ length: PLACES }, (_, at): [number, number] => {
    const person = at < TEACHERS ? at : TEACHERS + (at % (PEOPLE - TEACHERS));
    return [person, at < TEACHERS ? at : (at * 7 + Math.floor(at / (PEOPLE - TEACHERS))) % CLASSES];
  });
  const role = (person: number): string => (person < TEACHERS ? 'teacher' : 'student');
  const tables: Record<string, string[]> = {
    'manifest.csv': ['propertyName,value', 'oneroster.version,1.1', 'file.orgs,bulk', 'file.classes,bulk', 'file.users,bulk', 'file.enrollments,bulk'],
    'orgs.csv': ['sourcedId,status,name,type', `o${made},active,${name},school`],
    'classes.csv': ['sourcedId,status,title,schoolSourcedId', ...Array.from({ length: CLASSES }, (_, at) => `c${at},active,Class ${at},o${made}`)],
    'users.csv': [
      'sourcedId,status,enabledUser,orgSourcedIds,role,username,givenName,familyName,email',
      ...Array.from({ length: PEOPLE }, (_, at) => `u${at},active,true,o${made},${role(at)},user${at},Zoë ${at % 997},O’Neill-${at},u${at}@d${made}.example`),
    ],
    'enrollments.csv': [
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
      ...places.map(([person, group], at) => `e${at},active,2026-08-24T00:00:00.000Z,c${group},o${made},u${person},${role(person)},,2026-08-24,2027-06-18`),
    ],
  };
  const parts = Object.entries(tables).map(([part, rows]) => ({ name: part, content: [`${rows.join('\n')}\n`] }));
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(parts)) pieces.push(piece);
  return { name, zip: Buffer.concat(pieces), places };
}

const psql = findPsql();
const folder = mkdtempSync(join(tmpdir(), 'classwright-bench-'));
const postgres = psql === null ? null : await openTestPostgres(readTestSettings().databaseUrl);
if (psql === null || postgres === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const admin = await createScenario(app).person('admin', null);
      const session = new PsqlSession(psql, connection);
      let latest: District | null = null;
      /** The times of reading, as opposed to storing. */
      const read: number[] = [];

      async function send(district: District): Promise<number> {
        const { status, body } = await admin.call(rosterImport, { files: [{ name: 'roster.zip', bytes: district.zip }], body: {} });
        if (status !== 201) throw new Error(JSON.stringify(body));
        return body.import.id;
      }

      async function readSent(id: number) {
        await app.server.jobs.runDue();
        const shown = (await admin.call(rosterGet, { params: { id } })).body.import;
        if (shown.status !== 'preview') throw new Error(JSON.stringify(shown));
        return shown;
      }

      async function doSent(district: District, id: number): Promise<void> {
        const startedAt = performance.now();
        await readSent(id);
        read.push(performance.now() - startedAt);
        const begun = await admin.call(rosterApply, { params: { id }, body: { create_accounts: true } });
        if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
        await app.server.jobs.runDue();
        const done = (await admin.call(rosterGet, { params: { id } })).body.import;
        if (done.status !== 'finished' || done.counts.member?.new !== new Set(district.places.map(String)).size) throw new Error(JSON.stringify(done));
      }

      async function next(): Promise<District> {
        const district = await makeDistrict();
        await client.query('INSERT INTO schools (school_name) VALUES ($1)', [district.name]);
        latest = district;
        return district;
      }

      async function first(): Promise<number> {
        const district = await next();
        const startedAt = performance.now();
        await doSent(district, await send(district));
        return performance.now() - startedAt;
      }

      async function again(): Promise<number> {
        const startedAt = performance.now();
        const shown = await readSent(await send(latest ?? (await next())));
        if (shown.total_rows !== 0) throw new Error(JSON.stringify(shown));
        return performance.now() - startedAt;
      }

      async function copy(): Promise<number> {
        const district = await makeDistrict();
        const { rows } = await client.query<{ id: number }>('INSERT INTO schools (school_name) VALUES ($1) RETURNING id', [district.name]);
        const school = rows[0]?.id;
        const source = (
          await client.query<{ id: number }>("INSERT INTO external_sources (school_id, kind, name) VALUES ($1, 'roster_file', 'Roster') RETURNING id", [school])
        ).rows[0]?.id;
        const base = made * 10_000_000;
        const write = (name: string, lines: string[]): string => {
          const file = join(folder, name);
          writeFileSync(file, lines.join(''));
          return file;
        };
        const people = Array.from({ length: PEOPLE }, (_, at) => at);
        const distinct = [...new Map(district.places.map((place) => [String(place), place])).values()];
        const roleOf = (person: number): string => (person < TEACHERS ? 'TEACHER' : 'STUDENT');
        const links = [
          ...people.map(
            (at) => `${base + at}\t${source}\tperson\t\\N\tu${at}\t${base + at}\t{"email":"u${at}@d${made}.example","first":"Zoë","last":"O’Neill-${at}"}\n`,
          ),
          ...Array.from({ length: CLASSES }, (_, at) => `${base + PEOPLE + at}\t${source}\tclass\t\\N\tc${at}\t${base + at}\t{"name":"Class ${at}"}\n`),
          ...distinct.map(
            ([person, group], at) =>
              `${base + 2 * PEOPLE + at}\t${source}\tmember\t${base + PEOPLE + group}\tu${person}\t${base + person}\t{"role":"${roleOf(person)}"}\n`,
          ),
        ];
        const files = {
          accounts: write(
            'accounts',
            people.map(
              (at) =>
                `${base + at}\t${school}\t${at < TEACHERS ? 2 : 3}\tZoë ${at % 997}\tO’Neill-${at}\tu${at}@d${made}.example\tu${at}@d${made}.example\t${at < TEACHERS ? 2 : 3}\n`,
            ),
          ),
          roles: write(
            'roles',
            people.map((at) => `${base + at}\t${at < TEACHERS ? 2 : 3}\n`),
          ),
          courses: write(
            'courses',
            Array.from({ length: CLASSES }, (_, at) => `${base + at}\t${school}\t${base + at}\tClass ${at}\tcopy${made}-${at}\n`),
          ),
          members: write(
            'members',
            distinct.map(([person, group]) => `${base + group}\t${base + person}\t${roleOf(person)}\n`),
          ),
          links: write('links', links),
        };
        const startedAt = performance.now();
        await session.run(
          [
            'begin;',
            `\\copy accounts (id, school_id, account_type_id, first_name, last_name, email, email_key, role_id) from '${files.accounts}'`,
            `\\copy account_roles (account_id, role_id) from '${files.roles}'`,
            `\\copy courses (id, school_id, owner_id, name, enrollment_code) from '${files.courses}'`,
            `\\copy course_members (course_id, account_id, role) from '${files.members}'`,
            `\\copy external_links (id, source_id, kind, parent_id, external_id, local_id, base) from '${files.links}'`,
            'commit;',
          ].join('\n'),
        );
        return performance.now() - startedAt;
      }

      const times = await interleave({ rounds: ROUNDS, warmUpRounds: 0, sides: { COPY: copy, first, again } });
      printComparison(`${PEOPLE.toLocaleString('en')} people, ${CLASSES.toLocaleString('en')} classes, ${PLACES.toLocaleString('en')} places`, times);
      console.log(`  of the first time reading and comparing took ${(spreadOf(read).median / 1000).toFixed(1)} s`);
      const another = await next();
      let heldMs = 0;
      const bytes = await measureGrowth(async () => {
        const id = await send(another); // with the bench's own client, which is in this process
        heldMs = await measureBlockedMs(() => doSent(another, id));
      });
      const stored = ratioOf(times.first, times.COPY).median;
      const repeated = ratioOf(times.again, times.first).median;
      console.log(
        `  stored in ${stored.toFixed(2)} times COPY (at most ${MOST_TIMES}); the same again in ${repeated.toFixed(2)} of it (at most ${MOST_AGAIN.toFixed(2)}); ` +
          `the process grew by ${(bytes / 1e6).toFixed(0)} MB (at most ${MOST_BYTES / 1e6}); the longest that its event loop was held: ${heldMs.toFixed(0)} ms (at most ${MOST_HELD_MS})`,
      );
      if (stored > MOST_TIMES || repeated > MOST_AGAIN || bytes > MOST_BYTES || heldMs > MOST_HELD_MS) process.exitCode = 1;
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
