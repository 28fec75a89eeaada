import type pg from 'pg';
import type { Socket } from 'node:net';

/**
 * Starts a statement whose result nobody reads. In a transaction, the next statement is sent without waiting for it: a
 * failure is thrown by the next one that is waited for, at the latest by the commit.
 */
export const UNAWAITED = '/* not waited for */';

type Query = pg.PoolClient['query'];
const NO_ROWS = { command: '', rowCount: null, rows: [] };

/**
 * Saves round trips of transactions: BEGIN is sent together with the first statement, and an `UNAWAITED` statement
 * together with the next. The first failure in the order of sending is thrown, since the others only follow from it.
 * The pool's clients must be pipelined. Returns `pool`, whose clients do so from now on.
 */
export function sendAhead(pool: pg.Pool): pg.Pool {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    let isHeld = false;
    const release = (): void => {
      if (isHeld) stream.uncork();
      isHeld = false;
    };
    let isOpen = false;
    let ahead: Promise<unknown>[] = [];
    /** The first failure of those that nobody waited for. */
    let failure: unknown = null;
    client.query = ((...parts: unknown[]) => {
      const [text] = parts;
      const isBegin = text === 'begin';
      if (isBegin) [isOpen, ahead, failure] = [true, [], null];
      if (text === 'commit' || text === 'rollback') isOpen = false;
      const isAhead = isBegin || (isOpen && typeof text === 'string' && text.startsWith(UNAWAITED));
      // statements of one turn leave in one packet
      if (!isHeld) stream.cork();
      isHeld = true;
      if (isAhead) setImmediate(release);
      else process.nextTick(release);
      const sent = query(...parts);
      if (!(sent instanceof Promise)) return sent;
      if (isAhead) {
        sent.catch(() => undefined); // the next statement that is waited for throws it
        ahead.push(sent);
        return Promise.resolve(NO_ROWS);
      }
      const before = ahead;
      ahead = [];
      return before.length === 0 && failure === null ? sent : settle(before, sent, typeof text === 'string' && /^rollback/i.test(text));
    }) as Query;
    async function settle(before: readonly Promise<unknown>[], sent: Promise<unknown>, isRollback: boolean): Promise<unknown> {
      const [last, ...outcomes] = (await Promise.allSettled([...before, sent])).toReversed();
      for (const outcome of failure === null ? outcomes : []) if (outcome.status === 'rejected') failure = outcome.reason;
      if (failure !== null && !(isRollback && last?.status === 'fulfilled')) throw failure;
      failure = null; // rolled back, if there was one
      return sent;
    }
  });
  return pool;
}
