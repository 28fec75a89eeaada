import type { commentsEarlier } from '@classwright/contract/lesson/live/posts';
import type { CommentView, PostView } from '@classwright/contract/lesson/live/views';
import { useEffect, useState } from 'react';
import { showSnack } from '../base/snackbar.ts';
import { t } from '../base/t.ts';
import { ask } from './ask.ts';

export interface Thread {
  /** The comments that came with the post, after those loaded later. */
  comments: readonly CommentView[];
  /** The number of hidden earlier ones. */
  hidden: number;
  isLoading: boolean;
  showEarlier: () => void;
}

/**
 * Loads a post's earlier comments page by page, or back to the one that is sought. They are loaded again with each new
 * state of the post, so that nothing is out of date.
 */
export function useEarlier(post: PostView, sought: number | null = null): Thread {
  // The comment that must be shown, or an earlier one. Each press asks again, also after a failure.
  const [asked, setAsked] = useState({ reach: Number.POSITIVE_INFINITY });
  const [earlier, setEarlier] = useState<readonly CommentView[]>([]);
  const [isLoading, setLoading] = useState(false);
  if (sought !== null && sought < asked.reach) setAsked({ reach: sought });
  const first = firstOf(post);
  const isShort = asked.reach < first && post.earlier !== undefined;
  useEffect(() => {
    if (!isShort) return undefined;
    let isCurrent = true;
    setLoading(true);
    listEarlier(post, asked.reach)
      .then((comments) => isCurrent && setEarlier(comments))
      .catch(() => isCurrent && showSnack(t('common.somethingWentWrong'), { color: 'red' }))
      .finally(() => isCurrent && setLoading(false));
    return () => {
      isCurrent = false;
    };
  }, [post, asked, isShort]);
  const shown = post.earlier ? earlier.filter(({ id }) => id < first) : [];
  return {
    comments: [...shown, ...post.comments],
    hidden: Math.max(0, (post.earlier?.comments ?? 0) - shown.length),
    isLoading,
    showEarlier: () => setAsked({ reach: (shown[0]?.id ?? first) - 1 }),
  };
}

/** Returns the oldest comment that came with a post. When all of them are hidden from the class, everything is earlier. */
const firstOf = ({ comments }: PostView): number => comments[0]?.id ?? Number.MAX_SAFE_INTEGER;

async function listEarlier(post: PostView, reach: number): Promise<CommentView[]> {
  const { id, earlier } = post;
  let before = firstOf(post);
  let hasMore = earlier !== undefined;
  const listed: CommentView[] = [];
  while (hasMore && before > reach) {
    const answer = await ask<typeof commentsEarlier>('GET', '/posts/comments/earlier', { query: { post_id: id, before } });
    listed.unshift(...answer.comments);
    before = answer.comments[0]?.id ?? 0;
    hasMore = answer.earlier !== null;
  }
  return listed;
}
