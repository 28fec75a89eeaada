import type { Connection, Member } from './connection.ts';
import { textFrame } from './frames.ts';
import { messages } from './protocol.ts';
import type { PresentList } from './present.ts';

/**
 * The members of a presence channel, in all processes, for the listeners here. They get the net change in one write,
 * then new listeners get the whole list, the same bytes for all of them. A thousand people who arrive together cost a
 * write or two each instead of a thousand, and no member is reported twice.
 */
export class Presence {
  readonly #channel: string;
  readonly #list: () => Promise<PresentList>;
  readonly #onError: (error: unknown) => void;
  /** Subscribers who have received the list. */
  readonly #listeners: Set<Connection>;
  /** Subscribers who get the list as soon as they are in it. */
  readonly #arriving = new Map<Connection, string>();
  /** The members that the listeners know. */
  readonly #told = new Map<string, unknown>();
  #toldAsOf = -1;
  #isReading = false;
  #isStale = false;
  #isStopped = false;
  #isElsewhere = true;

  constructor(channel: string, listeners: Set<Connection>, list: () => Promise<PresentList>, onError: (error: unknown) => void) {
    this.#channel = channel;
    this.#listeners = listeners;
    this.#list = list;
    this.#onError = onError;
  }

  /** Sends a socket the list as soon as its member is in it, for the first time or again. */
  welcome(connection: Connection, { user_id }: Member): void {
    this.#arriving.set(connection, user_id);
    this.refresh();
  }

  leave(connection: Connection): void {
    this.#arriving.delete(connection);
  }

  /** True when somebody is in it at another process, and while that is not known. */
  get mayBeElsewhere(): boolean {
    return this.#isReading || this.#isElsewhere;
  }

  /** Checks the members again, since somebody may have come or gone. */
  refresh(): void {
    this.#isStale = true;
    if (this.#isReading || this.#isStopped) return;
    this.#isReading = true;
    void this.#read().finally(() => {
      this.#isReading = false;
      if (this.#isStale) this.refresh();
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#isStale = false;
  }

  async #read(): Promise<void> {
    this.#isStale = false;
    this.#isElsewhere = true;
    try {
      const { accounts, asOf, isElsewhere } = await this.#list();
      if (this.#isStopped || asOf < this.#toldAsOf) return;
      this.#toldAsOf = asOf;
      this.#isElsewhere = isElsewhere;
      this.#tell(new Map(accounts.flatMap(({ member }) => (member ? [[member.user_id, member.user_info]] : []))));
    } catch (error) {
      this.#onError(error); // waiting readers get the next change, or ask again
    }
  }

  #tell(present: ReadonlyMap<string, unknown>): void {
    const changes: Buffer[] = [];
    for (const [userId, info] of present) {
      if (this.#told.has(userId)) continue;
      this.#told.set(userId, info);
      changes.push(textFrame(messages.memberAdded(this.#channel, userId, info)));
    }
    for (const userId of this.#told.keys())
      if (!present.has(userId)) {
        this.#told.delete(userId);
        changes.push(textFrame(messages.memberRemoved(this.#channel, userId)));
      }
    if (changes.length > 0) {
      const frames = Buffer.concat(changes);
      for (const listener of this.#listeners) listener.write(frames);
    }
    const arrived = [...this.#arriving].filter(([, userId]) => present.has(userId));
    if (arrived.length === 0) return;
    const list = textFrame(messages.subscribedPresence(this.#channel, this.#told));
    for (const [connection] of arrived) {
      this.#arriving.delete(connection);
      this.#listeners.add(connection);
      connection.write(list);
    }
  }
}
