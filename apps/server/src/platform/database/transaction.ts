import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './connect.ts';

type Hook = () => void | Promise<void>;

const hooksOf = new WeakMap<object, Hook[]>();

/** Runs `hook` once the transaction has committed, in order of registration; never when it rolls back. */
export function afterCommit(tx: Tx, hook: Hook): void {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error('afterCommit needs a transaction of inTransaction');
  hooks.push(hook);
}

/** Serialisation failure and deadlock: PostgreSQL rolled back and asks for another try. */
const RETRIED_STATES = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/**
 * Runs `work` in one transaction, tries again when PostgreSQL asks for it, then runs what `afterCommit` collected.
 * A hook that fails does not fail the call, whose effect is already committed: it is reported.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, onHookError: (error: unknown) => void = reportLater): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let hooks: Hook[] = [];
    try {
      const result = await db.transaction().execute(async (tx) => {
        hooks = [];
        hooksOf.set(tx, hooks);
        return work(tx);
      });
      for (const hook of hooks) {
        try {
          await hook();
        } catch (error) {
          onHookError(error);
        }
      }
      return result;
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRIED_STATES.has((error as { code?: string }).code ?? '')) throw error;
      await sleep(attempt * 10 + Math.random() * 20);
    }
  }
}

function reportLater(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'AfterCommitHook');
}
