/** What carries texts between processes: it may lose some and repeat some, and keeps the order of what it delivers. */
export interface Broker {
  /** As logs and sentences name it. */
  readonly name: string;
  /** What an operator can do when it cannot be reached: a whole sentence that names the setting. */
  readonly remedy: string;
  /** Never kept waiting: after a few seconds nobody wants the connection any more, and it is closed when it comes. */
  connect(line: LineEvents): Promise<Line>;
}

export interface LineEvents {
  /** A text of whoever can write to the broker, our own too. */
  heard(text: string): void;
  /** The line is of no use any more; may be told twice. */
  broken(error: unknown): void;
}

/** A connection that stands. */
export interface Line {
  /** Resolves when the broker has taken them, in this order; rejects when that is not known. */
  send(texts: readonly string[]): Promise<unknown>;
  /** Resolves when the broker replies. */
  ping(): Promise<unknown>;
  /** At once, without a goodbye where the broker says nothing. Never rejects. */
  close(): Promise<unknown>;
}
