import { auditBlocks, auditList, questionBlocks, questionList } from '@classwright/contract';
import { createImportedQuestions } from '@classwright/server/modules/bank/questions/index';
import { readTestSettings } from '@classwright/server/platform/config';
import { inTransaction } from '@classwright/server/platform/database/index';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { makeLists, readBank, toContent } from './bank-of-questions.ts';
import { interleave, printComparison, spreadOf } from './lib.ts';

/**
 * Reads 100 rows of a bank of 20,000 questions and of a trail of 300,000 entries, as HTTP calls in turns: a page by its
 * number, the same rows by the cursor of those above, and by skipping, as for a scrollbar dragged there. Exits with 1
 * when a block far down is slower by cursor than its page.
 */
const QUESTIONS = 20_000;
const AT_ONCE = 5_000;
const ENTRIES = 300_000;
const ROWS = 100;
const ROUNDS = 12;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const schoolId = await scenario.school();
    const [teacher, admin] = [await scenario.person('teachers', schoolId), await scenario.person('admin', null)];
    const bank = await readBank(readTestSettings().trialData, QUESTIONS);
    const lists = await makeLists(app, bank);
    const author = { accountId: teacher.accountId, schoolId, status: 0, teacherStatus: 1 } as const;
    for (let from = 0; from < QUESTIONS; from += AT_ONCE) {
      const contents = bank.slice(from, from + AT_ONCE).map((question, index) => toContent(question, from + index, lists));
      await inTransaction(app.db, (tx) => createImportedQuestions(tx, author, contents));
    }
    await client.query(`INSERT INTO audit_entries (at, account_id, school_id, action, subject_type, subject_id, before, after)
      SELECT '2026-01-01'::timestamptz + n * interval '7 seconds', ${teacher.accountId}, ${schoolId}, 'level.update', 'level', n % 90,
             '{"name": "Grade 9"}', jsonb_build_object('name', 'Grade ' || n % 12) FROM generate_series(1, ${ENTRIES}) n`);
    await client.query('VACUUM ANALYZE');

    const url = await app.listen();
    const read = async (token: string, path: string, query: Record<string, string>): Promise<string> => {
      const headers = { authorization: `Bearer ${token}`, prefer: 'return=minimal' };
      const reply = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, { headers });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.text();
    };
    const cases: { name: string; accountId: number; page: string; blocks: string; query: Record<string, string>; last: number }[] = [
      { name: 'the bank, newest first', accountId: teacher.accountId, page: questionList.path, blocks: questionBlocks.path, query: {}, last: QUESTIONS },
      {
        name: 'the bank by title',
        accountId: teacher.accountId,
        page: questionList.path,
        blocks: questionBlocks.path,
        query: { sort: 'title' },
        last: QUESTIONS,
      },
      { name: 'the trail', accountId: admin.accountId, page: auditList.path, blocks: auditBlocks.path, query: { subject_type: 'level' }, last: ENTRIES },
    ];
    for (const { name, accountId, page, blocks, query, last } of cases) {
      const token = await app.signIn(accountId); // one alone would ask too often
      const skip = last - 2 * ROWS;
      const above = JSON.parse(await read(token, blocks, { ...query, limit: '1', skip: String(Math.min(skip - 1, 199_999)) })) as {
        cursors: { after: string };
      };
      const timed = (path: string, by: Record<string, string>) => async () => {
        const startedAt = performance.now();
        await read(token, path, { ...query, ...by });
        return performance.now() - startedAt;
      };
      const far = Math.min(skip, 200_000);
      const times = await interleave({
        rounds: ROUNDS,
        sides: {
          page: timed(page, { per_page: String(ROWS), page: String(far / ROWS + 1) }),
          'by skipping': timed(blocks, { limit: String(ROWS), skip: String(far) }),
          'by cursor': timed(blocks, { limit: String(ROWS), after: above.cursors.after }),
          'the first block': timed(blocks, { limit: String(ROWS) }),
        },
      });
      printComparison(`${name}: ${ROWS} rows after ${far.toLocaleString('en')} of ${last.toLocaleString('en')}`, times);
      const [byPage, byCursor] = [spreadOf(times.page).median, spreadOf(times['by cursor']).median];
      if (byCursor > byPage) {
        console.log('  a block is slower than its page');
        process.exitCode = 1;
      }
    }
    await app.close();
  });
} finally {
  await postgres.stop();
}
