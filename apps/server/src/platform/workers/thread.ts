import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';
import { toWorkError, WorkLimitError } from './work-errors.ts';

/** The limits of one piece of work. */
export interface WorkLimits {
  /**
   * The limit of processor time, not clock time: on a busy machine work may wait, and its results may wait to be read.
   */
  cpuMs: number;
  /** The limit of its heap. */
  memoryMb: number;
}

const LOOK_EVERY_MS = 100;
/** A busy thread handles the request to end only afterwards. After this time it is terminated. */
const END_WITHIN_MS = 1_000;
/** A thread that does not report its usage for this multiple of its limit, by the clock, is terminated. */
const MOST_SILENCE = 4;
/**
 * The engine's own limit is this much above ours: a thread that reaches it within one large allocation ends the whole
 * process, so threads are checked and ended long before.
 */
const SPARE_MB = 1024;

/** A thread that does one piece of work at a time, and is ended when that exceeds its limits. */
export class Thread {
  /** True when it was ended, or died. */
  isGone = false;
  readonly #worker: Worker;
  readonly #limits: WorkLimits;
  #waiting: { resolve: (message: FromThread) => void; reject: (error: Error) => void } | null = null;
  readonly #asked = new Map<number, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>();
  #failure: Error | null = null;
  #lastId = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(url: URL, limits: WorkLimits) {
    this.#limits = limits;
    this.#worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb + SPARE_MB } });
    // with `node --watch` (`npm run dev`) Node.js sends messages of its own, which name the thread's imports
    this.#worker.on('message', (message: FromThread | { kind?: undefined }) => {
      if (message.kind) this.#hear(message);
    });
    this.#worker.on('error', (error: Error & { code?: string }) => {
      this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkLimitError('memory') : error);
    });
    this.#worker.on('exit', () => this.#fail(new Error('the thread ended by itself')));
    this.#worker.unref();
  }

  async start(input: unknown, transfer: readonly ArrayBuffer[] = []): Promise<void> {
    this.#worker.ref(); // work that somebody waits for keeps the process
    await this.#watchOver();
    this.#tell({ kind: 'start', input }, transfer);
  }

  /** Returns the next batch, or null when there is none. @throws WorkLimitError, WorkFailedError */
  async next(): Promise<{ batch: unknown } | null> {
    const message = await this.#say({ kind: 'next' });
    return message.kind === 'batch' ? message : null;
  }

  ask(question: unknown, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#asked.set(id, { resolve, reject });
      this.#tell({ kind: 'ask', id, question }, transfer);
    });
  }

  /** Ends the piece of work. The thread is free for the next. */
  async end(): Promise<void> {
    const patience = setTimeout(() => this.stop(), END_WITHIN_MS);
    try {
      let message = await this.#say({ kind: 'end' });
      while (message.kind !== 'ended') message = await this.#hearNext();
    } catch {
      this.stop();
    }
    clearTimeout(patience);
    clearInterval(this.#watch);
    this.#worker.unref();
  }

  stop(): void {
    clearInterval(this.#watch);
    this.#fail(new Error('the thread was ended'));
    void this.#worker.terminate();
  }

  #tell(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer as ArrayBuffer[]);
  }

  #say(message: ToThread): Promise<FromThread> {
    if (this.#failure) return Promise.reject(this.#failure);
    const heard = this.#hearNext();
    this.#tell(message);
    return heard;
  }

  #hearNext(): Promise<FromThread> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else this.#waiting = { resolve, reject };
    });
  }

  #hear(message: FromThread): void {
    if (message.kind === 'reply' || message.kind === 'refusal') {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      if (message.kind === 'reply') asked?.resolve(message.reply);
      else asked?.reject(toWorkError(message.failure));
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = null;
    if (message.kind !== 'failed') waiting?.resolve(message);
    else if (waiting) waiting.reject(toWorkError(message.failure));
    else this.#failure = toWorkError(message.failure); // it could not even begin
  }

  #fail(error: Error): void {
    this.isGone = true;
    this.#failure ??= error;
    clearInterval(this.#watch);
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
    for (const { reject } of this.#asked.values()) reject(this.#failure);
    this.#asked.clear();
  }

  async #watchOver(): Promise<void> {
    const { cpuMs, memoryMb } = this.#limits;
    const look = async (): Promise<{ cpuMs: number; memoryMb: number }> => {
      const [{ user, system }, { total_heap_size: heap }] = await Promise.all([this.#worker.cpuUsage(), this.#worker.getHeapStatistics()]);
      return { cpuMs: (user + system) / 1000, memoryMb: heap / 1024 / 1024 };
    };
    const before = await look().catch(() => ({ cpuMs: 0, memoryMb: 0 }));
    let heardAt = performance.now();
    let isLooking = false;
    this.#watch = setInterval(() => {
      if (performance.now() - heardAt > cpuMs * MOST_SILENCE) return this.#stopFor('time');
      if (isLooking) return;
      isLooking = true;
      look()
        .then((taken) => {
          heardAt = performance.now();
          if (taken.cpuMs - before.cpuMs > cpuMs) this.#stopFor('time');
          else if (taken.memoryMb > memoryMb) this.#stopFor('memory');
        })
        .catch(() => undefined) // it is gone, and its end is heard elsewhere
        .finally(() => {
          isLooking = false;
        });
    }, LOOK_EVERY_MS);
    this.#watch.unref();
  }

  #stopFor(limit: WorkLimitError['limit']): void {
    this.#failure ??= new WorkLimitError(limit);
    this.stop();
  }
}
