import type { MessageKey, QuestionImportOptions, RichTextDocument, Translate } from '@classwright/contract';
import { findQuestionProblems, QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { isEmptyDocument } from '@classwright/rules/rich-text';
import type { QuestionContent } from '../../questions/index.ts';
import { type Finding, finding, type ImportedQuestion, NAMED_FIELDS, type NamedField } from '../imported-question.ts';
import { toCellDocument } from '../sheet/read-sheet.ts';
import { type Lookups, toNameKey } from './lookups.ts';

export interface Surroundings {
  t: Translate<MessageKey>;
  lookups: Lookups;
  options: QuestionImportOptions;
}

const CHOSEN = { cluster: 'topic_id', standard: 'standard_id', subject: 'question_subject_id', grade: 'question_grade_id' } as const satisfies Partial<
  Record<NamedField, keyof QuestionImportOptions>
>;

/**
 * A question as the bank stores it. Names become rows of the lists; what would keep it from being published makes it a
 * draft. What could not be kept is added to `notes`.
 */
export function toContent(question: ImportedQuestion, notes: Finding[], { t, lookups, options }: Surroundings): QuestionContent {
  const ids = Object.fromEntries(NAMED_FIELDS.map((field) => [field, findRow(field, question.names[field], notes, { t, lookups, options })])) as Record<
    NamedField,
    number | null
  >;
  if (question.whole) return toWhole(question, question.whole, ids);
  const responses = question.responses.map(({ title, matchLabel, description, isValid, points }) => ({
    title,
    matchLabel,
    // a choice that nobody explains stands for what it says
    description: isEmptyDocument(description) ? toCellDocument({ notes: [] }, title, 'responses') : description,
    isValid,
    subGrade: points,
  }));
  const hasChoices = responses.length > 0;
  const content: QuestionContent = {
    title: question.title,
    description: question.description,
    typeId: ids.type ?? (hasChoices ? QUESTION_LIMITS.lessonTypeId : null),
    topicId: ids.cluster,
    standardId: ids.standard,
    questionSubjectId: ids.subject,
    questionGradeId: ids.grade,
    tag: question.tags,
    rubrics: rubricsOf(question),
    responses,
    openResponse: question.criteria.map(({ name, description, rubrics }) => ({ criterion_name: name, open_response_grade: null, description, rubrics })),
  };
  const wanted = question.state ?? options.published_state;
  const missing = wanted === 'PUBLISHED' ? missingIn(content, t) : [];
  // that it has no choices is said already
  if (missing.length > 0 && hasChoices) notes.push(finding('state', 'draft', { fields: missing.join(', ') }));
  return { ...content, publishedState: missing.length > 0 ? 'DRAFT' : wanted };
}

/** A question of our own as it was; one that was published lacks nothing, unless a list has lost a name since. */
function toWhole(
  { description, responses, state }: ImportedQuestion,
  whole: NonNullable<ImportedQuestion['whole']>,
  ids: Record<NamedField, number | null>,
): QuestionContent {
  const isComplete = state !== 'PUBLISHED' || NAMED_FIELDS.every((field) => ids[field] !== null);
  return {
    ...whole,
    description,
    responses: whole.responses.map((response, index) => ({ ...response, description: responses[index]?.description ?? response.description ?? '' })),
    typeId: ids.type,
    topicId: ids.cluster,
    standardId: ids.standard,
    questionSubjectId: ids.subject,
    questionGradeId: ids.grade,
    publishedState: isComplete ? (state ?? 'DRAFT') : 'DRAFT',
  };
}

function findRow(field: NamedField, name: string, notes: Finding[], { t, lookups, options }: Surroundings): number | null {
  const chosen = field === 'type' ? null : options[CHOSEN[field]];
  const usual = chosen !== null && lookups[field].ids.has(chosen) ? chosen : null;
  if (name === '') return usual;
  const found = lookups[field].byKey.get(toNameKey(name));
  if (found !== undefined) return found;
  notes.push(finding(field, usual === null ? 'unknownName' : 'unknownNameDefault', { value: name, list: t(`questionImport.column.${field}`) }));
  return usual;
}

/** A row a level, as the responses have them. */
function rubricsOf({ responses }: ImportedQuestion): NonNullable<QuestionContent['rubrics']> {
  const byLevel = new Map(responses.map(({ matchLabel, points }) => [matchLabel, points]));
  return [...byLevel].map(([level, point]) => ({ point, level, description: '' })).sort((a, b) => b.point - a.point);
}

/** The names of what a published question must have and this one has not. */
function missingIn(content: QuestionContent, t: Translate<MessageKey>): string[] {
  const problems = findQuestionProblems({
    title: content.title,
    type_id: content.typeId ?? null,
    topic_id: content.topicId ?? null,
    standard_id: content.standardId ?? null,
    question_subject_id: content.questionSubjectId ?? null,
    question_grade_id: content.questionGradeId ?? null,
    published_state: 'PUBLISHED',
    hasStatus: true,
    overall_grade: content.responses.reduce((most, { subGrade }) => Math.max(most, subGrade ?? 0), 0),
    responses: content.responses.map(({ title, matchLabel = '', description, isValid = false, subGrade }) => ({
      title,
      match_label: matchLabel,
      hasText: !isEmptyDocument(description as RichTextDocument),
      is_valid: isValid,
      sub_grade: subGrade,
    })),
    rubrics: content.rubrics ?? [],
    open_response: (content.openResponse ?? []).map((criterion) => ({ ...criterion, open_response_grade: 0 })),
  });
  return [...new Set(problems.map(({ label }) => (label === '' ? t('question.field.responses') : t(label as MessageKey))))];
}
