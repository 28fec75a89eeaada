import type { RawBuilder } from 'kysely';
import type { Db } from './connect.ts';

/** A statement, and how its rows are read. `read` may throw, for example for a row that must be there. */
export interface Question<Row, Answer> {
  statement: RawBuilder<Row>;
  read: (rows: Row[]) => Answer;
}

/** Asks one question. */
export async function ask<Row, Answer>(db: Db, { statement, read }: Question<Row, Answer>): Promise<Answer> {
  return read((await statement.execute(db)).rows);
}

/**
 * Asks two questions in one round trip. They run one after the other on one connection, the first one first, each with a
 * snapshot of its own. @throws the first failure in this order
 */
export async function askBoth<RowA, A, RowB, B>(db: Db, first: Question<RowA, A>, second: Question<RowB, B>): Promise<[A, B]> {
  const [a, b] = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled([connection.executeQuery<RowA>(first.statement.compile(db)), connection.executeQuery<RowB>(second.statement.compile(db))]),
    );
  if (a.status === 'rejected') throw a.reason;
  const answer = first.read(a.value.rows);
  if (b.status === 'rejected') throw b.reason;
  return [answer, second.read(b.value.rows)];
}
