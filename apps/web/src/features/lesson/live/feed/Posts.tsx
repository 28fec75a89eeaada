import type { Form } from '@classwright/contract/lesson/live/forms';
import { useCallback, useRef, useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconChevronUp } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import desk from '../desk/Desk.module.css';
import { questionOf, type FeedAnswer } from '../lesson/model.ts';
import { LatePosts } from '../parts.ts';
import { t } from '../../../../base/t.ts';
import { useModel, usePreferences } from '../use-live.ts';
import type { Jump } from './jump.ts';
import { PostCard } from './PostCard.tsx';
import styles from './Posts.module.css';
import { useJump } from './use-jump.ts';
import { useOrderedPosts } from './use-ordered-posts.ts';

/** The posts of a form. The first one is open; a press opens others. */
export function Posts({ form, feed, jump, onJumped }: { form: Form; feed: FeedAnswer; jump: Jump | null; onJumped: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const { order } = usePreferences();
  const question = useModel((model) => questionOf(model, form));
  const { posts, waiting, refresh, onPointerMove } = useOrderedPosts(feed.posts, order, list);
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map());
  const setOpen = useCallback((postId: number, isOpen: boolean) => setOpened((before) => new Map(before).set(postId, isOpen)), []);
  const sought = useJump({
    jump,
    isThere: jump !== null && jump.form === form && feed.posts.some(({ id }) => id === jump.postId),
    onArrive: ({ postId }) => {
      setOpen(postId, true);
      if (!posts.some(({ id }) => id === postId)) refresh();
    },
    onJumped,
  });
  const showNew = () => {
    refresh();
    list.current?.scrollTo({ top: 0 });
  };
  return (
    <div ref={list} className={classes(desk.scroll, styles.list)} onPointerMove={onPointerMove}>
      {waiting > 0 && (
        <Row align="stretch" justify="center" className={styles.waiting}>
          <Button size="s" icon={IconChevronUp} onClick={showNew}>
            {t('teach.newPosts', { count: waiting })}
          </Button>
        </Row>
      )}
      {posts.map((post, index) => (
        <PostCard
          key={post.id}
          post={post}
          question={question}
          isOpen={opened.get(post.id) ?? (index === 0 && post.comments.length > 0)}
          setOpen={setOpen}
          sought={sought?.postId === post.id ? sought : null}
        />
      ))}
      {feed.late.length > 0 && <LatePosts late={feed.late} question={question} />}
    </div>
  );
}
