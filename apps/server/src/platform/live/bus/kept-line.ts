import type { Log } from '../../log.ts';
import type { Broker, Line } from './broker.ts';

/** How long a broker may take to connect and to reply; how often it is asked whether it is there. */
const PATIENCE_MS = 5_000;
const PING_EVERY_MS = 5_000;
/** Waits between tries double from the first to the last, each shortened by chance so that processes do not come together. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

export interface KeptLineOptions {
  broker: Broker;
  log: Log;
  heard: (text: string) => void;
  lost: () => void;
  reconnected: () => void;
}

/**
 * A line to a broker that is opened again whenever it breaks. A broker that says nothing counts as broken: a firewall
 * that forgot the connection, a machine that is gone. What cannot be sent is dropped.
 */
export class KeptLine {
  readonly #options: KeptLineOptions;
  #line: Line | null = null;
  #pings: NodeJS.Timeout | null = null;
  readonly #ending = new AbortController();
  #reopening: Promise<void> = Promise.resolve();
  #starting: Promise<void> | null = null;
  /** The newest text of each room that waits for the broker to take those before. */
  readonly #waiting = new Map<string, string>();
  #isSending = false;

  constructor(options: KeptLineOptions) {
    this.#options = options;
  }

  /**
   * Opens the line, once. Where the broker cannot be reached it is tried again and again, and nobody waits for it: what
   * processes would hear from each other they find in the database a second later.
   */
  start(): Promise<void> {
    this.#starting ??= this.#open().catch((error: unknown) => this.#lose(error, 'cannot be reached. This process starts without it and keeps trying.'));
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#waiting.clear();
    await Promise.all([this.#leave(), this.#reopening]);
  }

  /** Whether the broker will be given it: not while the line stands still. */
  send(room: string, text: string): boolean {
    if (this.#line === null) return false;
    this.#waiting.set(room, text);
    void this.#flush();
    return true;
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    await Promise.resolve(); // what is said in one go goes in one piece
    while (this.#line !== null && this.#waiting.size > 0) {
      const line = this.#line;
      const texts = [...this.#waiting.values()];
      this.#waiting.clear();
      await inTime(line.send(texts)).catch((error: unknown) => this.#broke(line, error));
    }
    this.#isSending = false;
  }

  async #open(): Promise<void> {
    let line: Line | null = null;
    let failure: unknown = null;
    const connecting = this.#options.broker.connect({
      heard: (text) => {
        if (!this.#ending.signal.aborted) this.#options.heard(text);
      },
      broken: (error) => {
        failure ??= error;
        if (line !== null) this.#broke(line, error);
      },
    });
    try {
      line = await inTime(connecting);
    } catch (error) {
      void connecting.then((late) => late.close()).catch(() => undefined);
      throw error;
    }
    if (failure !== null || this.#ending.signal.aborted) {
      await line.close();
      throw failure ?? new Error('stopped');
    }
    this.#line = line;
    this.#pings = setInterval(() => void this.#ping(line), PING_EVERY_MS).unref();
  }

  async #ping(line: Line): Promise<void> {
    await inTime(line.ping()).catch((error: unknown) => this.#broke(line, error));
  }

  #broke(line: Line, error: unknown): void {
    if (this.#line !== line) return;
    this.#lose(error, 'was lost and is opened again.');
  }

  #lose(error: unknown, what: string): void {
    if (this.#ending.signal.aborted) return;
    const { name, remedy } = this.#options.broker;
    this.#options.lost();
    this.#options.log.warn(
      { event: 'bus lost', reason: describe(error) },
      `${name} ${what} Until then what happens in other processes is seen up to a second later. ${remedy}`,
    );
    this.#waiting.clear();
    void this.#leave();
    this.#reopening = this.#reopen();
  }

  async #reopen(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      await pause(waitMs * (0.5 + Math.random() / 2), this.#ending.signal);
      if (this.#ending.signal.aborted) return;
      const isOpen = await this.#open().then(
        () => true,
        () => false,
      );
      if (!isOpen) continue;
      this.#options.log.info({ event: 'bus again' }, `The line to ${this.#options.broker.name} stands again.`);
      this.#options.reconnected();
      return;
    }
  }

  async #leave(): Promise<void> {
    const line = this.#line;
    this.#line = null;
    if (this.#pings) clearInterval(this.#pings);
    await line?.close();
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no reply within ${PATIENCE_MS / 1000} seconds`)), PATIENCE_MS).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Ends early when the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/** What a log may say of an error: errors of clients hold their settings, and so the password. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' && code !== '' ? code : String(message ?? 'no reason given');
}
