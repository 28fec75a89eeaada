/**
 * Why XML is not read. `malformed`: it breaks off or is none, at a line. `entities`: it declares entities, which could
 * expand or fetch anything, so none is. `too_deep`, `too_large`: more than its reader takes.
 */
export class XmlError extends Error {
  readonly problem: 'malformed' | 'entities' | 'too_deep' | 'too_large';
  /** From 1. */
  readonly line: number;

  constructor(problem: XmlError['problem'], line: number, message = problem as string) {
    super(message);
    this.name = 'XmlError';
    this.problem = problem;
    this.line = line;
  }
}
