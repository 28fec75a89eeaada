/**
 * The reason why XML is not read. `malformed`: it breaks off or is not XML, at a line. `entities`: it declares
 * entities, which could expand or fetch anything. `too_deep`, `too_large`: it exceeds the reader's limits.
 */
export class XmlError extends Error {
  readonly problem: 'malformed' | 'entities' | 'too_deep' | 'too_large';
  /** The line number, from 1. */
  readonly line: number;

  constructor(problem: XmlError['problem'], line: number, message = problem as string) {
    super(message);
    this.name = 'XmlError';
    this.problem = problem;
    this.line = line;
  }
}
