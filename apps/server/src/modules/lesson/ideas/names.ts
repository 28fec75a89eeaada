import { asMessage, ideaName, type IdeaRef, type IdeaResponseView, lessonIdeas, type MessageKey, questionIdeas, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { getWholeQuestion, readerOf } from '../../bank/questions/index.ts';
import { getStaffLesson } from '../live/index.ts';
import {
  deleteNames,
  doesSchoolExist,
  holdUsableIdeas,
  listLessonIdeas,
  listProposals,
  listResponses,
  listResponsesOf,
  lockQuestionsOf,
  type ResponseRow,
  saveNames,
} from './queries.ts';

/** Implements the ideas of responses: reading them with proposals, and naming. */
export function implementNames({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [
    implement(questionIdeas, async ({ tx, actor, input }) => {
      const question = await getWholeQuestion(tx, readerOf(actor), input.id);
      const schoolId = actor.schoolId ?? question.school_id;
      if (schoolId === null) return { responses: [] };
      const rows = await listResponsesOf(tx, schoolId, question.version_id);
      const unnamed = rows.filter(({ is_valid, idea }) => !is_valid && idea === null).map(({ response_id }) => response_id);
      const proposals = Map.groupBy(await listProposals(tx, schoolId, unnamed), ({ response_id }) => response_id);
      return {
        responses: rows.map(
          ({ response_id, title, is_valid, idea, named_by }): IdeaResponseView => ({
            response_id,
            title,
            is_valid,
            idea,
            named_by,
            proposals: (proposals.get(response_id) ?? []).map(({ idea: proposed, why, words }) => ({ idea: proposed, why, words })),
          }),
        ),
      };
    }),
    implement(lessonIdeas, async ({ tx, actor, input }) => {
      await getStaffLesson(tx, actor, input.assessment_id);
      return { responses: await listLessonIdeas(tx, input.assessment_id) };
    }),
    implement(ideaName, async ({ tx, actor, input, requestId }) => {
      const wanted = new Map(input.responses.map((one) => [one.response_id, one]));
      const { schoolId, rows } = await holdResponses(tx, actor, [...wanted.keys()], input.school_id ?? null);
      const ideas = await holdUsableIdeas(
        tx,
        schoolId,
        [...wanted.values()].flatMap(({ idea_id }) => idea_id ?? []),
      );
      const changes: { row: ResponseRow; idea: IdeaRef | null }[] = [];
      for (const row of rows) {
        const { idea_id, seen_idea_id } = wanted.get(row.response_id)!;
        const idea = idea_id === null ? null : (ideas.get(idea_id) ?? null);
        if (idea_id !== null && !idea) throw appError('IDEA_NOT_FOUND');
        if (row.is_valid && idea) throw fieldError('responses', 'idea.rightResponse');
        if ((row.idea?.id ?? null) === idea_id) continue;
        if (seen_idea_id !== undefined && seen_idea_id !== (row.idea?.id ?? null)) throw namedBefore(row, t);
        changes.push({ row, idea });
      }
      await saveNames(
        tx,
        { schoolId, accountId: actor.accountId },
        changes.flatMap(({ row: { question_id, response_key, nth }, idea }) => (idea ? [{ question_id, response_key, nth, idea_id: idea.id }] : [])),
      );
      await deleteNames(
        tx,
        schoolId,
        changes.filter(({ idea }) => idea === null).map(({ row }) => row),
      );
      for (const { row, idea } of changes)
        await audit(tx, actor, {
          action: ideaName.name,
          subjectType: 'question',
          subjectId: row.question_id,
          before: { response: row.title, idea: row.idea?.name ?? null },
          after: { name: row.title, response: row.title, idea: idea?.name ?? null },
          requestId,
        });
      return {
        message: toMessage(
          changes.map(({ idea }) => idea),
          t,
        ),
        before: changes.map(({ row }) => ({ response_id: row.response_id, idea_id: row.idea?.id ?? null })),
      };
    }),
  ];
}

/**
 * Returns responses whose questions this person may know, and the school for which they are named. Nobody else names
 * them until the transaction ends. @throws QUESTION_NOT_FOUND, NOT_YOUR_QUESTION, VALIDATION_FAILED
 */
async function holdResponses(tx: Tx, actor: Actor, ids: readonly number[], chosen: number | null): Promise<{ schoolId: number; rows: ResponseRow[] }> {
  const questions = await lockQuestionsOf(tx, ids);
  for (const { id } of questions) await getWholeQuestion(tx, readerOf(actor), id);
  if (chosen !== null && (!isWithin(actor.reach, chosen) || !(await doesSchoolExist(tx, chosen))))
    throw fieldError('school_id', 'validation.id', { label: asMessage('list.field.school') });
  const schoolId = chosen ?? actor.schoolId ?? questions[0]?.school_id ?? null;
  if (questions.length === 0) throw appError('QUESTION_NOT_FOUND');
  if (schoolId === null) throw fieldError('school_id', 'idea.schoolRequired');
  const rows = await listResponses(tx, schoolId, ids);
  if (rows.length < ids.length) throw appError('QUESTION_NOT_FOUND');
  return { schoolId, rows };
}

/** Returns the refusal for a response that somebody else has named since the caller looked. */
function namedBefore({ title, idea, named_by }: ResponseRow, t: Translate<MessageKey>) {
  return appError('IDEA_NAMED', { who: named_by ?? t('idea.someone'), response: title, name: idea?.name ?? t('idea.noIdea') });
}

function toMessage(ideas: readonly (IdeaRef | null)[], t: Translate<MessageKey>): string {
  const names = new Set(ideas.map((idea) => idea?.name ?? null));
  const [only = null] = names;
  const count = ideas.length;
  if (names.size !== 1) return t('idea.changed', { count });
  return only === null ? t('idea.unnamed', { count }) : t('idea.named', { count, name: only });
}
