import type { Connection, Member } from './connection.ts';
import { textFrame } from './frames.ts';
import { messages } from './protocol.ts';

/**
 * Who is in a presence channel, told once per tick: those who are in hear the net change in one write, then those who
 * came since the last tick get the whole list, the same bytes for all of them. A thousand people who arrive together
 * cost a write or two each instead of a thousand, and nobody hears of a member twice.
 */
export class Presence {
  readonly #channel: string;
  readonly #tickMs: number;
  /** Subscribers who have been told the list. */
  readonly #listeners: Set<Connection>;
  /** Subscribers who get the list at the next tick. */
  readonly #arriving = new Set<Connection>();
  readonly #members = new Map<string, { info: unknown; sockets: number }>();
  /** What the listeners know. */
  readonly #told = new Map<string, unknown>();
  readonly #touched = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(channel: string, tickMs: number, listeners: Set<Connection>) {
    this.#channel = channel;
    this.#tickMs = tickMs;
    this.#listeners = listeners;
  }

  /** Counts the member in; the socket starts to listen, and hears so, at the next tick. */
  join(connection: Connection, { user_id, user_info }: Member): void {
    const member = this.#members.get(user_id);
    if (member) member.sockets += 1;
    else this.#members.set(user_id, { info: user_info, sockets: 1 });
    this.#touched.add(user_id);
    this.welcome(connection);
  }

  /** Tells a socket the list at the next tick, for the first time or again. */
  welcome(connection: Connection): void {
    this.#arriving.add(connection);
    this.#schedule();
  }

  leave(connection: Connection, { user_id }: Member): void {
    this.#arriving.delete(connection);
    const member = this.#members.get(user_id);
    if (!member || --member.sockets > 0) return;
    this.#members.delete(user_id);
    this.#touched.add(user_id);
    this.#schedule();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#tick();
    }, this.#tickMs);
  }

  #tick(): void {
    const changes: Buffer[] = [];
    for (const userId of this.#touched) {
      const member = this.#members.get(userId);
      if (member && !this.#told.has(userId)) {
        this.#told.set(userId, member.info);
        changes.push(textFrame(messages.memberAdded(this.#channel, userId, member.info)));
      } else if (!member && this.#told.delete(userId)) {
        changes.push(textFrame(messages.memberRemoved(this.#channel, userId)));
      }
    }
    this.#touched.clear();
    if (changes.length > 0) {
      const frames = Buffer.concat(changes);
      for (const listener of this.#listeners) listener.write(frames);
    }
    if (this.#arriving.size === 0) return;
    const list = textFrame(messages.subscribedPresence(this.#channel, this.#told));
    for (const connection of this.#arriving) {
      this.#listeners.add(connection);
      connection.write(list);
    }
    this.#arriving.clear();
  }
}
