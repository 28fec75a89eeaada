import { type CommentLogView, liveCommentLogs } from '@classwright/contract';
import { LIVE_LIMITS } from '@classwright/rules';
import { cutForLog } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { fullName } from '../../accounts/index.ts';
import { getStaffLesson } from '../access.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { openCurrentReading } from './reading.ts';
import { findChosen } from './views.ts';

/** All comments of the run that counts, newest first, cut for the log (LIVE-51). */
export function implementLiveCommentLogs({ feeds }: PostsContext): Implementation {
  return implement(liveCommentLogs, async ({ tx, input, actor }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const opened = reading ? await feeds.all(tx, reading) : [];
    const logs = opened.flatMap(toLogs).toSorted((left, right) => right.id - left.id);
    const shown = logs.slice(0, LIVE_LIMITS.commentLogEntries);
    return { logs: shown, data: shown, total: logs.length };
  });
}

function toLogs({ form, question, posts, comments }: FormFeed): CommentLogView[] {
  const postOf = new Map(posts.map((post) => [post.id, post]));
  return comments.flatMap((row) => {
    const post = postOf.get(row.post_id);
    if (!post) return []; // written while the comments were being read; the next look has both
    return [
      {
        id: row.id,
        post_id: row.post_id,
        form,
        posted_by: fullName(post),
        commented_by: fullName(row),
        response: findChosen(question, post.response_id)?.title ?? null,
        title: question.version.title,
        comment: cutForLog(row.comment),
        last_update: row.created_at.toISOString(),
      },
    ];
  });
}
