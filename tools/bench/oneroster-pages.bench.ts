import { readFileSync } from 'node:fs';
import { API_SCOPES, apiClientCreate, ONE_ROSTER_SCOPES } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn, type TestApp } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, printComparison, ratioOf } from './lib.ts';
import { keyOfGrades, manyGrades } from './many-grades.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { toPsql } from './recorded-statements.ts';

/**
 * Reads pages of OneRoster results of a class of 500,000 grades by the next link of the page before, against their own
 * statements in psql. Exits with 1 when a page takes more than twice its statements.
 */
const SHAPE = { students: 500, items: 1000 };
const LIMITS = [100, 1_000, 5_000];
const ROUNDS = 15;
const MAX_SHARE = 2;

const timed = (once: () => Promise<unknown>) => async (): Promise<number> => {
  const startedAt = performance.now();
  await once();
  return performance.now() - startedAt;
};

const nextOf = (headers: Record<string, unknown>): string => /<https?:\/\/[^/]+(\/[^>]+)>; rel="next"/.exec(String(headers['link']))?.[1] ?? '';

const RESULTS = '/ims/oneroster/gradebook/v1p2/results';

/** Approves a program for a school. Returns a function that makes its calls. */
async function approve(app: TestApp, schoolId: number) {
  const admin = await createScenario(app).person('admin', null);
  const { body } = await admin.call(apiClientCreate, { body: { name: 'Student information system', school_id: schoolId, scopes: API_SCOPES } });
  const granted = await app.server.app.inject({
    method: 'POST',
    url: '/ims/oneroster/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${body.client.client_id}:${body.client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ grant_type: 'client_credentials', scope: API_SCOPES.map((scope) => ONE_ROSTER_SCOPES + scope).join(' ') }).toString(),
  });
  const { access_token: token } = granted.json<{ access_token: string }>();
  return (url: string) => app.server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    for (const statement of manyGrades(SHAPE)) await client.query(statement);
    const { rows } = await client.query<{ school_id: number }>(`SELECT school_id::integer FROM courses WHERE enrollment_code = '${keyOfGrades(SHAPE)}'`);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 5, checksCells: false });
    const session = new PsqlSession(findPsql() ?? 'psql', connection);
    try {
      const get = await approve(app, rows[0]!.school_id);
      for (const limit of LIMITS) {
        const read = async (path: string) => {
          const reply = await get(path);
          if (reply.statusCode !== 200 || reply.json<{ results: unknown[] }>().results.length !== limit)
            throw new Error(`${reply.statusCode}: ${reply.body.slice(0, 200)}`);
          return reply;
        };
        // The second page and those after it go on from the one before.
        const second = nextOf((await read(`${RESULTS}?limit=${limit}`)).headers);
        const statements = (await app.recordStatements(() => read(second))).map(toPsql).join('\n');
        const times = await interleave({
          rounds: ROUNDS,
          sides: { 'its statements': timed(() => session.run(statements)), 'the page': timed(() => read(second)) },
        });
        printComparison(`a page of ${limit} results of ${SHAPE.students * SHAPE.items} grades`, times);
        const { median } = ratioOf(times['the page'], times['its statements']);
        if (median > MAX_SHARE) {
          console.log(`  a page takes ${median.toFixed(2)} times its statements, wanted is at most ${MAX_SHARE}`);
          process.exitCode = 1;
        }
      }
      console.log(`  load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
    } finally {
      session.end();
      await app.close();
    }
  });
} finally {
  await postgres.stop();
}
