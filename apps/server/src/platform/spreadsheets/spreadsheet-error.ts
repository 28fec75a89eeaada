/**
 * The reason why a file cannot be read as a spreadsheet.
 * - `empty`: no bytes. `not_xlsx`: another type. `old_excel`: .xls, or protected by a password. `other_office`: .ods,
 *   .xlsb.
 * - `macros`: .xlsm and its templates.
 * - `too_costly`: it takes more time or memory to read than any roster.
 * - `broken`: damaged. `too_large`: inflates to more than any roster. `no_rows`: a sheet without content.
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
