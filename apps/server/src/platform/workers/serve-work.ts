import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Failure, FromThread, ToThread } from './messages.ts';

/** A piece of work in a thread: its results, one batch per request, and the questions about it. */
export interface Work<Batch, Question = never, Reply = never> {
  batches: AsyncIterable<Batch> | Iterable<Batch>;
  reply?: (question: Question) => Reply | Promise<Reply>;
}

/** The niceness of a working thread: calls, and the database's work for them, go before reading a file. */
const NICENESS = 10;

/**
 * Makes this thread do work: `begin` starts a piece of it. Called once, by the thread's module. The highest niceness,
 * 19, only gets otherwise unused time.
 */
export function serveWork<Input, Batch, Question = never, Reply = never>(
  begin: (input: Input) => Work<Batch, Question, Reply>,
  { niceness = NICENESS }: { niceness?: number } = {},
): void {
  const port = parentPort;
  if (!port) throw new Error('work is served in a thread only');
  standBack(niceness);
  const say = (message: FromThread): void => port.postMessage(message);
  let work: Work<Batch, Question, Reply> | null = null;
  let iterator: AsyncIterator<Batch> | Iterator<Batch> | null = null;

  async function next(): Promise<void> {
    try {
      const step = await iterator?.next();
      if (!step || step.done) say({ kind: 'done' });
      else say({ kind: 'batch', batch: step.value });
    } catch (error) {
      say({ kind: 'failed', failure: toFailure(error) });
    }
  }

  async function answer(id: number, question: Question): Promise<void> {
    try {
      say({ kind: 'reply', id, reply: await work?.reply?.(question) });
    } catch (error) {
      say({ kind: 'refusal', id, failure: toFailure(error) });
    }
  }

  async function end(): Promise<void> {
    const ending = iterator;
    [work, iterator] = [null, null];
    try {
      await ending?.return?.();
    } catch {
      // It is no longer needed.
    }
    say({ kind: 'ended' });
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'start') {
      try {
        work = begin(message.input as Input);
        iterator = Symbol.asyncIterator in work.batches ? work.batches[Symbol.asyncIterator]() : work.batches[Symbol.iterator]();
      } catch (error) {
        say({ kind: 'failed', failure: toFailure(error) });
      }
    } else if (message.kind === 'next') void next();
    else if (message.kind === 'ask') void answer(message.id, message.question as Question);
    else void end();
  });
}

/** On Linux the niceness applies to the thread only; elsewhere it would apply to the whole process. */
function standBack(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // If it is not permitted, work continues as before.
  }
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '', details: {} };
  const details = Object.fromEntries(Object.entries(error).filter(([, value]) => typeof value !== 'function' && !(value instanceof Error)));
  return { name: error.name, message: error.message, stack: error.stack ?? '', details };
}
