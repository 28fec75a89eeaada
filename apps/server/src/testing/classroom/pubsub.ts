import type { Chance } from './chance.ts';

interface Message {
  messageId: string;
  data: string;
  attributes: Record<string, string>;
  publishedAt: number;
}
interface Waiting {
  message: Message;
  /** Until when it is somebody's who pulled it. */
  leasedUntil: number;
  ackId: string | null;
  attempt: number;
}

/** As the wire has it. */
export interface ReceivedMessage {
  ackId: string;
  deliveryAttempt: number;
  message: { data: string; messageId: string; publishTime: string; attributes: Record<string, string> };
}

/** Topics, and subscriptions that keep what was published until it is acknowledged. Unbounded: tests are short. */
export class PubSub {
  /** For how long a pulled message is not given out again. */
  ackDeadlineMs = 10_000;
  readonly #now: () => number;
  readonly #chance: Chance;
  readonly #topics = new Map<string, Set<string>>();
  readonly #subscriptions = new Map<string, Waiting[]>();

  constructor(now: () => number, chance: Chance) {
    this.#now = now;
    this.#chance = chance;
  }

  /** `topic`: "projects/p/topics/t", `subscription`: "projects/p/subscriptions/s". */
  subscribe(topic: string, subscription: string): void {
    this.#topics.set(topic, (this.#topics.get(topic) ?? new Set()).add(subscription));
    this.#subscriptions.set(subscription, this.#subscriptions.get(subscription) ?? []);
  }

  hasTopic(topic: string): boolean {
    return this.#topics.has(topic);
  }

  hasSubscription(subscription: string): boolean {
    return this.#subscriptions.has(subscription);
  }

  topicOf(subscription: string): string | undefined {
    return [...this.#topics].find(([, subscriptions]) => subscriptions.has(subscription))?.[0];
  }

  publish(topic: string, data: object, attributes: Record<string, string>): void {
    const message = { messageId: this.#chance.digits(16), data: Buffer.from(JSON.stringify(data)).toString('base64'), attributes, publishedAt: this.#now() };
    for (const subscription of this.#topics.get(topic) ?? []) this.#subscriptions.get(subscription)?.push({ message, leasedUntil: 0, ackId: null, attempt: 0 });
  }

  /** The oldest that nobody holds, at most so many. Whoever pulled one holds it until the deadline. */
  pull(subscription: string, most: number): ReceivedMessage[] {
    const now = this.#now();
    const free = (this.#subscriptions.get(subscription) ?? []).filter(({ leasedUntil }) => leasedUntil <= now).slice(0, most);
    return free.map((waiting) => {
      waiting.leasedUntil = now + this.ackDeadlineMs;
      waiting.ackId = this.#chance.word(24);
      waiting.attempt += 1;
      const { messageId, data, attributes, publishedAt } = waiting.message;
      return {
        ackId: waiting.ackId,
        deliveryAttempt: waiting.attempt,
        message: { data, messageId, publishTime: new Date(publishedAt).toISOString(), attributes },
      };
    });
  }

  /** Ids that are too late are passed over: those messages come again. */
  acknowledge(subscription: string, ackIds: readonly string[]): void {
    const now = this.#now();
    const done = new Set(ackIds);
    const waiting = this.#subscriptions.get(subscription) ?? [];
    this.#subscriptions.set(
      subscription,
      waiting.filter(({ ackId, leasedUntil }) => ackId === null || !done.has(ackId) || leasedUntil <= now),
    );
  }

  /** Gives them out again after so many seconds from now; 0: at once. */
  modifyDeadline(subscription: string, ackIds: readonly string[], seconds: number): void {
    const asked = new Set(ackIds);
    for (const waiting of this.#subscriptions.get(subscription) ?? [])
      if (waiting.ackId !== null && asked.has(waiting.ackId)) waiting.leasedUntil = this.#now() + seconds * 1000;
  }

  /** How many wait to be acknowledged. */
  count(subscription: string): number {
    return this.#subscriptions.get(subscription)?.length ?? 0;
  }
}
