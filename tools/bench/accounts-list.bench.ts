import { accountList } from '@classwright/contract';
import { accountCountQuery, accountPageQuery, type AccountSearch, type AccountSort } from '@classwright/server/modules/people/accounts/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import pg from 'pg';
import { interleave, printComparison } from './lib.ts';
import { manyAccounts } from './many-accounts.ts';
import { findPsql, PsqlSession } from './psql.ts';
import { EVERYWHERE } from '@classwright/server/platform/reach';

/**
 * With 100,000 accounts: a page of the list and of its searches, requested over HTTP by a signed-in administrator,
 * against the same two statements through one open psql. Exits with 1 when the 95th percentile of the list's cases, or
 * of the searches', takes more than 1.5 times as long.
 */
const ACCOUNTS = 100_000;
const ROUNDS = 60;
const MOST = 1.5;

const nothing = { search_text: '', first_name: '', last_name: '', email: '' };
const byName: AccountSort = { by: 'full_name', direction: 'asc' };
interface Case {
  kind: 'list' | 'search';
  page?: number;
  search?: Partial<AccountSearch>;
  sort?: AccountSort;
}
const cases: Record<string, Case> = {
  'first page': { kind: 'list' },
  'page 2,000': { kind: 'list', page: 2000 },
  'last page, sorted by school': { kind: 'list', page: 4000, sort: { by: 'school_name', direction: 'asc' } },
  'one school': { kind: 'list', search: { school_id: 7 } },
  'part of a last name': { kind: 'search', search: { last_name: 'neill 77' } },
  'part of an e-mail': { kind: 'search', search: { email: 'person4242' } },
  'a first name of many': { kind: 'search', search: { first_name: 'jose' } },
  nobody: { kind: 'search', search: { last_name: 'qqqq' } },
};

const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;
const toText = ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string =>
  `${sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
  })};`;

const psql = findPsql();
if (psql === null) console.log('There is no psql on this machine: nothing to compare with.');
else {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      for (const statement of manyAccounts(ACCOUNTS)) await client.query(statement);
      const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
      const admin = await createScenario(app).person('admin', null);
      const session = new PsqlSession(psql, connection);
      const url = await app.listen();
      const all = { list: { psql: [] as number[], HTTP: [] as number[] }, search: { psql: [] as number[], HTTP: [] as number[] } };
      for (const [name, { kind, page = 1, search = {}, sort = byName }] of Object.entries(cases)) {
        const asked = { ...nothing, ...search, reach: EVERYWHERE };
        const statements = [accountPageQuery(asked, sort, { limit: 25, offset: (page - 1) * 25 }), accountCountQuery(asked)].map((query) =>
          toText(query.compile(app.db)),
        );
        const { reach: _reach, ...fields } = asked;
        const query = new URLSearchParams({
          page: String(page),
          sort: sort.by,
          direction: sort.direction,
          ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])),
        });
        const timed = (work: () => Promise<unknown>) => async () => {
          const startedAt = performance.now();
          await work();
          return performance.now() - startedAt;
        };
        const token = await app.signIn(admin.accountId); // one alone would ask too often
        const call = async () => {
          const reply = await fetch(`${url}/api${accountList.path}?${query}`, { headers: { authorization: `Bearer ${token}` } });
          if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
          return reply.json();
        };
        const times = await interleave({
          rounds: ROUNDS,
          warmUpRounds: 8,
          sides: { psql: timed(() => session.run(statements.join('\n'))), HTTP: timed(call) },
        });
        printComparison(`${ACCOUNTS.toLocaleString('en')} accounts, ${name}`, times);
        all[kind].psql.push(...times.psql);
        all[kind].HTTP.push(...times.HTTP);
      }
      for (const [kind, times] of Object.entries(all)) {
        const [own, bare] = [percentile(times.HTTP, 0.95), percentile(times.psql, 0.95)];
        console.log(
          `${kind}, all cases: 95th percentile ${own.toFixed(2)} ms against ${bare.toFixed(2)} ms through psql, ${(own / bare).toFixed(2)} times (at most ${MOST})`,
        );
        if (own > MOST * bare) process.exitCode = 1;
      }
      session.end();
      await app.close();
    });
  } finally {
    await postgres.stop();
  }
}
