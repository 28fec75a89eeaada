import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Authorisation } from './authorisation.ts';
import type { Authorise } from './claim-judge.ts';
import type { RecheckScope } from './signals.ts';
import type { Connection } from './connection.ts';
import type { Hub } from './hub.ts';
import type { RecentChanges } from './recent-changes.ts';

interface Pair {
  accountId: number;
  channel: string;
}

interface RecheckOptions {
  hub: Hub;
  authorise: Authorise;
  authorisation: Authorisation;
  changes: RecentChanges;
  log: Log;
}

interface Question extends Pair {
  /** True when something changed again during the check. */
  again: boolean;
}

/**
 * The number of concurrent checks. Rules that ask the database combine many of them, so these are a few statements.
 */
const CONCURRENT_QUESTIONS = 64;
const PARTS_OF_ROUND = 30;
const RETRY_MS = { first: 500, last: 10_000 };

/**
 * Checks again whether open subscriptions are still allowed, and ends those that are not. Each account and channel is
 * checked once, however many sockets it has. A failed check is repeated until it succeeds: while the database is away
 * no event is sent either.
 */
export class Recheck {
  readonly #hub: Hub;
  readonly #authorise: Authorise;
  readonly #authorisation: Authorisation;
  readonly #changes: RecentChanges;
  readonly #log: Log;
  readonly #waiting = new Map<string, Question>();
  readonly #asking = new Map<string, Question>();
  #isStopped = false;
  #stopRounds = (): void => undefined;

  constructor({ hub, authorise, authorisation, changes, log }: RecheckOptions) {
    this.#hub = hub;
    this.#authorise = authorise;
    this.#authorisation = authorisation;
    this.#changes = changes;
    this.#log = log;
  }

  run(scope: RecheckScope): void {
    this.#changes.note(scope); // signatures given before, and questions under way, count no more
    const channel = typeof scope === 'object' && 'channel' in scope ? scope.channel : null;
    const connections = typeof scope === 'object' && 'accountId' in scope ? this.#hub.ofAccount(scope.accountId) : this.#hub.sockets.values();
    for (const connection of connections) {
      if (!connection.holder) continue;
      const { accountId } = connection.holder;
      if (channel === null) for (const name of connection.subscriptions.keys()) this.#enqueue(accountId, name);
      else if (connection.subscriptions.has(channel)) this.#enqueue(accountId, channel);
    }
    this.#startQuestions();
  }

  /**
   * Checks every open subscription once in `withinMs`, a few at a time. It covers changes that nobody reported, and
   * changes made directly in the database.
   */
  startRounds(withinMs: number): void {
    let round: Pair[] = [];
    let share = 0;
    const timer = setInterval(
      () => {
        if (round.length === 0) {
          round = this.#openPairs();
          share = Math.ceil(round.length / PARTS_OF_ROUND);
        }
        for (const { accountId, channel } of round.splice(-share)) this.#enqueue(accountId, channel);
        this.#startQuestions();
      },
      withinMs / PARTS_OF_ROUND / 2,
    ); // a subscription that opened after its round began is met by the next
    timer.unref();
    this.#stopRounds = () => clearInterval(timer);
  }

  stop(): void {
    this.#stopRounds();
    this.#isStopped = true;
    this.#waiting.clear();
  }

  /** Returns each pair of account and channel with a listener, once. */
  #openPairs(): Pair[] {
    const pairs = new Map<string, Pair>();
    for (const { holder, subscriptions } of this.#hub.sockets.values())
      if (holder) for (const channel of subscriptions.keys()) pairs.set(`${holder.accountId} ${channel}`, { accountId: holder.accountId, channel });
    return [...pairs.values()];
  }

  #enqueue(accountId: number, channel: string): void {
    const key = `${accountId} ${channel}`;
    const running = this.#asking.get(key);
    if (running) running.again = true;
    else if (!this.#waiting.has(key)) this.#waiting.set(key, { accountId, channel, again: false });
  }

  #startQuestions(): void {
    for (const [key, question] of this.#waiting) {
      if (this.#isStopped || this.#asking.size >= CONCURRENT_QUESTIONS) return;
      this.#waiting.delete(key);
      this.#asking.set(key, question);
      void this.#answer(question).finally(() => {
        this.#asking.delete(key);
        this.#startQuestions();
      });
    }
  }

  async #answer(question: Question): Promise<void> {
    let retryMs = RETRY_MS.first;
    while (!this.#isStopped && this.#subscribers(question).length > 0) {
      question.again = false;
      try {
        const permission = await this.#authorise(question.accountId, question.channel);
        if (!permission) for (const connection of this.#subscribers(question)) this.#authorisation.end(connection, question.channel);
        if (!question.again) return;
      } catch (error) {
        this.#log.warn({ err: error, channel: question.channel }, 'a permission could not be asked about; asking again');
        await sleep(retryMs, undefined, { ref: false });
        retryMs = Math.min(RETRY_MS.last, retryMs * 2);
      }
    }
  }

  #subscribers({ accountId, channel }: Question): Connection[] {
    return [...this.#hub.ofAccount(accountId)].filter((connection) => connection.subscriptions.has(channel));
  }
}
