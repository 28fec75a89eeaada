import { type ErrorCode, errorRegistry, packMessage } from '@classwright/contract';

/** A failure that is reported to the caller. Only `appError` creates it; anything else thrown becomes INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The values for the message, and data for the screen, such as the newer row of an EDIT_CONFLICT. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Packed messages per field, for VALIDATION_FAILED. */
  readonly fields: Readonly<Record<string, string[]>> | undefined;

  constructor(code: ErrorCode, params: Record<string, unknown> = {}, fields?: Record<string, string[]>) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.fields = fields;
  }

  get status(): number {
    return errorRegistry[this.code].status;
  }
}

/** Creates the error for a deliberate failure. It is the only way to fail on purpose. */
export function appError(code: ErrorCode, params: Record<string, unknown> = {}): AppError {
  return new AppError(code, params);
}

/** Creates the refusal of a caller who may try again in some seconds, which the reply also says as Retry-After. */
export function tooManyRequests(seconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', { seconds });
}

/** Creates a 422 error at one field, with a catalogue message. */
export function fieldError(field: string, messageKey: string, params: Record<string, string | number> = {}): AppError {
  return new AppError('VALIDATION_FAILED', {}, { [field]: [packMessage(messageKey, params)] });
}
