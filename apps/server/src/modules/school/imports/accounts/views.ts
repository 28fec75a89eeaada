import type { ImportProblem, ImportProblemGroup, ImportRowView, MessageKey, Translate } from '@classwright/contract';
import type { ProblemGroup, StoredOutcome } from '../queries.ts';
import { suggestNames } from '../suggest-names.ts';
import { titleOf } from './columns.ts';
import { MAX_KEPT_CHARACTERS } from './judge-row.ts';
import type { Choices } from './lookups.ts';
import type { Problem } from './queries.ts';

export function problemInWords({ message, params }: Problem, t: Translate<MessageKey>): string {
  return t(`import.row.${message}` as MessageKey, params);
}

function toProblemView(problem: Problem, t: Translate<MessageKey>): ImportProblem {
  const { column, message: code, value } = problem;
  return { column, column_title: titleOf(column), code, value, message: problemInWords(problem, t) };
}

/** Builds the view of a row. `made`: the accounts created from rows, by id. */
export function toImportRowView(
  { row_number, outcome, account_id, cells, problems, notes, take_back }: StoredOutcome<Problem>,
  made: ReadonlyMap<number, Record<string, string>>,
  t: Translate<MessageKey>,
): ImportRowView {
  return {
    row: row_number,
    outcome,
    cells: (outcome === 'create' && account_id !== null ? made.get(account_id) : undefined) ?? cells,
    account_id,
    makes_admin: notes.some(({ message }) => message === 'makesAdmin'),
    problems: problems.map((problem) => toProblemView(problem, t)),
    notes: notes.map((problem) => toProblemView(problem, t)),
    stays: take_back === null ? null : t(`takeBack.account.${take_back}` as MessageKey),
  };
}

/** Messages that choosing a meaning for the cell's text resolves; their rows are grouped by cell value. */
export const BY_VALUE = ['school', 'schoolAmbiguous', 'schoolNeeded', 'accountType', 'role', 'roleNeeded'];

const isResolvable = ({ column, message }: Pick<Problem, 'column' | 'message'>): boolean =>
  BY_VALUE.includes(message) || (column === 'account_type' && message === 'required');

interface GroupMeans {
  choices: Choices;
  /** True when the importer may create schools. */
  mayCreate: boolean;
  /** True when names are suggested; comparing names is costly. */
  suggests: boolean;
  t: Translate<MessageKey>;
}

export function toProblemGroupView(
  { kind, problem, isSame, isSaidAlike, rowCount, firstRow, firstRows }: ProblemGroup<Problem>,
  { choices, mayCreate, suggests, t }: GroupMeans,
): ImportProblemGroup {
  const view = toProblemView(problem, t);
  const is_resolvable = kind === 'error' && isSame && isResolvable(problem) && problem.value.length < MAX_KEPT_CHARACTERS;
  return {
    kind,
    ...view,
    value: isSame ? view.value : null,
    is_same: isSaidAlike,
    row_count: rowCount,
    first_row: firstRow,
    first_rows: firstRows.map(({ row, cells }) => ({ row, name: `${cells['first_name'] ?? ''} ${cells['last_name'] ?? ''}`.trim() || (cells['email'] ?? '') })),
    is_resolvable,
    can_create: is_resolvable && mayCreate && problem.message === 'school',
    suggestions: is_resolvable && suggests ? suggestNames(view.value, choices[problem.column as keyof Choices]) : [],
  };
}
