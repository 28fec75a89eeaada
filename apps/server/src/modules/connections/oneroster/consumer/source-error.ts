import type { OutboundProblem } from '../../../../platform/outbound/index.ts';

/** The reason why a source could not be read: a catalog key under `rosterSources.trouble.`. */
export type SourceProblem =
  | OutboundProblem
  | `token${'Refused' | 'Forbidden' | 'Missing' | 'None'}`
  | ('refused' | 'forbidden' | 'missing' | 'quota' | 'failed' | 'status' | 'html' | 'half' | 'shape' | 'endless' | 'tooMany' | 'shifted')
  | ('noSchool' | 'manySchools' | 'secretLost' | 'notAllowed' | 'roster' | 'failedHere');

/** The stored form: a parameter that is itself a message is stored as `@` and its catalog key. */
export interface StoredSourceError {
  problem: SourceProblem;
  params: Record<string, string | number>;
}

/** Problems that may pass with another try. */
const PASSING: readonly SourceProblem[] = ['connect', 'silence', 'broken', 'failed', 'half', 'shifted'];

export class SourceError extends Error {
  readonly problem: SourceProblem;
  readonly params: StoredSourceError['params'];
  /** For `quota`, the wait that the other system requests. */
  readonly waitMs: number;

  constructor(problem: SourceProblem, params: StoredSourceError['params'] = {}, waitMs = 0) {
    super(`source: ${problem}`);
    this.name = 'SourceTrouble';
    this.problem = problem;
    this.params = params;
    this.waitMs = waitMs;
  }

  get isPassing(): boolean {
    return PASSING.includes(this.problem);
  }
}
