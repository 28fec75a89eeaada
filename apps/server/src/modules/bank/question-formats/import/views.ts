import type { ImportProblemGroup, MessageKey, QuestionFinding, QuestionImportRow, QuestionImportView, Translate } from '@classwright/contract';
import { listed } from '@classwright/rules/text/bidi';
import { type ImportRow, type ProblemGroup, type StoredOutcome, suggestNames, toImportView } from '../../../school/imports/index.ts';
import type { NamedField } from '../imported-question.ts';
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
  { row_number, cells, outcome, question_id, problems, notes, take_back }: StoredOutcome<Finding>,
  t: Translate<MessageKey>,
): QuestionImportRow {
  const inWords = (findings: readonly Finding[]) => findings.map((one) => toFindingView(one, t));
  const taken_back =
    take_back === null
      ? null
      : take_back === 'gone'
        ? { gone: true, message: t('takeBack.isTaken') }
        : { gone: false, message: t('takeBack.stayed', { reason: t(`takeBack.question.${take_back}` as MessageKey) }) };
  return { row: row_number, name: cells['name'] ?? '', outcome, question_id, problems: inWords(problems), notes: inWords(notes), taken_back };
}

/** Findings about an unknown name of a list; the name decides the remedy. */
export const BY_VALUE = ['unknownName', 'unknownNameDefault'];

/** The maximum number of a list's names in a message about possible values. */
const NAMES_SAID = 12;

type Names = Readonly<Record<NamedField, readonly { id: number; name: string }[]>>;

export function toQuestionGroupView(
  { kind, problem: found, isSame, isSaidAlike, rowCount, firstRow, firstRows }: ProblemGroup<Finding>,
  names: Names,
  t: Translate<MessageKey>,
): ImportProblemGroup {
  const view = toFindingView(found, t);
  const choices = BY_VALUE.includes(found.message) ? names[found.column as NamedField] : [];
  const said = choices.slice(0, NAMES_SAID).map(({ name }) => name);
  const more = choices.length - said.length;
  const list = more > 0 ? t('questionImport.groupMore', { names: listed(said), count: more }) : listed(said);
  return {
    kind,
    ...view,
    code: found.message,
    value: isSame && view.value !== '' ? view.value : null,
    message: said.length > 0 ? t('questionImport.groupNames', { message: view.message, names: list }) : view.message,
    is_same: isSaidAlike,
    row_count: rowCount,
    first_row: firstRow,
    first_rows: firstRows.map(({ row, cells }) => ({ row, name: cells['name'] ?? '' })),
    is_resolvable: false,
    can_create: false,
    suggestions: suggestNames(view.value, choices),
  };
}
