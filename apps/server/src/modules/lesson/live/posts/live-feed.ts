import { liveFeed, type PostView } from '@classwright/contract';
import { countConfidence } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStaffLesson } from '../access.ts';
import type { PostsContext } from './dependencies.ts';
import { listLateOfForm } from '../figures/queries.ts';
import { openCurrentReading, scopeOf } from './reading.ts';
import { toLateAnswerView, toPersonView } from './views.ts';

/**
 * Returns all posts of a form to people who run the lesson, unpaged, with its late answers. Empty while the form has
 * not opened.
 */
export function implementLiveFeed({ feeds, fileLinks }: PostsContext): Implementation {
  return implement(liveFeed, async ({ tx, input, actor }) => {
    const { form } = input;
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const feed = reading && (await feeds.get(tx, reading, form));
    if (!reading || !feed) return { posts: [], data: [], responses: [], distribution: { form, answered: 0, of: 0, counts: [] }, late: [] };
    const posts = feed.views(scopeOf(reading, form));
    const urlOf = fileLinks.at(reading.loaded.now);
    const late = (await listLateOfForm(tx, reading.loaded.session.id, form)).map((row) => ({
      ...toLateAnswerView(row, feed.question),
      account: toPersonView(row, urlOf),
    }));
    const asksSure = reading.loaded.phases.some((phase) => phase.form === form && phase.asks_sure);
    const confidence = asksSure && { confidence: countConfidence(feed.posts, feed.question.version.responses) };
    return {
      posts,
      data: posts,
      responses: posts.map((post) => toResponseRow(post, feed.question.version.title)),
      distribution: feed.distribution,
      ...confidence,
      late,
    };
  });
}

/** Builds a row of the RESPONSES panel; `id` is the post's. */
function toResponseRow({ id, account, body, form, last_update }: PostView, title: string) {
  return { id, name: fullName(account), response: body[0]?.response ?? null, title, form, last_update };
}
