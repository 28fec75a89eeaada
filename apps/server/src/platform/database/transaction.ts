import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, appError } from '../errors.ts';
import type { Db, Tx } from './connect.ts';
import { isPlanOutdated } from './named-statements.ts';

type Hook = () => void | Promise<void>;

const hooksOf = new WeakMap<object, Hook[]>();
const undoingsOf = new WeakMap<object, Hook[]>();
const databases = new WeakMap<object, Db>();

/** Returns the database handle on which a transaction was opened. */
export function databaseOf(tx: Tx): Db {
  const db = databases.get(tx);
  if (!db) throw new Error('databaseOf needs a transaction of inTransaction');
  return db;
}

/** Runs `hook` once the transaction has committed, in order of registration; never when it rolls back. */
export function afterCommit(tx: Tx, hook: Hook): void {
  const hooks = hooksOf.get(tx);
  if (!hooks) throw new Error('afterCommit needs a transaction of inTransaction');
  hooks.push(hook);
}

/**
 * Runs `hook` when the work of the transaction fails and is rolled back: for cleaning up things outside the database.
 * It does not run when the commit itself is interrupted, since that may have succeeded.
 */
export function afterFailure(tx: Tx, hook: Hook): void {
  const hooks = undoingsOf.get(tx);
  if (!hooks) throw new Error('afterFailure needs a transaction of inTransaction');
  hooks.push(hook);
}

/**
 * Serialization failure and deadlock: PostgreSQL rolled back and another try may succeed. The same is true for a table
 * that has changed.
 */
const RETRIED_STATES = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/**
 * Runs `work` in one transaction, tries again when PostgreSQL asks for it, then runs the hooks of `afterCommit`. A hook
 * that fails is reported and does not fail the call, whose effect is already committed.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, onHookError: (error: unknown) => void = reportLater): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const hooks: Hook[] = [];
    const undoings: Hook[] = [];
    let isDone = false;
    try {
      const result = await db.transaction().execute(async (tx) => {
        databases.set(tx, db);
        hooksOf.set(tx, hooks);
        undoingsOf.set(tx, undoings);
        const worked = await work(tx);
        isDone = true;
        return worked;
      });
      await runAll(hooks, onHookError);
      return result;
    } catch (error) {
      if (!isDone) await runAll(undoings, onHookError);
      const isRetried = RETRIED_STATES.has((error as { code?: string }).code ?? '') || isPlanOutdated(error);
      if (attempt >= MAX_TRIES || !isRetried) throw toSchoolFull(error) ?? error;
      await sleep(attempt * 10 + Math.random() * 20);
    }
  }
}

async function runAll(hooks: readonly Hook[], onHookError: (error: unknown) => void): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook();
    } catch (error) {
      onHookError(error);
    }
  }
}

function reportLater(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'AfterCommitHook');
}

/** The code with which `change_school_usage` refuses people for whom a school has no place. */
const SCHOOL_FULL_STATE = 'CW001';

/** Returns the refusal of people for whom their school has no place. Null: the error says something else. */
function toSchoolFull(error: unknown): AppError | null {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== SCHOOL_FULL_STATE || detail === undefined) return null;
  const { school, limit, used, added } = JSON.parse(detail) as { school: string; limit: number; used: number; added: number };
  return appError('SCHOOL_FULL', { school, limit, used, added, over: used + added - limit });
}
