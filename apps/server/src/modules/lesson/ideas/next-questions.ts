import { MAX_NEXT_QUESTIONS, nextQuestions, type NextQuestionView, questionWorth } from '@classwright/contract';
import { computeClassLevel, computeExpectedShare, computeMean, computeUsualShare, rankNextQuestions } from '@classwright/rules/ideas/next-question';
import { judgeQuestion } from '@classwright/rules/ideas/question-worth';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getVisibleQuestion, readerOf } from '../../bank/questions/index.ts';
import { requireStaff } from '../../class/classes/index.ts';
import { listItemResults } from '../item-analysis/index.ts';
import { type BelievedRow, findClass, listBelieved, listCandidates, listClassHistory, sumBank } from './next-questions-queries.ts';
import { findIdea } from './queries.ts';

/** Implements the proposals for the next question, and the judgment of a question. */
export function implementNextQuestions(): Implementation[] {
  return [
    implement(nextQuestions, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.class_id);
      const course = await findClass(tx, input.class_id);
      if (!course) throw appError('NOT_FOUND');
      const idea = input.idea_id === undefined ? null : await findIdea(tx, actor.reach, input.idea_id);
      if (input.idea_id !== undefined && !idea) throw appError('IDEA_NOT_FOUND');
      const [believed, bank, history] = await Promise.all([listBelieved(tx, input.class_id), sumBank(tx), listClassHistory(tx, input.class_id)]);
      const { topic_id, standard_id } = input;
      const isOpen = topic_id === undefined && standard_id === undefined;
      const wanted = idea ? [idea] : isOpen ? believed : null;
      const about = wanted && { ideaIds: wanted.map(({ id }) => id), standardIds: wanted.flatMap(({ standard_id: own }) => own ?? []) };
      const candidates = await listCandidates(tx, { courseId: input.class_id, schoolId: course.school_id }, { about, topic_id, standard_id });
      const mean = computeMean(bank);
      const level = computeClassLevel(
        history.map(({ right, answered, others_right, others_answered }) => ({
          right,
          answered,
          expected: computeUsualShare({ right: others_right, answered: others_answered }, mean),
        })),
      );
      const ranked = rankNextQuestions(
        candidates.map((row) => {
          const ideas = believed.filter(({ id, count }) => count > 0 && row.idea_ids.includes(id));
          return { ...row, ideas, held: ideas[0]?.count ?? 0, expected: computeExpectedShare(computeUsualShare(row, mean), level) };
        }),
      );
      return { data: ranked.slice(0, MAX_NEXT_QUESTIONS).map(toView), class_name: course.name, level };
    }),
    implement(questionWorth, async ({ tx, actor, input }) => {
      await getVisibleQuestion(tx, readerOf(actor), input.id);
      const newest = (await listItemResults(tx, input.id)).find(({ position }) => position === 1);
      if (!newest) return { lessons: 0, judged: null };
      const wrong = newest.responses.filter(({ is_valid }) => !is_valid);
      return { lessons: newest.times_asked, judged: judgeQuestion(newest, newest.times_asked, wrong) };
    }),
  ];
}

function toView({
  question_id,
  title,
  subject_name,
  expected,
  answered,
  ideas,
  asked_on,
}: Omit<NextQuestionView, 'ideas'> & { ideas: readonly BelievedRow[] }): NextQuestionView {
  return {
    question_id,
    title,
    subject_name,
    expected,
    answered,
    ideas: ideas.map(({ id, name, sentence, count, of, held_on }) => ({ id, name, sentence, held: { count, of }, held_on })),
    asked_on,
  };
}
