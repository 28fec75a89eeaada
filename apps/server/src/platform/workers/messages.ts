/** A message to a thread. It does one piece of work at a time, and may get questions about it in the meantime. */
export type ToThread = { kind: 'start'; input: unknown } | { kind: 'next' } | { kind: 'ask'; id: number; question: unknown } | { kind: 'end' };

/** A message from a thread. `done`: there is no further batch. `ended`: it is free for other work. */
export type FromThread =
  | { kind: 'batch'; batch: unknown }
  | { kind: 'done' }
  | { kind: 'reply'; id: number; reply: unknown }
  | { kind: 'refusal'; id: number; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'ended' };

/** An error as it is sent between threads: its own fields, without its class. */
export interface Failure {
  name: string;
  message: string;
  stack: string;
  details: Record<string, unknown>;
}
