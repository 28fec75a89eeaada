import { liveOwnAnswers, type OwnLessonView } from '@classwright/contract';
import { canSeeDistribution, computeWithheldAfter, countOthersOfWay } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { UrlOfFile } from '../../../school/files/index.ts';
import { toRevealedQuestionView, toStudentQuestionView } from '../../../bank/questions/index.ts';
import { type LateRow, listLate } from '../answers/queries.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { computeWays } from './own-way.ts';
import { askStudentReading, type Reading, scopeOf } from './reading.ts';
import { toLateAnswerView } from './views.ts';

/**
 * Returns a student's own answers in the run that counts, with late answers next to what was filed for the form. It
 * contains only what the student may know now: right and wrong (LIVE-34), comments (LIVE-35), the class's figures
 * (LIVE-33).
 */
export function implementLiveOwnAnswers({ feeds, fileLinks, readings }: PostsContext): Implementation {
  return implement(liveOwnAnswers, async ({ tx, input, actor }) => {
    const reading = await askStudentReading(readings, actor, input.assessment_id);
    if (!reading) return { questions: [], answers: [], same_way: null };
    const opened = await feeds.all(tx, reading);
    const late = await listLate(tx, reading.loaded.session.id, actor.accountId);
    const ways = reading.loaded.session.state === 'finished' ? computeWays(opened) : null;
    return {
      questions: toQuestionViews(opened, reading, fileLinks.at(reading.loaded.now)),
      answers: opened.map((feed) => toOwnAnswer(feed, reading, actor.accountId, late)),
      same_way: ways && countOthersOfWay(ways.get(actor.accountId) ?? null, [...ways.values()]),
    };
  });
}

function toQuestionViews(opened: readonly FormFeed[], reading: Reading, urlOf: UrlOfFile): OwnLessonView['questions'] {
  const feeds = new Map(opened.map((feed) => [feed.question.position, feed]));
  return [...feeds.values()].map(({ form, question }) =>
    (scopeOf(reading, form).knowsCorrectness ? toRevealedQuestionView : toStudentQuestionView)(question.version, urlOf),
  );
}

function toOwnAnswer(feed: FormFeed, reading: Reading, accountId: number, late: readonly LateRow[]): OwnLessonView['answers'][number] {
  const { form, question } = feed;
  const { state } = reading.loaded;
  const heldBackAfter = computeWithheldAfter(state, form, reading.viewer);
  const own = feed.posts.find(({ account_id }) => account_id === accountId);
  return {
    form,
    question_id: question.version.question_id,
    post: own ? feed.view(own.id, scopeOf(reading, form)) : null,
    late: late.filter((row) => row.form === form).map((row) => toLateAnswerView(row, question)),
    distribution: canSeeDistribution(state, form, reading.viewer) ? feed.heldBack(heldBackAfter).distribution : null,
  };
}
