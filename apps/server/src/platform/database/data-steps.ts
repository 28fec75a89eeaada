import { sql } from 'kysely';
import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

/** What the product's own code does with rows that an earlier version wrote, after the migrations and before serving. */
export interface DataStep {
  /** For ever the same: by it a database knows that the step has been done. */
  readonly name: string;
  /** What a person waits for, as a sentence. */
  readonly waitsFor: string;
  /**
   * Does one batch of the rows after `lastId`, and nothing with rows that need nothing. Returns the id it came to, or
   * null when there are no more.
   */
  run(tx: Tx, lastId: number): Promise<number | null>;
}

/**
 * Does every step that this database has not seen, in order. A batch and the note of it are one transaction: a start
 * that is killed goes on where it stopped, and processes that start together take turns.
 */
export async function runDataSteps(db: Db, steps: readonly DataStep[], onWait: (message: string) => void): Promise<void> {
  for (const step of steps) {
    if (await isDone(db, step.name)) continue;
    for (let batches = 0; await runBatch(db, step); batches++) if (batches === 0) onWait(step.waitsFor);
  }
}

async function isDone(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('data_steps').select('done_at').where('name', '=', name).executeTakeFirst();
  return (row?.done_at ?? null) !== null;
}

/** Whether there may be more to do. */
function runBatch(db: Db, step: DataStep): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`INSERT INTO data_steps (name) VALUES (${step.name}) ON CONFLICT DO NOTHING`.execute(tx);
    const { done_at, last_id } = await tx
      .selectFrom('data_steps')
      .select(['done_at', 'last_id'])
      .where('name', '=', step.name)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (done_at !== null) return false;
    const cameTo = await step.run(tx, last_id);
    const now = cameTo === null ? sql<Date>`app_now()` : null;
    await tx
      .updateTable('data_steps')
      .set({ last_id: cameTo ?? last_id, done_at: now })
      .where('name', '=', step.name)
      .execute();
    return cameTo !== null;
  });
}
