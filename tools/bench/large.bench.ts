import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib';
import { accountBlockSource, accountPageQuery, type AccountSearch } from '@classwright/server/modules/people/accounts/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { connect } from '@classwright/server/platform/database/index';
import { implement, implementLarge } from '@classwright/server/platform/http/index';
import { createSmallServer, somebody } from '@classwright/server/platform/http/testing/small-server';
import { readBlock } from '@classwright/server/platform/keyset-queries';
import { EVERYWHERE } from '@classwright/server/platform/reach';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { largeRoster, rosterQuery, usualRoster } from '@classwright/server/testing/roster';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { interleave, printComparison } from './lib.ts';
import { manyAccounts } from './many-accounts.ts';

/**
 * Reads a roster of 10,000 and of 100,000 accounts from an ordinary endpoint and from one of the large kind (compressed
 * with gzip and brotli, as for a browser), in turns in one process: time, bytes, the server's own CPU, how long the
 * event loop was blocked. Then a page far down by OFFSET and a block by its cursor, and the results of other
 * compression methods. Exits with 1 when the large kind is not 1.4 times as fast, or blocks the loop for more than 50
 * ms, or a block is slower than a page.
 */
const ACCOUNTS = 100_000;
const ROUNDS = 7;
/** Both wait for the same rows of the database. */
const MOST_SHARE = 1.4;

const nothing: AccountSearch = { search_text: '', first_name: '', last_name: '', email: '', reach: EVERYWHERE };
const byName = { by: 'full_name', direction: 'asc' } as const;
const fail = (sentence: string): void => {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
};
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en')} KB`;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    for (const statement of manyAccounts(ACCOUNTS)) await client.query(statement);
    const { db } = connect({ connection, onError: () => undefined });
    const { app } = createSmallServer({
      db,
      accountLimit: { perMinute: 1e6, burst: 1e6 },
      checksCells: false,
      authenticate: async () => ({ ...somebody(1), rights: new Set(['accounts:view']) }),
      contract: [usualRoster, largeRoster],
      implementations: [
        implement(usualRoster, async ({ tx, input }) => ({ data: (await rosterQuery(input.most).execute(tx)).rows })),
        implementLarge(largeRoster, async ({ input }) => ({ version: String(input.most), tables: { accounts: rosterQuery(input.most) } })),
      ],
    });
    const get = (path: string, more: Record<string, string> = {}) =>
      app.inject({ url: `/api${path}`, headers: { authorization: 'Bearer x', 'accept-encoding': 'br, gzip', ...more } });

    for (const most of [10_000, ACCOUNTS]) {
      const figures = { usual: { bytes: 0, cpuMs: 0, heldMs: 0 }, large: { bytes: 0, cpuMs: 0, heldMs: 0 } };
      const side = (name: 'usual' | 'large') => async () => {
        const held = monitorEventLoopDelay({ resolution: 1 });
        held.enable();
        const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
        const reply = await get(`/${name}?most=${most}`);
        const ms = performance.now() - startedAt;
        const { user, system } = process.cpuUsage(cpu);
        held.disable();
        if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`);
        figures[name] = {
          bytes: reply.rawPayload.byteLength,
          cpuMs: (user + system) / 1000,
          heldMs: Math.max(figures[name].heldMs, held.percentile(99) / 1e6),
        };
        return ms;
      };
      const times = await interleave({ rounds: ROUNDS, sides: { usual: side('usual'), large: side('large') } });
      printComparison(`a roster of ${most.toLocaleString('en')} accounts`, times);
      for (const [name, { bytes, cpuMs, heldMs }] of Object.entries(figures))
        console.log(`  ${name}: ${kilobytes(bytes)} compressed, ${Math.round(cpuMs)} ms of CPU, event loop held p99 ${heldMs.toFixed(1)} ms at most`);
      const middle = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!;
      if (middle(times.large) * MOST_SHARE > middle(times.usual)) fail(`the large kind is not ${MOST_SHARE} times as fast`);
      if (figures.large.heldMs > 50) fail('the large kind holds the event loop for more than 50 ms');
    }

    const { headers } = await get(`/large?most=${ACCOUNTS}`);
    const again = await interleave({
      rounds: 20,
      sides: {
        'not modified': async () => {
          const startedAt = performance.now();
          const reply = await get(`/large?most=${ACCOUNTS}`, { 'if-none-match': String(headers.etag) });
          if (reply.statusCode !== 304) throw new Error(`${reply.statusCode}`);
          return performance.now() - startedAt;
        },
      },
    });
    printComparison('whoever has the roster of 100,000 already', again);

    const raw = brotliDecompressSync((await get(`/large?most=${ACCOUNTS}`)).rawPayload);
    const ways = {
      'gzip 1': () => promisify(gzip)(raw, { level: 1 }),
      'gzip 6': () => promisify(gzip)(raw, { level: 6 }),
      'brotli 1': () => promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      'brotli 4': () => promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    };
    const sizes: Record<string, number> = {};
    const timed = (name: keyof typeof ways) => async () => {
      const startedAt = performance.now();
      sizes[name] = (await ways[name]()).byteLength;
      return performance.now() - startedAt;
    };
    printComparison(
      `to compress ${kilobytes(raw.byteLength)}`,
      await interleave({
        rounds: 3,
        warmUpRounds: 1,
        sides: { 'gzip 1': timed('gzip 1'), 'gzip 6': timed('gzip 6'), 'brotli 1': timed('brotli 1'), 'brotli 4': timed('brotli 4') },
      }),
    );
    for (const [name, bytes] of Object.entries(sizes)) console.log(`  ${name}: ${kilobytes(bytes)}`);

    const source = accountBlockSource(nothing, byName);
    const near = await readBlock(db, { skip: 3999 * 25 - 1, limit: 1 }, source);
    const after = String(near.cursors.after);
    const far = await interleave({
      rounds: 30,
      sides: {
        'page 4,000 by OFFSET': async () => {
          const startedAt = performance.now();
          await accountPageQuery(nothing, byName, { limit: 25, offset: 3999 * 25 }).execute(db);
          return performance.now() - startedAt;
        },
        'the same rows by cursor': async () => {
          const startedAt = performance.now();
          await readBlock(db, { after, skip: 0, limit: 25 }, source);
          return performance.now() - startedAt;
        },
      },
    });
    printComparison('25 rows far down among 100,000', far);
    if (far['the same rows by cursor'].toSorted((a, b) => a - b)[15]! > far['page 4,000 by OFFSET'].toSorted((a, b) => a - b)[15]!)
      fail('a block is slower than a page');
    await app.close();
    await db.destroy();
  });
} finally {
  await postgres.stop();
}
