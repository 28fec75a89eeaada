import { postReactions, postReact, FORM_KEYS, FORMS, type Form, type FormReactionsView, formWiseReactions } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisiblePost, toPostRef, openCurrentReading } from './reading.ts';
import { canReact, canReadComments, computeEngagement } from '@classwright/rules/live';
import { settleLike } from '../../../school/rewards/index.ts';
import { isLikedByStaff, listReactions, saveReaction, type CommentRow, listCommentsAround, type ReactionRow } from './queries.ts';
import { loadMask, readsAs } from './audience.ts';
import { toReactionTotals } from './views.ts';
import { lockPost } from './writing.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStudentLesson } from '../access.ts';

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

/** Lists the people who like a post, by name, for everybody who may see the post. */
export function implementPostReactions({ feeds }: PostsContext): Implementation {
  return implement(postReactions, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    const { post, feed, scope } = found;
    return { likes: feed.likersOf(post.id, scope.readsAs), total_likes: post.total_likes, total_dislikes: post.total_dislikes };
  });
}

/** Likes or dislikes a post (LIVE-38, LIVE-47). A repeat changes nothing and is announced to nobody. */
export function implementPostReact({ events, pace, t }: PostsContext): Implementation {
  return implement(postReact, async ({ tx, input, actor }) => {
    const held = await lockPost(tx, actor, { postId: input.post_id });
    if (!held) throw appError('POST_NOT_FOUND');
    const { ref, reading, byStudent } = held;
    const permission = canReact(reading.loaded.state, toPostRef(ref), reading.viewer);
    if (!permission.ok) throw appError(permission.refused);
    pace.takeReaction(actor.accountId);
    const isNew = await saveReaction(tx, { post_id: ref.post_id, account_id: actor.accountId, reaction: input.reaction_type, by_student: byStudent });
    if (isNew && !byStudent) await settleLike(tx, { postId: ref.post_id, accountId: ref.account_id, isLiked: () => isLikedByStaff(tx, ref.post_id) });
    if (isNew) await events.announce(tx, reading.loaded.session, { name: 'assessment.post.reaction.added', items: [ref.post_id] });
    const { session } = reading.loaded;
    const said = { posts: [], reactions: await listReactions(tx, { postId: ref.post_id }), comments: [], replies: [] };
    const mask = await loadMask({ t }, tx, session, { postId: ref.post_id }, said);
    return toReactionTotals(mask.forReaders(said, readsAs(!byStudent, session)).reactions);
  });
}
