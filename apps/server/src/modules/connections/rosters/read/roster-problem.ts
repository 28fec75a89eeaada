/** Why files are no roster that can be read: a key of the catalogue under `rosters.file.` and its parameters. */
export class RosterProblem extends Error {
  readonly problem: string;
  readonly params: Record<string, string | number>;

  constructor(problem: string, params: Record<string, string | number> = {}) {
    super(`roster: ${problem}`);
    this.name = 'RosterProblem';
    this.problem = problem;
    this.params = params;
  }
}
