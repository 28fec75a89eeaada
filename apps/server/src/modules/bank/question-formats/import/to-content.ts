import type { MessageKey, QuestionImportOptions, QuestionListField, StoredContent, Translate } from '@classwright/contract';
import { computeRubrics, findQuestionProblems, QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { isEmptyDocument } from '@classwright/rules/rich-text';
import { type Finding, finding, type ImportedQuestion, LIST_FIELDS, NAMED_FIELDS, type NamedField } from '../imported-question.ts';
import { toCellDocument } from '../sheet/read-sheet.ts';
import { type Lookups, toNameKey } from './lookups.ts';

export interface Surroundings {
  t: Translate<MessageKey>;
  lookups: Lookups;
  options: QuestionImportOptions;
}

/**
 * Converts a question to the bank's form. Names become rows of the lists; a question that cannot be published becomes a
 * draft. Anything that could not be kept is added to `notes`.
 */
export function toContent({ names, isWhole, ...said }: ImportedQuestion, notes: Finding[], { t, lookups, options }: Surroundings): StoredContent {
  const ids = Object.fromEntries(NAMED_FIELDS.map((field) => [LIST_FIELDS[field], findRow(field, names[field], notes, { t, lookups, options })])) as Record<
    QuestionListField,
    number | null
  >;
  // a published question of our own packages is complete, unless a list has lost a name since
  if (isWhole) return { ...said, ...ids, published_state: Object.values(ids).includes(null) ? 'DRAFT' : (said.published_state ?? 'DRAFT') };
  const responses = said.responses.map((response) => ({
    ...response,
    // a choice without an explanation uses its own text
    description: isEmptyDocument(response.description) ? toCellDocument({ notes: [] }, response.title, 'responses') : response.description,
  }));
  const hasChoices = responses.length > 0;
  const type_id = ids.type_id ?? (hasChoices ? QUESTION_LIMITS.lessonTypeId : null);
  const published_state = said.published_state ?? options.published_state;
  const content = { ...said, ...ids, type_id, published_state, responses, rubrics: computeRubrics(responses) };
  const missing = published_state === 'PUBLISHED' ? missingIn(content, t) : [];
  // the missing choices are reported already
  if (missing.length > 0 && hasChoices) notes.push(finding('state', 'draft', { fields: missing.join(', ') }));
  return missing.length > 0 ? { ...content, published_state: 'DRAFT' } : content;
}

function findRow(field: NamedField, name: string, notes: Finding[], { t, lookups, options }: Surroundings): number | null {
  const chosen = field === 'type' ? null : options[LIST_FIELDS[field]];
  const usual = chosen !== null && lookups[field].ids.has(chosen) ? chosen : null;
  if (name === '') return usual;
  const found = lookups[field].byKey.get(toNameKey(name));
  if (found !== undefined) return found;
  notes.push(finding(field, usual === null ? 'unknownName' : 'unknownNameDefault', { value: name, list: t(`questionImport.column.${field}`) }));
  return usual;
}

/** Lists the names of required fields that this question lacks for publication. */
function missingIn(content: StoredContent, t: Translate<MessageKey>): string[] {
  const problems = findQuestionProblems({
    ...content,
    hasStatus: true,
    overall_grade: content.responses.reduce((most, { sub_grade }) => Math.max(most, sub_grade ?? 0), 0),
    responses: content.responses.map((response) => ({ ...response, hasText: !isEmptyDocument(response.description) })),
    open_response: content.open_response.map((criterion) => ({ ...criterion, open_response_grade: 0 })),
  });
  return [...new Set(problems.map(({ label }) => (label === '' ? t('question.field.responses') : t(label as MessageKey))))];
}
