import { fullName } from '../../base/full-name.ts';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { useEffect, useRef, useState } from 'react';
import { getSession } from '../../base/session.ts';
import { IconMessageCircle, IconThumbUp, IconThumbUpFilled } from '../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { like } from '../lesson/interact.ts';
import { countComments } from '../lesson/posts.ts';
import { useEarlier } from '../../lesson/use-earlier.ts';
import { canReadComments } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { Comment } from './Comment.tsx';
import { Composer, type ReplyTarget } from './Composer.tsx';
import styles from './Post.module.css';
import { useIsMe, useLesson, useModel } from './use-lesson.ts';

/** Likes and comments of a post, the thread below them, and the input while commenting is on. */
export function PostThread({ post, open, onToggle }: { post: PostView; open: boolean; onToggle: () => void }) {
  const lesson = useLesson();
  const model = useModel();
  const mayRead = canReadComments(model);
  const canComment = mayRead && (model.known?.canComment ?? false);
  const [replyTo, setReplyTo] = useState<ReplyTarget | null>(null);
  const me = getSession()?.user.account_id ?? 0;
  const isMe = useIsMe();
  const own = isMe(post.account.id);
  const liked = post.total_likes.some(isMe);
  const likes = post.total_likes.length;
  const comments = countComments(post);
  const thread = useEarlier(post);
  const said = comments > 0 ? t('join.comments', { count: comments }) : t(canComment ? 'join.comments.write' : 'join.comments.none');
  const threadId = `thread-${post.id}`;
  const place = useRef<HTMLDivElement>(null);
  const mine = post.comments.filter(({ account_id }) => isMe(account_id)).length;
  const before = useRef(mine);
  useEffect(() => {
    // On a phone the input lies over the bottom of the screen, so what a press opens or sends is brought into sight.
    if (open) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [open]);
  useEffect(() => {
    if (open && mine > before.current) place.current?.querySelector(':scope > ul > :last-child')?.scrollIntoView?.({ block: 'nearest' });
    before.current = mine;
  }, [open, mine]);
  const Thumb = liked ? IconThumbUpFilled : IconThumbUp;
  return (
    <>
      <Row gap={4} align="stretch" className={styles.actions}>
        <button
          type="button"
          className={styles.action}
          data-on={liked || undefined}
          disabled={own}
          // It stays focused; a disabled button would lose the focus.
          aria-disabled={liked || undefined}
          aria-label={
            own
              ? t('join.likeOwn', { count: likes })
              : liked
                ? t('join.likedByYou', { count: likes })
                : `${t('join.like', { name: fullName(post.account) })}, ${likes}`
          }
          onClick={() => void (liked || like(lesson, post, me))}
        >
          <Thumb size={20} />
          {liked ? t('join.likesYou', { count: likes }) : t('join.likes', { count: likes })}
        </button>
        {mayRead && (
          <button
            type="button"
            className={styles.action}
            aria-expanded={open}
            aria-controls={open ? threadId : undefined}
            aria-label={own ? t('join.commentsOfOwn', { comments: said }) : t('join.commentsOf', { comments: said, name: fullName(post.account) })}
            onClick={onToggle}
          >
            <IconMessageCircle size={20} />
            {said}
          </button>
        )}
      </Row>
      {open && mayRead && (
        <Stack ref={place} id={threadId} size={15} ground="canvas" className={styles.thread}>
          {thread.hidden > 0 && (
            <button type="button" className={styles.action} aria-busy={thread.isLoading || undefined} onClick={thread.showEarlier}>
              {t('live.comment.earlier', { count: thread.hidden })}
            </button>
          )}
          {post.comments.length > 0 ? (
            <Stack as="ul" className={styles.list}>
              {thread.comments.map((comment) => (
                <Comment
                  key={comment.id}
                  comment={comment}
                  onReply={canComment ? () => setReplyTo({ commentId: comment.id, name: fullName(comment) }) : null}
                />
              ))}
            </Stack>
          ) : (
            <Text tone="dimmed">{t('join.noComments')}</Text>
          )}
          {canComment ? <Composer post={post} own={own} replyTo={replyTo} onReplyTo={setReplyTo} /> : <Text tone="dimmed">{t('join.commentingOff')}</Text>}
        </Stack>
      )}
    </>
  );
}
