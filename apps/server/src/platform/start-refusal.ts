/**
 * A start that cannot go on for a reason a person can act on. The message is one plain sentence or two: what is in the
 * way and what to do. The process prints it without a stack and ends with a non-zero code; nothing has been changed.
 */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}

/** A start that has failed in another process, which has said why. */
export class RefusalTold extends StartRefusal {}
