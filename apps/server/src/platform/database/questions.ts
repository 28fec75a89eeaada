import type { RawBuilder } from 'kysely';
import type { Db } from './connect.ts';

/** A statement, and how its rows are read. `read` may throw, for example for a row that must be there. */
export interface Question<Row, Answer> {
  statement: RawBuilder<Row>;
  read: (rows: Row[]) => Answer;
}

/** A question with any rows. */
export interface AnyQuestion<Answer> {
  statement: RawBuilder<unknown>;
  read: (rows: never[]) => Answer;
}

/** A question for each of these answers, in their order. */
export type QuestionsFor<Answers extends readonly unknown[]> = { readonly [Place in keyof Answers]: AnyQuestion<Answers[Place]> };

/** Asks one question. */
export async function ask<Row, Answer>(db: Db, { statement, read }: Question<Row, Answer>): Promise<Answer> {
  return read((await statement.execute(db)).rows);
}

/**
 * Asks several questions in one round trip. They run one after the other on one connection, in this order, each with a
 * snapshot of its own. @throws the first failure in this order
 */
export async function askAll<const Answers extends readonly unknown[]>(db: Db, questions: QuestionsFor<Answers>): Promise<Answers> {
  const asked = questions as readonly AnyQuestion<unknown>[];
  const results = await db
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(asked.map(({ statement }) => connection.executeQuery(statement.compile(db)))));
  return results.map((result, place) => {
    if (result.status === 'rejected') throw result.reason;
    return (asked[place] as AnyQuestion<unknown>).read(result.value.rows as never[]);
  }) as unknown as Answers;
}
