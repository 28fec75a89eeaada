import type { Chance } from './chance.ts';

interface Message {
  messageId: string;
  data: string;
  attributes: Record<string, string>;
  publishedAt: number;
}
interface Waiting {
  message: Message;
  /** The time until which it belongs to the client that pulled it. */
  leasedUntil: number;
  ackId: string | null;
  attempt: number;
}

/** A message in the wire format. */
export interface ReceivedMessage {
  ackId: string;
  deliveryAttempt: number;
  message: { data: string; messageId: string; publishTime: string; attributes: Record<string, string> };
}

/**
 * Topics, and subscriptions that keep published messages until they are acknowledged. There is no limit: tests are
 * short.
 */
export class PubSub {
  /** The time for which a pulled message is not delivered again. */
  ackDeadlineMs = 10_000;
  readonly #now: () => number;
  readonly #chance: Chance;
  readonly #topics = new Map<string, Set<string>>();
  readonly #subscriptions = new Map<string, Waiting[]>();

  constructor(now: () => number, chance: Chance) {
    this.#now = now;
    this.#chance = chance;
  }

  /** Creates a subscription. `topic`: "projects/p/topics/t", `subscription`: "projects/p/subscriptions/s". */
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

  /** Returns the oldest free messages, up to the maximum. The client holds them until the deadline. */
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

  /** Acknowledges messages. Ids past their deadline are ignored: those messages are delivered again. */
  acknowledge(subscription: string, ackIds: readonly string[]): void {
    const now = this.#now();
    const done = new Set(ackIds);
    const waiting = this.#subscriptions.get(subscription) ?? [];
    this.#subscriptions.set(
      subscription,
      waiting.filter(({ ackId, leasedUntil }) => ackId === null || !done.has(ackId) || leasedUntil <= now),
    );
  }

  /** Makes messages available again after so many seconds; 0: immediately. */
  modifyDeadline(subscription: string, ackIds: readonly string[], seconds: number): void {
    const asked = new Set(ackIds);
    for (const waiting of this.#subscriptions.get(subscription) ?? [])
      if (waiting.ackId !== null && asked.has(waiting.ackId)) waiting.leasedUntil = this.#now() + seconds * 1000;
  }

  /** Returns the number of messages that wait to be acknowledged. */
  count(subscription: string): number {
    return this.#subscriptions.get(subscription)?.length ?? 0;
  }
}
