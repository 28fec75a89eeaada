/**
 * Posts of a lesson and the reactions to them: feeds, reactions, comments, figures.
 *
 * Invariants: every response applies the rules on who may see what, and a view for somebody who may not know holds
 * nothing of it; a canceled run, and a post that was filed empty, do not exist for anybody; nobody reads anything older
 * than what was acknowledged to them; a feed costs the same few queries for any number of posts and readers.
 */
import type { Implementation } from '../../../../platform/http/index.ts';
import { implementCommentAdd } from './comment-add.ts';
import { implementCommentsEarlier } from './comments-earlier.ts';
import { implementCommentGet } from './comment-get.ts';
import type { LivePostsDependencies, PostsContext } from './dependencies.ts';
import { createFeeds } from './feeds.ts';
import { createPace } from './pace.ts';
import { implementFormReactions } from './form-reactions.ts';
import { implementLiveAssessment } from './live-assessment.ts';
import { implementLiveCommentLogs } from './live-comment-logs.ts';
import { implementLiveFeed } from './live-feed.ts';
import { implementLiveLessons } from './live-lessons.ts';
import { implementLiveOwnAnswers } from './live-own-answers.ts';
import { implementLiveStudentSnapshot } from './live-student-snapshot.ts';
import { implementLiveSnapshotExport } from './live-snapshot-export.ts';
import { implementLiveTeacherSnapshot } from './live-teacher-snapshot.ts';
import { implementLiveResponded } from './live-responded.ts';
import { implementLiveStudentRespond } from './live-student-respond.ts';
import { implementLiveSummary } from './live-summary.ts';
import { implementPostGet } from './post-get.ts';
import { implementPostReact } from './post-react.ts';
import { implementPostReactions } from './post-reactions.ts';
import { implementPostsCurrentForm } from './posts-current-form.ts';
import { gatherReadings } from './reading.ts';
import { implementReplyAdd } from './reply-add.ts';
import { implementReplyGet } from './reply-get.ts';

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
  ];
}
