/**
 * Posts of a lesson and the reactions to them: feeds, reactions, comments, figures.
 *
 * Invariants: every response applies the rules on who may see what, and a view for somebody who may not know holds
 * nothing of it; a canceled run, and a post that was filed empty, do not exist for anybody; nobody reads anything older
 * than what was acknowledged to them; a feed costs the same few queries for any number of posts and readers.
 */
import { type Implementation, implement } from '../../../../platform/http/index.ts';
import { implementCommentGet, implementCommentsEarlier, implementCommentAdd, implementReplyGet, implementReplyAdd } from './remarks.ts';
import type { LivePostsDependencies, PostsContext } from './dependencies.ts';
import { createFeeds } from './feeds.ts';
import { createPace } from './pace.ts';
import { implementLiveAssessment } from './live-assessment.ts';
import { type CommentLogView, liveCommentLogs, postGet } from '@classwright/contract';
import { LIVE_LIMITS } from '@classwright/rules';
import { cutForLog } from '@classwright/rules/live';
import { fullName } from '../../../people/accounts/index.ts';
import { getStaffLesson } from '../access.ts';
import type { FormFeed } from './feed.ts';
import { type CommentRow, type FeedPostRow, listNewestOfAll } from './queries.ts';
import { findChosen } from './views.ts';
import { implementLiveHide, implementLiveRewrite, implementLiveUnhide } from './hiding.ts';
import { implementLiveAsk, implementLiveNotes, implementLiveQuestions, implementLiveQuestionSettle } from './staff-questions.ts';
import { implementLiveFeed } from './live-feed.ts';
import { implementLiveLessons } from './live-lessons.ts';
import { implementLiveOwnAnswers } from './live-own-answers.ts';
import { implementLiveStudentSnapshot } from './live-student-snapshot.ts';
import { implementLiveSnapshotExport } from './live-snapshot-export.ts';
import { implementLiveTeacherSnapshot } from './live-teacher-snapshot.ts';
import { implementLiveResponded } from './live-responded.ts';
import { implementLiveStudentRespond } from './live-student-respond.ts';
import { implementLiveSummary } from './live-summary.ts';
import { appError } from '../../../../platform/errors.ts';
import { implementPostReactions, implementPostReact, implementFormReactions } from './reactions.ts';
import { implementPostsCurrentForm } from './posts-current-form.ts';
import { gatherReadings, openCurrentReading, findVisiblePost } from './reading.ts';

export type { LivePostsDependencies } from './dependencies.ts';

export function implementLivePosts(dependencies: LivePostsDependencies): Implementation[] {
  const { db, makeLimiter } = dependencies;
  const context: PostsContext = { ...dependencies, feeds: createFeeds(dependencies), readings: gatherReadings(db), pace: createPace(makeLimiter) };
  return [
    implementLiveLessons(),
    implementLiveAssessment(context),
    implementLiveResponded(context),
    implementLiveStudentRespond(context),
    implementLiveFeed(context),
    implementLiveCommentLogs(context),
    implementLiveSummary(context),
    implementPostsCurrentForm(context),
    implementFormReactions(context),
    implementLiveOwnAnswers(context),
    implementLiveStudentSnapshot(context),
    implementLiveTeacherSnapshot(context),
    implementLiveSnapshotExport(context),
    implementPostGet(context),
    implementPostReactions(context),
    implementPostReact(context),
    implementCommentAdd(context),
    implementCommentGet(context),
    implementCommentsEarlier(context),
    implementReplyAdd(context),
    implementReplyGet(context),
    implementLiveHide(context),
    implementLiveUnhide(context),
    implementLiveRewrite(context),
    implementLiveAsk(context),
    implementLiveQuestions(),
    implementLiveQuestionSettle(context),
    implementLiveNotes(),
  ];
}

/** Lists all comments of the run that counts, newest first, shortened for the log (LIVE-51). */
function implementLiveCommentLogs({ feeds }: PostsContext): Implementation {
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

/** Returns one post, as far as its reader may know it. */
function implementPostGet({ feeds }: PostsContext): Implementation {
  return implement(postGet, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    return { post: found.post };
  });
}
