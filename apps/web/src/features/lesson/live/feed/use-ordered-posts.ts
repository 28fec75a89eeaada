import type { PostView } from '@classwright/contract/lesson/live/views';
import { useMemo, useRef, useState, type RefObject } from 'react';
import { keepOrder, orderPosts, type PostOrder } from './order.ts';

/** The time after its last move within which a pointer over the list counts as about to click. */
const POINTING_MS = 2_000;

export interface OrderedPosts {
  posts: readonly PostView[];
  /** The number of posts that arrived while someone was reading and are not shown yet. */
  waiting: number;
  /** Sorts everything, including the new posts. */
  refresh: () => void;
  onPointerMove: () => void;
}

/** Returns the posts in order. While someone reads, points or writes in the list, nothing moves and new posts wait. */
export function useOrderedPosts(posts: readonly PostView[], order: PostOrder, list: RefObject<HTMLElement | null>): OrderedPosts {
  const [turn, setTurn] = useState(0);
  const shown = useRef<{ key: string; ids: readonly number[] }>({ key: '', ids: [] });
  const pointedAt = useRef(Number.NEGATIVE_INFINITY);
  const key = `${order} ${turn}`;

  const { ids, waiting } = useMemo(() => {
    const element = list.current;
    const isReading =
      element !== null && (element.scrollTop > 8 || element.contains(document.activeElement) || performance.now() - pointedAt.current < POINTING_MS);
    const next = shown.current.key === key && isReading ? keepOrder(shown.current.ids, posts) : { ids: orderPosts(posts, order), waiting: 0 };
    shown.current = { key, ids: next.ids };
    return next;
  }, [posts, order, key, list]);

  const byId = new Map(posts.map((post) => [post.id, post]));
  return {
    posts: ids.flatMap((id) => byId.get(id) ?? []),
    waiting,
    refresh: () => setTurn(turn + 1),
    onPointerMove: () => {
      pointedAt.current = performance.now();
    },
  };
}
