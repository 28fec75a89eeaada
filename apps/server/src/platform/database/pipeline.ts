import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  isAbortedTransactionError,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
  type TransactionSettings,
} from 'kysely';
import type { Database } from './schema.gen.ts';

/** What a transaction sends with its commit. */
const lastOf = new WeakMap<DatabaseConnection, CompiledQuery[]>();

/** Begins a transaction with its first statement, and ends it with the last ones: each turn to the database costs as much as a small statement. */
class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    lastOf.set(connection, []);
    // only a connection that has broken refuses it, and then refuses what follows
    super.beginTransaction(connection, settings).catch(() => undefined);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const last = (lastOf.get(connection) ?? []).map((statement) => connection.executeQuery(statement));
    lastOf.delete(connection);
    const [commit, ...outcomes] = await Promise.allSettled([super.commitTransaction(connection), ...last]);
    if (commit.status === 'fulfilled') return;
    // the commit of a transaction in which something has failed is a rollback: what has failed says why
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    throw failed && isAbortedTransactionError(commit.reason) ? failed.reason : commit.reason;
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    lastOf.delete(connection);
    await super.rollbackTransaction(connection);
  }
}

/** PostgreSQL, by a pool whose connections are pipelined. */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config);
  }
}

/**
 * Statements of a transaction that do not need each other's results, sent together. PostgreSQL runs them one after the
 * other, and each sees what was committed until it began. Returns their rows.
 */
export async function runTogether<First, Second>(
  tx: Transaction<Database>,
  first: Compilable<First>,
  second: Compilable<Second>,
): Promise<[First[], Second[]]> {
  const executor = tx.getExecutor();
  return executor.provideConnection(async (connection) => {
    const [one, other] = await Promise.all([connection.executeQuery<First>(first.compile()), connection.executeQuery<Second>(second.compile())]);
    return [one.rows, other.rows];
  });
}

/**
 * A statement of a transaction whose result nobody needs: it is sent with the commit. Where it fails the transaction does,
 * for that reason. Nothing else of the transaction sees what it does.
 */
export async function runWithCommit(tx: Transaction<Database>, statement: Compilable<unknown>): Promise<void> {
  await tx.getExecutor().provideConnection(async (connection) => {
    const last = lastOf.get(connection);
    if (!last) throw new Error('runWithCommit needs a transaction');
    last.push(statement.compile());
  });
}
