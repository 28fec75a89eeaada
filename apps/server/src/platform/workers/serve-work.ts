import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Failure, FromThread, ToThread } from './messages.ts';

/** A piece of work in a thread: what it makes, a batch at a time as they are asked for, and what can be asked about it. */
export interface Work<Batch, Question = never, Reply = never> {
  batches: AsyncIterable<Batch> | Iterable<Batch>;
  reply?: (question: Question) => Reply | Promise<Reply>;
}

/** Niceness of a thread that does work: calls are answered, and the database works for them, before a file is read. */
const NICENESS = 10;

/**
 * Makes this thread do work: `begin` starts a piece of it. Called once, by the module that a thread is made of. The
 * nicest, 19, gets what nobody else wants.
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
      // nobody wants it any more
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

/** On Linux it is the thread's own; elsewhere it would be the whole process's. */
function standBack(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // where it is forbidden, work goes on as before
  }
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '', details: {} };
  const details = Object.fromEntries(Object.entries(error).filter(([, value]) => typeof value !== 'function' && !(value instanceof Error)));
  return { name: error.name, message: error.message, stack: error.stack ?? '', details };
}
