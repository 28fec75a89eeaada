import type { commentsEarlier } from '@classwright/contract/live';
import type { CommentView, PostView } from '@classwright/contract/live-views';
import { useEffect, useState } from 'react';
import { showSnack } from '../../app/snackbar.ts';
import { t } from '../../ui/plain/words.ts';
import { ask } from './ask.ts';

export interface Thread {
  /** Those that came with the post, after those that were asked for. */
  comments: readonly CommentView[];
  /** How many stand before them. */
  hidden: number;
  isLoading: boolean;
  showEarlier: () => void;
}

/** A post's comments, the earlier ones page by page. What was asked for is asked for again with each new state of the post: nothing of it is old. */
export function useEarlier(post: PostView): Thread {
  const [pages, setPages] = useState(0);
  const [earlier, setEarlier] = useState<readonly CommentView[]>([]);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    if (pages === 0) return undefined;
    let isCurrent = true;
    setLoading(true);
    listEarlier(post, pages)
      .then((comments) => isCurrent && setEarlier(comments))
      .catch(() => isCurrent && showSnack(t('common.somethingWentWrong'), { color: 'red' }))
      .finally(() => isCurrent && setLoading(false));
    return () => {
      isCurrent = false;
    };
  }, [post, pages]);
  const first = post.comments[0]?.id ?? 0;
  const shown = post.earlier ? earlier.filter(({ id }) => id < first) : [];
  return {
    comments: [...shown, ...post.comments],
    hidden: Math.max(0, (post.earlier?.comments ?? 0) - shown.length),
    isLoading,
    showEarlier: () => setPages(pages + 1),
  };
}

async function listEarlier({ id, comments, earlier }: PostView, pages: number): Promise<CommentView[]> {
  let before = comments[0]?.id ?? 0;
  let hasMore = earlier !== undefined;
  const listed: CommentView[] = [];
  for (let page = 0; page < pages && hasMore; page += 1) {
    const answer = await ask<typeof commentsEarlier>('GET', '/posts/comments/earlier', { query: { post_id: id, before } });
    listed.unshift(...answer.comments);
    before = answer.comments[0]?.id ?? 0;
    hasMore = answer.earlier !== null;
  }
  return listed;
}
