import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import type { Spending } from '../waiting/index.ts';

export interface ReportedSpending extends Spending {
  limiter: string;
}

/** Saves reports of spending. `fillMs`: the time in which a budget refills. */
export async function saveSpending(db: Db, process: string, news: readonly (ReportedSpending & { fillMs: number })[]): Promise<void> {
  await sql`
    INSERT INTO limit_spending (limiter, key, process, run, spent, debt, until)
    SELECT limiter, key, ${process}::uuid, run, spent, debt, clock_timestamp() + make_interval(secs => fill_ms / 1000)
      FROM unnest(${news.map(({ limiter }) => limiter)}::text[], ${news.map(({ key }) => key)}::text[], ${news.map(({ run }) => run)}::bigint[],
                  ${news.map(({ spent }) => spent)}::float8[], ${news.map(({ debt }) => debt)}::float8[],
                  ${news.map(({ fillMs }) => fillMs)}::float8[]) AS told (limiter, key, run, spent, debt, fill_ms)
    ON CONFLICT (limiter, key, process) DO UPDATE
       SET run = excluded.run, spent = excluded.spent, debt = excluded.debt, until = excluded.until, told_at = clock_timestamp()`.execute(db);
}

/** Returns the reports of other processes within that many milliseconds. */
export async function listSpendingElsewhere(db: Db, process: string, sinceMs: number): Promise<(ReportedSpending & { process: string })[]> {
  const { rows } = await sql<ReportedSpending & { process: string }>`
    SELECT limiter, key, process, run, spent, debt FROM limit_spending
     WHERE told_at > (SELECT clock_timestamp()) - make_interval(secs => ${sinceMs / 1000}::float8) AND process <> ${process}::uuid`.execute(db);
  return rows;
}

export async function deleteOldSpending(db: Db): Promise<void> {
  await sql`DELETE FROM limit_spending WHERE until < (SELECT clock_timestamp())`.execute(db);
}
