/** The reason why files are not a readable roster: a catalog key under `rosters.file.` and its parameters. */
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
