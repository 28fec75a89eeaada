/**
 * A start that cannot continue for a reason that a person can resolve. The message has one or two plain sentences: the
 * obstacle and what to do. The process prints it without a stack and exits with a non-zero code; nothing has been
 * changed.
 */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}

/** A start that failed in another process, which has already reported the reason. */
export class RefusalReported extends StartRefusal {}
