import { postReact } from '@classwright/contract';
import { canReact } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { settleLike } from '../../../school/rewards/index.ts';
import type { PostsContext } from './dependencies.ts';
import { isLikedByStaff, listReactions, saveReaction } from './queries.ts';
import { toPostRef } from './reading.ts';
import { toReactionTotals } from './views.ts';
import { lockPost } from './writing.ts';

/** Likes or dislikes a post (LIVE-38, LIVE-47). A repeat changes nothing and is announced to nobody. */
export function implementPostReact({ events, pace }: PostsContext): Implementation {
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
    return toReactionTotals(await listReactions(tx, { postId: ref.post_id }));
  });
}
