import type { OutboundProblem } from '../../../../platform/outbound/index.ts';

/** Why a source could not be read: a key of the catalogue under `rosterSources.trouble.`. */
export type SourceProblem =
  | OutboundProblem
  | `token${'Refused' | 'Forbidden' | 'Missing' | 'None'}`
  | ('refused' | 'forbidden' | 'missing' | 'quota' | 'failed' | 'status' | 'html' | 'half' | 'shape' | 'endless' | 'tooMany' | 'shifted')
  | ('noSchool' | 'manySchools' | 'secretLost' | 'notAllowed' | 'roster' | 'failedHere');

/** As it is kept: a word of the catalogue among its parameters is named by its key behind `@`. */
export interface KeptTrouble {
  problem: SourceProblem;
  params: Record<string, string | number>;
}

/** What may go well another time. */
const PASSING: readonly SourceProblem[] = ['connect', 'silence', 'broken', 'failed', 'half', 'shifted'];

export class SourceTrouble extends Error {
  readonly problem: SourceProblem;
  readonly params: KeptTrouble['params'];
  /** Of `quota`: so long the other side asks to wait. */
  readonly waitMs: number;

  constructor(problem: SourceProblem, params: KeptTrouble['params'] = {}, waitMs = 0) {
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
