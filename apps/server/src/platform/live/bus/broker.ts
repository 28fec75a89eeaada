/** Carries texts between processes. It may lose or repeat some, and keeps the order of those it delivers. */
export interface Broker {
  /** The name in logs and messages. */
  readonly name: string;
  /** The advice for an operator when it cannot be reached: a whole sentence that names the setting. */
  readonly remedy: string;
  /**
   * Connects. It does not have to hurry: after a few seconds the connection is no longer needed, and is closed when it
   * opens.
   */
  connect(line: LineEvents): Promise<Line>;
}

export interface LineEvents {
  /** Called with a text from anyone who can write to the broker, including us. */
  heard(text: string): void;
  /** Called when the line no longer works. It may be called twice. */
  broken(error: unknown): void;
}

/** An open connection. */
export interface Line {
  /** Resolves when the broker has accepted the texts, in this order. Rejects when that is unknown. */
  send(texts: readonly string[]): Promise<unknown>;
  /** Resolves when the broker replies. */
  ping(): Promise<unknown>;
  /** Closes immediately, without a goodbye when the broker does not respond. Never rejects. */
  close(): Promise<unknown>;
}
