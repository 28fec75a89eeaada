import { createHash } from 'node:crypto';
import { monotonicMs } from '../clock.ts';
import { AppError, appError } from '../errors.ts';
import { Gates } from '../waiting/index.ts';
import type { Actor } from './context.ts';

const REMEMBERED = 50_000;
const REFUSED_REMEMBERED = 10_000;
const REFUSED_FOR_MS = 30_000;
/** The maximum number of concurrent token lookups for one caller. */
const OF_A_CALLER = 2;
/** The maximum number of concurrent lookups of new tokens from one network. Those of one moment are one statement. */
const OF_A_NETWORK = 32;

type Authenticate = (token: string) => Promise<Actor>;

/**
 * Returns whose budget pays for a call: the account's, for all of its sign-ins; that of the token itself for a wall or a
 * seat, so that a screen in a classroom, or a phone at somebody else's seat, uses up no calls of the account's owner.
 */
const callerOf = ({ accountId, tokenId, limit }: Actor): string => (limit ? `token ${tokenId}` : String(accountId));

/**
 * The callers of tokens seen before, so that a call is counted against its budget before the database is asked. It grants
 * nothing: each token is looked up at every call. Invalid tokens are remembered for a while. The limits on lookups of one
 * caller, and of one network's new tokens, leave database connections to the others.
 */
export class KnownTokens {
  readonly #authenticate: Authenticate;
  readonly #callers = new Map<string, string>();
  readonly #refused = new Map<string, number>();
  readonly #byCaller = new Gates<string>(OF_A_CALLER);
  readonly #byNetwork = new Gates<string>(OF_A_NETWORK);

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /**
   * Authenticates a call. `count` is called with the caller once, as soon as it is known, and may make the call wait.
   * @throws as `authenticate`, and as `count`
   */
  async authenticate(token: string, network: string, count: (caller: string) => Promise<void> | void): Promise<Actor> {
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#callers.get(key);
    if (known !== undefined) {
      await count(known);
      return this.#byCaller.run(known, () => this.#look(token, key));
    }
    if ((this.#refused.get(key) ?? 0) > monotonicMs()) throw appError('NOT_SIGNED_IN');
    const actor = await this.#byNetwork.run(network, () => this.#look(token, key));
    const caller = callerOf(actor);
    keep(this.#callers, key, caller, REMEMBERED);
    await count(caller);
    return actor;
  }

  async #look(token: string, key: string): Promise<Actor> {
    try {
      return await this.#authenticate(token);
    } catch (error) {
      this.#callers.delete(key); // an ended token takes no points of its account with it
      if (error instanceof AppError && error.code === 'NOT_SIGNED_IN') keep(this.#refused, key, monotonicMs() + REFUSED_FOR_MS, REFUSED_REMEMBERED);
      throw error;
    }
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  if (map.size >= most) map.delete(map.keys().next().value as string);
  map.set(key, value);
}
