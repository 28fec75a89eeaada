import { asMessage, packMessage, type WholeQuestion } from '@classwright/contract';
import { areResponsesChanged, type ComparedResponse } from '@classwright/rules/assessments/index';
import { readPoints } from '@classwright/rules/questions/index';
import { toPlainText } from '@classwright/rules/rich-text/index';
import type { Tx } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { createInBank, fileIdsOf, getWholeQuestion, readerOf, requireRichText } from '../../bank/questions/index.ts';
import { listAskableQuestions } from './queries.ts';

export interface QuestionCall {
  tx: Tx;
  actor: Actor;
  requestId: string;
}

/** A question of the bank, or a new one, which may keep the files of the question it was made from. */
export type SettledQuestion = number | { body: WholeQuestion; usableFileIds: readonly number[] };

/**
 * Finds the given questions that belong to the bank: ids, and whole ones whose responses are unchanged. Their other
 * fields are edited in the bank. All others become new questions. @throws QUESTION_NOT_FOUND for a whole question with
 * an unknown id
 */
export async function resolveQuestions({ tx, actor }: QuestionCall, given: readonly (number | WholeQuestion)[]): Promise<SettledQuestion[]> {
  const reader = readerOf(actor);
  const settled: SettledQuestion[] = [];
  for (const question of given) {
    if (typeof question === 'number') {
      settled.push(question);
      continue;
    }
    const id = question.question_id ?? question.id;
    if (id === undefined) {
      settled.push({ body: question, usableFileIds: [] });
      continue;
    }
    const known = await getWholeQuestion(tx, reader, id);
    const before = known.responses.map((response) => ({ ...response, description: toPlainText(response.description) }));
    settled.push(areResponsesChanged(before, comparedOf(question)) ? { body: question, usableFileIds: fileIdsOf(known) } : id);
  }
  return settled;
}

function comparedOf({ responses }: WholeQuestion): ComparedResponse[] {
  return responses.map((response, index) => {
    const points = readPoints(response.sub_grade);
    const document = requireRichText(response.description, {
      field: `questions.responses.${index}.description`,
      label: asMessage('question.field.responses.description'),
    });
    return { ...response, description: toPlainText(document), sub_grade: points === 'invalid' ? null : points };
  });
}

/** Returns the errors of the questions, as packed messages. Those in `kept` may be drafts or archived. */
export async function findQuestionFaults(tx: Tx, [first, second]: readonly SettledQuestion[], kept: readonly number[]): Promise<string[]> {
  const ids = [first, second].filter((question) => typeof question === 'number');
  if (first === second) return [packMessage('assessment.sameQuestion')];
  const fresh = ids.filter((id) => !kept.includes(id));
  const askable = new Map((await listAskableQuestions(tx, fresh)).map((question) => [question.id, question]));
  return fresh.flatMap((id) => {
    if (!askable.has(id)) return [packMessage('validation.id', { label: asMessage('assessment.field.question') })];
    return askable.get(id)?.is_published ? [] : [packMessage('assessment.draftQuestion')];
  });
}

/**
 * Creates the new questions as published ones. Returns the ids in order. @throws VALIDATION_FAILED at `questions.0.…`
 */
export async function makeQuestions(call: QuestionCall, settled: readonly SettledQuestion[]): Promise<number[]> {
  const reader = readerOf(call.actor);
  const ids: number[] = [];
  for (const [index, question] of settled.entries()) {
    if (typeof question === 'number') {
      ids.push(question);
      continue;
    }
    const body = { ...question.body, published_state: 'PUBLISHED' as const };
    ids.push(
      await createInBank({ ...call, action: 'question.create' }, reader, body, { usableFileIds: question.usableFileIds }).catch((error: unknown) =>
        Promise.reject(under(`questions.${index}`, error)),
      ),
    );
  }
  return ids;
}

/** Returns the refusal of one question with its fields named as those of the whole form. */
function under(path: string, error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  return new AppError(error.code, error.params, Object.fromEntries(Object.entries(error.fields).map(([field, messages]) => [`${path}.${field}`, messages])));
}
