import { sql } from 'kysely';
import type { Db, Tx } from './connect.ts';
import { inTransaction } from './transaction.ts';

/**
 * A change to rows of an earlier version that the product's own code makes, after the migrations and before serving.
 */
export interface DataStep {
  /** A name that never changes. The database remembers by it that the step is done. */
  readonly name: string;
  /** The sentence for a person who waits for the step. */
  readonly waitsFor: string;
  /**
   * Processes one batch of the rows after `lastId`, and skips rows that need no change. Returns the last id, or null
   * when there are no more.
   */
  run(tx: Tx, lastId: number): Promise<number | null>;
}

/**
 * Runs every step that this database has not seen, in order. A batch and its record are one transaction: after a crash
 * the next start continues, and processes that start together take turns.
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

/** Returns true when there may be more to do. */
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
