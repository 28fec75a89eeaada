import type { Log } from '../../log.ts';
import type { Broker, Line } from './broker.ts';

/** The maximum time for a broker to connect and to reply, and the interval of its checks. */
const PATIENCE_MS = 5_000;
const PING_EVERY_MS = 5_000;
/**
 * The waits between tries double from the first to the last, each shortened randomly so that processes do not retry at
 * the same time.
 */
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
 * A line to a broker that is reopened whenever it breaks. A broker that does not respond counts as broken: a firewall
 * that dropped the connection, a machine that is gone. Texts that cannot be sent are dropped.
 */
export class KeptLine {
  readonly #options: KeptLineOptions;
  #line: Line | null = null;
  #pings: NodeJS.Timeout | null = null;
  readonly #ending = new AbortController();
  #reopening: Promise<void> = Promise.resolve();
  #starting: Promise<void> | null = null;
  /** The newest text of each room, waiting until the broker has accepted the previous ones. */
  readonly #waiting = new Map<string, string>();
  #isSending = false;

  constructor(options: KeptLineOptions) {
    this.#options = options;
  }

  /**
   * Opens the line, once. An unreachable broker is retried again and again, and nobody waits for it: processes find
   * each other's news in the database a second later.
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

  /** Queues a text for the broker. Returns false while the line is broken. */
  send(room: string, text: string): boolean {
    if (this.#line === null) return false;
    this.#waiting.set(room, text);
    void this.#flush();
    return true;
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    await Promise.resolve(); // lines of the same turn are sent in one piece
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

/** Waits. Ends early at the signal. */
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

/** Returns the text of an error for the log: errors of clients contain their settings, including the password. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' && code !== '' ? code : String(message ?? 'no reason given');
}
