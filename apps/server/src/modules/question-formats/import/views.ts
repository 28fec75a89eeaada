import type { MessageKey, QuestionFinding, QuestionImportRow, QuestionImportView, Translate } from '@classwright/contract';
import { type ImportRow, type StoredOutcome, toImportView } from '../../imports/index.ts';
import type { Finding } from '../imported-question.ts';

export function toQuestionImportView(row: ImportRow, corrections: number, t: Translate<MessageKey>): QuestionImportView {
  const { error_count: errors, total_rows: total, created_count: create, existing_count: existing, note_count: notes } = row;
  const format = row.format as QuestionImportView['format'];
  const view = { ...toImportView(row, t), format, correction_count: corrections };
  if (row.status === 'preview')
    return { ...view, message: t('questionImport.preview', { format: t(`questionImport.format.${format}`), create, existing, errors, notes }) };
  return row.status === 'refused' ? { ...view, message: t('questionImport.refused', { errors, total }) } : view;
}

export function toFindingView({ column, value, message, params }: Finding, t: Translate<MessageKey>): QuestionFinding {
  return { column, column_title: t(`questionImport.column.${column}`), value, message: t(`questionImport.finding.${message}` as MessageKey, params) };
}

export function toQuestionRow(
  { row_number, cells, outcome, question_id, problems, notes }: StoredOutcome<Finding>,
  t: Translate<MessageKey>,
): QuestionImportRow {
  const inWords = (findings: readonly Finding[]) => findings.map((one) => toFindingView(one, t));
  return { row: row_number, name: cells['name'] ?? '', outcome, question_id, problems: inWords(problems), notes: inWords(notes) };
}
