import {
  type ImportProblem,
  type ImportProblemGroup,
  type ImportRowView,
  type ImportView,
  type MessageKey,
  type Translate,
  IMPORT_UNDO_DAYS,
  unpackMessage,
} from '@classwright/contract';
import { titleOf } from './columns.ts';
import { MAX_KEPT_CHARACTERS } from './judge-row.ts';
import type { Choices } from './lookups.ts';
import type { ImportRow, ProblemGroup, StoredOutcome, Problem } from './queries.ts';
import { suggestNames } from './suggest-names.ts';

/** Builds the view of an import for its importer. */
export function toImportView(row: ImportRow, t: Translate<MessageKey>): ImportView {
  const { id, file_name, status, total_rows, done_rows, created_count, existing_count, error_count } = row;
  return {
    id,
    kind: row.kind as ImportView['kind'],
    file_name,
    status: status as ImportView['status'],
    total_rows,
    done_rows,
    created_count,
    existing_count,
    error_count,
    note_count: row.note_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    message: messageOf(row, t),
    take_back: takeBackOf(row, t),
    can_take_back: status === 'finished' && created_count > 0 && !row.is_too_old && (row.take_back_status === null || row.take_back_status === 'failed'),
    take_back_until: new Date(row.created_at.getTime() + IMPORT_UNDO_DAYS * 86_400_000).toISOString(),
  };
}

function takeBackOf(
  { kind, take_back_status: status, take_back_total: total, take_back_done: done, take_back_gone: gone, take_back_failure }: ImportRow,
  t: Translate<MessageKey>,
): ImportView['take_back'] {
  if (status === null) return null;
  const state = { status: status as 'waiting', total, done, gone };
  if (status === 'finished') return { ...state, message: t(`takeBack.status.${kind as ImportView['kind']}.done`, { gone, stays: done - gone }) };
  if (status !== 'failed') return { ...state, message: t('takeBack.status.under') };
  return { ...state, message: take_back_failure ? t(take_back_failure as MessageKey) : t('takeBack.status.failed', { done, total }) };
}

function messageOf({ status, total_rows, created_count, existing_count, error_count, failure }: ImportRow, t: Translate<MessageKey>): string | null {
  if (status === 'finished') return t('import.completed', { errors: error_count });
  if (status === 'refused') return t('error.IMPORT_REFUSED', { errors: error_count, total: total_rows });
  if (status === 'preview') return t('import.preview', { create: created_count, existing: existing_count, errors: error_count });
  if (status !== 'failed') return null;
  const packed = unpackMessage(failure ?? '');
  return packed ? t(packed.key as MessageKey, packed.params) : t((failure ?? 'import.failed') as MessageKey);
}

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
