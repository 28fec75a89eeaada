/**
 * Why a file cannot be read as a spreadsheet.
 * - `empty`: no bytes. `not_xlsx`: something else. `old_excel`: .xls, or protected by a password. `other_office`: .ods, .xlsb.
 * - `macros`: .xlsm and templates of it.
 * - `too_costly`: it takes longer to read, or more memory, than anybody's roster.
 * - `broken`: damaged. `too_large`: inflates to more than anybody's roster. `no_rows`: a sheet without content.
 */
export type SpreadsheetProblem = 'empty' | 'not_xlsx' | 'old_excel' | 'other_office' | 'macros' | 'broken' | 'too_large' | 'too_costly' | 'no_rows';

export class SpreadsheetError extends Error {
  readonly problem: SpreadsheetProblem;

  constructor(problem: SpreadsheetProblem, cause?: unknown) {
    super(`spreadsheet: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'SpreadsheetError';
    this.problem = problem;
  }
}
