import { type CommentLogView, liveCommentLogs } from '@classwright/contract';
import { LIVE_LIMITS } from '@classwright/rules';
import { cutForLog } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStaffLesson } from '../access.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { type CommentRow, type FeedPostRow, listNewestOfAll } from './queries.ts';
import { openCurrentReading } from './reading.ts';
import { findChosen } from './views.ts';

/** Lists all comments of the run that counts, newest first, shortened for the log (LIVE-51). */
export function implementLiveCommentLogs({ feeds }: PostsContext): Implementation {
  return implement(liveCommentLogs, async ({ tx, input, actor }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const opened = reading ? await feeds.all(tx, reading) : [];
    const postOf = new Map(opened.flatMap(({ form, question, posts }) => posts.map((post) => [post.id, { form, question, post }])));
    const newest = await listNewestOfAll(tx, [...postOf.keys()], LIVE_LIMITS.commentLogEntries);
    const logs = newest.map((row) => toLog(row, postOf.get(row.post_id) as LoggedPost));
    return { logs, data: logs, total: opened.reduce((sum, { commentCount }) => sum + commentCount, 0) };
  });
}

type LoggedPost = Pick<FormFeed, 'form' | 'question'> & { post: FeedPostRow };

function toLog(row: CommentRow, { form, question, post }: LoggedPost): CommentLogView {
  return {
    id: row.id,
    post_id: row.post_id,
    form,
    posted_by: fullName(post),
    commented_by: fullName(row),
    response: findChosen(question, post.response_id)?.title ?? null,
    title: question.version.title,
    comment: cutForLog(row.comment),
    last_update: row.created_at.toISOString(),
  };
}
