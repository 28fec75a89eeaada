import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { contract, createTranslate, en } from '@classwright/contract';
import { gradebookModule } from '@classwright/server/modules/class/gradebook/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { connect } from '@classwright/server/platform/database/index';
import { createSmallServer, somebody } from '@classwright/server/platform/http/testing/small-server';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import pg from 'pg';
import { databaseMeter } from './cpu-time.ts';
import { interleave, printComparison } from './lib.ts';
import { keyOfGrades, manyGrades } from './many-grades.ts';

/**
 * Opens the gradebook of a class, compared with the plain statement that reads its cells: time, bytes, the processor time
 * of the database and the server's own, number of statements. Exits with 1 when a response is too large, needs more than
 * six statements and one for each 10,000 cells, costs the database more than 1.5 times the plain statement, or the server more than twice.
 */
const SHAPES = [
  { students: 30, items: 20, mostKilobytes: 10, rounds: 15, mostShare: Number.POSITIVE_INFINITY },
  { students: 200, items: 100, mostKilobytes: 40, rounds: 40, mostShare: 2 },
  { students: 500, items: 2000, mostKilobytes: 1638, rounds: 4, mostShare: 2 },
] as const;
const MOST_STATEMENTS = 6;
/** Cells are read in blocks: one statement more for each of so many. */
const CELLS_AT_ONCE = 10_000;
const MOST_OF_DATABASE = 1.5;

const fail = (sentence: string): void => {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
};
const middle = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!;
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Counts the statements that the pool sends, without those that begin and end a transaction. */
function countStatements(): { count: number } {
  const seen = { count: 0 };
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text?: string }];
    const text = typeof given === 'string' ? given : (given?.text ?? '');
    if (!/^\s*(begin|start|commit|rollback|set)\b/i.test(text)) seen.count += 1;
    return send.apply(this, args);
  } as never;
  return seen;
}

const statements = countStatements();
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const databaseCpuMs = await databaseMeter(client);
    const { db } = connect({ connection, onError: () => undefined });
    const implementations = gradebookModule({ t: createTranslate(en) } as never).implementations ?? [];
    const wanted = new Set(implementations.map(({ endpoint }) => endpoint.name));
    const { app } = createSmallServer({
      db,
      accountLimit: { perMinute: 1e6, burst: 1e6 },
      checksCells: false,
      authenticate: async () => ({ ...somebody(1), isAdmin: true, rights: new Set(['submissions:view']) }),
      contract: contract.filter(({ name }) => wanted.has(name)),
      implementations,
    });
    for (const { students, items, mostKilobytes, rounds, mostShare } of SHAPES) {
      for (const statement of manyGrades({ students, items })) await client.query(statement);
      const { rows } = await client.query<{ id: number }>(`SELECT id::integer FROM courses WHERE enrollment_code = '${keyOfGrades({ students, items })}'`);
      const id = rows[0]!.id;
      let [bytes, gzipped, cpuMs, heldMs, asked] = [0, 0, 0, 0, 0];
      const inDatabase = { plain: 0, opened: 0 };
      const metered = async (side: keyof typeof inDatabase, work: () => Promise<number>): Promise<number> => {
        const before = databaseCpuMs();
        const ms = await work();
        inDatabase[side] += databaseCpuMs() - before;
        return ms;
      };
      const plain = `SELECT course_work_id, json_agg(draft_grade ORDER BY account_id) FROM submissions WHERE course_id = ${id} GROUP BY course_work_id`;
      const times = await interleave({
        rounds,
        warmUpRounds: 1,
        sides: {
          'the cells alone': () =>
            metered('plain', async () => {
              const startedAt = performance.now();
              await client.query(plain);
              return performance.now() - startedAt;
            }),
          'the gradebook': () =>
            metered('opened', async () => {
              const held = monitorEventLoopDelay({ resolution: 1 });
              held.enable();
              const before = statements.count;
              const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
              const reply = await app.inject({
                url: `/api/dashboard/grade-book?class=${id}`,
                headers: { authorization: 'Bearer x', 'accept-encoding': 'br, gzip' },
              });
              const ms = performance.now() - startedAt;
              const { user, system } = process.cpuUsage(cpu);
              held.disable();
              asked = statements.count - before;
              if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
              [bytes, cpuMs, heldMs] = [reply.rawPayload.byteLength, (user + system) / 1000, Math.max(heldMs, held.percentile(99) / 1e6)];
              if (gzipped === 0) gzipped = gzipSync(brotliDecompressSync(reply.rawPayload), { level: 6 }).byteLength;
              return ms;
            }),
        },
      });
      printComparison(`${students} students, ${items} items`, times);
      console.log(
        `  ${kilobytes(bytes)} as sent, ${kilobytes(gzipped)} with gzip 6; ${Math.round(cpuMs)} ms of the server’s CPU, compression with it; event loop held p99 ${heldMs.toFixed(1)} ms at most; ${asked} statements`,
      );
      const ofDatabase = inDatabase.opened / inDatabase.plain;
      console.log(
        `  the database’s CPU ${(inDatabase.opened / (rounds + 1)).toFixed(1)} ms for ${(inDatabase.plain / (rounds + 1)).toFixed(1)} ms of the cells alone: ${ofDatabase.toFixed(2)} times`,
      );
      if (mostShare < Number.POSITIVE_INFINITY && ofDatabase > MOST_OF_DATABASE)
        fail(`the database’s CPU is more than ${MOST_OF_DATABASE} times the cells alone`);
      const mostStatements = MOST_STATEMENTS + Math.floor((students * items) / CELLS_AT_ONCE);
      if (asked > mostStatements) fail(`more than ${mostStatements} statements`);
      if (gzipped > mostKilobytes * 1024) fail(`more than ${mostKilobytes} KB`);
      if (cpuMs > mostShare * middle(times['the cells alone'])) fail(`the server’s CPU is more than ${mostShare} times the cells alone`);
    }
    await app.close();
    await db.destroy();
  });
} finally {
  await postgres.stop();
}
