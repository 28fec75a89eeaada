import { FORM_KEYS, FORMS, type Form, type FormReactionsView, formWiseReactions } from '@classwright/contract';
import { canReadComments, computeEngagement } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStudentLesson } from '../access.ts';
import type { PostsContext } from './dependencies.ts';
import { openCurrentReading } from './reading.ts';
import { type CommentRow, listCommentsAround, type ReactionRow } from './queries.ts';

type Engagement = ReturnType<typeof computeEngagement<ReactionRow, CommentRow>>[keyof ReturnType<typeof computeEngagement>];

/**
 * Returns the student's own reactions in each form, and the staff's reactions to the student's posts (LIVE-49); each
 * entry names its giver. While the student has a form to answer, other people's comments are left out (LIVE-35).
 */
export function implementFormReactions({ feeds }: PostsContext): Implementation {
  return implement(formWiseReactions, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const opened = reading ? await feeds.all(tx, reading) : [];
    const posts = opened.flatMap((feed) => feed.posts.map(({ id, account_id }) => ({ id, account_id, form: feed.form })));
    const byForm = computeEngagement(
      actor.accountId,
      posts,
      opened.flatMap(({ reactions }) => reactions),
      reading ? await listCommentsAround(tx, reading.loaded.session.id, actor.accountId) : [],
    );
    const mayRead = (form: Form): boolean => reading !== null && canReadComments(reading.loaded.state, form, reading.viewer);
    const [form_1A, form_1B, form_2] = FORMS.map((form) => toFormReactionsView(byForm[FORM_KEYS[form]], mayRead(form))) as [
      FormReactionsView,
      FormReactionsView,
      FormReactionsView,
    ];
    return { form_1A, form_1B, form_2 };
  });
}

function toFormReactionsView({ likes, comments }: Engagement, mayRead: boolean): FormReactionsView {
  return {
    likes: { given: likes.given.map(toReactionEntry), received: likes.received.map(toReactionEntry) },
    comments: { given: comments.given.map(toCommentEntry), received: mayRead ? comments.received.map(toCommentEntry) : [] },
  };
}

const toReactionEntry = (row: ReactionRow) => ({
  post_id: row.post_id,
  account_id: row.account_id,
  name: fullName(row),
  last_update: row.created_at.toISOString(),
});
const toCommentEntry = (row: CommentRow) => ({
  id: row.id,
  post_id: row.post_id,
  account_id: row.account_id,
  name: fullName(row),
  comment: row.comment,
  last_update: row.created_at.toISOString(),
});
