import type { Failure } from './messages.ts';

/** The error for work that exceeded its limit of processor time or memory. Nothing of it is kept. */
export class WorkLimitError extends Error {
  readonly limit: 'time' | 'memory';
  constructor(limit: WorkLimitError['limit']) {
    super(`work took too much ${limit}`);
    this.name = 'WorkLimitError';
    this.limit = limit;
  }
}

/** The error of a thread: `name` and `details` are those of the error there. */
export class WorkFailedError extends Error {
  readonly details: Readonly<Record<string, unknown>>;
  constructor({ name, message, stack, details }: Failure) {
    super(message);
    this.name = name;
    this.stack = stack;
    this.details = details;
  }
}

/** Converts an error. A stack or a text that outgrew the engine also counts as exceeding the limit. */
export function toWorkError(failure: Failure): Error {
  const isTooMuch = failure.name === 'RangeError' && /call stack|string length|array length|Map maximum/i.test(failure.message);
  return isTooMuch ? new WorkLimitError('memory') : new WorkFailedError(failure);
}
