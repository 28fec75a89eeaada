import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Order, Outcome } from './test-process.ts';

const ENDS_WITHIN_MS = 15_000;

/** Runs lists of test files in a process that is kept, since vitest and its database take longer to start than most tests. */
export class Tests {
  readonly #root: string;
  #process: ChildProcess | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  /** Runs the files and stops at the first failure. Returns 'late' when they took longer than `limitMs`; the process is then replaced. */
  async run(order: Order, limitMs: number): Promise<Outcome | 'late'> {
    this.#process ??= fork(fileURLToPath(new URL('./test-process.ts', import.meta.url)), [this.#root], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child = this.#process;
    const stop = new AbortController();
    const { signal } = stop;
    try {
      const answered = once(child, 'message', { signal }).then(([outcome]) => outcome as Outcome);
      const ended = once(child, 'exit', { signal }).then(() => 'ended' as const);
      const late = sleep(limitMs, 'late' as const, { signal });
      for (const waiting of [answered, ended, late]) waiting.catch(() => undefined);
      child.send(order);
      const first = await Promise.race([answered, ended, late]);
      if (first === 'late') await this.end();
      if (first !== 'ended') return first;
      this.#process = null;
      return { failed: { file: order.files[0] ?? '', test: 'the run', reason: 'the process of the tests ended' }, ran: 0 };
    } finally {
      stop.abort();
    }
  }

  /** Ends the process with all that it started. */
  async end(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing was left.
    }
  }
}
