import { type ImportView, IMPORT_UNDO_DAYS, type MessageKey, type Translate, unpackMessage } from '@classwright/contract';
import type { ImportRow } from './queries.ts';

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
