import type { ImportRowView, ImportView, MessageKey, Translate } from '@classwright/contract';
import { titleOf } from './columns.ts';
import type { Problem } from './judge-row.ts';
import type { ImportRow, StoredOutcome } from './queries.ts';

/** An import for whoever does it. */
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
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    message: messageOf(row, t),
  };
}

function messageOf({ status, total_rows, created_count, existing_count, error_count, failure }: ImportRow, t: Translate<MessageKey>): string | null {
  if (status === 'finished') return t('import.completed', { errors: error_count });
  if (status === 'refused') return t('error.IMPORT_REFUSED', { errors: error_count, total: total_rows });
  if (status === 'preview') return t('import.preview', { create: created_count, existing: existing_count, errors: error_count });
  return status === 'failed' ? t((failure ?? 'import.failed') as MessageKey) : null;
}

export function problemInWords({ message, params }: Problem, t: Translate<MessageKey>): string {
  return t(`import.row.${message}` as MessageKey, params);
}

export function toImportRowView({ row_number, outcome, account_id, cells, problems }: StoredOutcome<Problem>, t: Translate<MessageKey>): ImportRowView {
  return {
    row: row_number,
    outcome,
    cells,
    account_id,
    problems: problems.map((problem) => ({
      column: problem.column,
      column_title: titleOf(problem.column),
      value: problem.value,
      message: problemInWords(problem, t),
    })),
  };
}
