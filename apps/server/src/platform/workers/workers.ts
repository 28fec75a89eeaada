import { Gate } from '../waiting/index.ts';
import { Thread, type WorkLimits } from './thread.ts';

/** A running piece of work in a thread. */
export interface Running<Batch, Question, Reply> {
  /** Returns its results. The next batch is made while one is used. */
  batches: () => AsyncGenerator<Batch>;
  ask: (question: Question, transfer?: readonly ArrayBuffer[]) => Promise<Reply>;
  /** Ends it at any point. Every caller must do so in the end. */
  end: () => Promise<void>;
}

export interface Workers<Input, Batch, Question = never, Reply = never> {
  /** Begins a piece of work. Waits while the maximum number is running. */
  begin(input: Input, transfer?: readonly ArrayBuffer[]): Promise<Running<Batch, Question, Reply>>;
}

/** The default limits of a piece of work. */
const LIMITS: WorkLimits = { cpuMs: 10_000, memoryMb: 512 };
const AT_ONCE = 3;
const IDLE_MS = 60_000;

/**
 * Creates threads for one kind of work, whose module calls `serveWork`. A thread is started when there is work, kept
 * for a minute, and ended when a piece of work exceeds its limits, so no file and no formula blocks the process. Work
 * throws the thread's error (WorkFailedError), or WorkLimitError.
 */
export function createWorkers<Input, Batch, Question = never, Reply = never>(
  url: URL,
  { limits = LIMITS, atOnce = AT_ONCE }: { limits?: WorkLimits; atOnce?: number } = {},
): Workers<Input, Batch, Question, Reply> {
  const idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];
  const gate = new Gate({ atOnce });

  async function take(): Promise<Thread> {
    await gate.enter();
    for (let found = idle.pop(); found; found = idle.pop()) {
      clearTimeout(found.timer);
      if (!found.thread.isGone) return found.thread;
    }
    return new Thread(url, limits);
  }

  function giveBack(thread: Thread): void {
    if (!thread.isGone) {
      const entry = { thread, timer: setTimeout(() => drop(entry), IDLE_MS) };
      entry.timer.unref();
      idle.push(entry);
    }
    gate.leave();
  }

  function drop(entry: (typeof idle)[number]): void {
    idle.splice(idle.indexOf(entry), 1);
    entry.thread.stop();
  }

  return {
    async begin(input, transfer) {
      const thread = await take();
      let ended: Promise<void> | null = null;
      const end = (): Promise<void> => {
        ended ??= thread.end().finally(() => giveBack(thread));
        return ended;
      };
      try {
        await thread.start(input, transfer);
      } catch (error) {
        await end();
        throw error;
      }
      return {
        async *batches() {
          let coming = thread.next();
          for (let step = await coming; step; step = await coming) {
            coming = thread.next();
            coming.catch(() => undefined); // heard when it is waited for, or no more wanted
            yield step.batch as Batch;
          }
        },
        ask: (question, more) => thread.ask(question, more) as Promise<Reply>,
        end,
      };
    },
  };
}
