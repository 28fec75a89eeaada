import type { Failure } from './messages.ts';

/** The work took more than it may: time of the processor, or memory. Nothing of it is left. */
export class WorkLimitError extends Error {
  readonly limit: 'time' | 'memory';
  constructor(limit: WorkLimitError['limit']) {
    super(`work took too much ${limit}`);
    this.name = 'WorkLimitError';
    this.limit = limit;
  }
}

/** What went wrong in a thread: `name` and `details` are those of the error there. */
export class WorkFailedError extends Error {
  readonly details: Readonly<Record<string, unknown>>;
  constructor({ name, message, stack, details }: Failure) {
    super(message);
    this.name = name;
    this.stack = stack;
    this.details = details;
  }
}

/** A stack or a text that outgrew what the engine holds is too much as well. */
export function toWorkError(failure: Failure): Error {
  const isTooMuch = failure.name === 'RangeError' && /call stack|string length|array length|Map maximum/i.test(failure.message);
  return isTooMuch ? new WorkLimitError('memory') : new WorkFailedError(failure);
}
