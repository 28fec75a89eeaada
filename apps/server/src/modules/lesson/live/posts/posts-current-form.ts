import { postsCurrentForm } from '@classwright/contract';
import { canSeeDistribution, canSeePosts, computeWithheldAfter } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation, prepareAnswer, type PreparedAnswer } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { askStudentReading, scopeOfOthers } from './reading.ts';
import type { FeedScope } from './views.ts';

type Answer = PreparedAnswer<typeof postsCurrentForm>;
/** A form's feed as a class sees it. */
type ClassFeed = ReturnType<FormFeed['heldBack']>;
interface AnswerScope extends FeedScope {
  seesDistribution: boolean;
}

/**
 * Returns a student's feed of a form, by default the one opened last, during and after the lesson; nothing of it before
 * the student may see it (LIVE-32, LIVE-33). The response is serialized once for all students who may know the same,
 * since a whole class asks after one event.
 */
export function implementPostsCurrentForm({ feeds, readings }: PostsContext): Implementation {
  const prepared = new WeakMap<ClassFeed, Map<string, Answer>>();
  const answerFrom = (feed: ClassFeed, scope: AnswerScope): Answer => {
    const answers = prepared.get(feed) ?? new Map<string, Answer>();
    const key = JSON.stringify(scope);
    const answer = answers.get(key) ?? toAnswer(feed, scope);
    prepared.set(feed, answers.set(key, answer));
    return answer;
  };

  return implement(postsCurrentForm, async ({ tx, input, actor }) => {
    const reading = await askStudentReading(readings, actor, input.assessment_id);
    const last = reading?.loaded.phases.at(-1)?.form;
    if (!reading || !last) throw appError('SESSION_NOT_RUNNING');
    const form = input.form ?? last;
    const { state } = reading.loaded;
    const feed = canSeePosts(state, form, reading.viewer) ? await feeds.get(tx, reading, form) : null;
    if (!feed) return { visible: false, form, posts: [], data: [], distribution: null };
    const classFeed = feed.heldBack(computeWithheldAfter(state, form, reading.viewer));
    return answerFrom(classFeed, { ...scopeOfOthers(reading, form), seesDistribution: canSeeDistribution(state, form, reading.viewer) });
  });
}

function toAnswer(feed: ClassFeed, { seesDistribution, ...scope }: AnswerScope): Answer {
  const posts = feed.views(scope);
  return prepareAnswer(postsCurrentForm, { visible: true, form: feed.form, posts, data: posts, distribution: seesDistribution ? feed.distribution : null });
}
