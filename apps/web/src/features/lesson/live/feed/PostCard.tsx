import { fullName } from '../../../../base/full-name.ts';
import type { PostView } from '@classwright/contract/lesson/live/views';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { memo, useRef, useState } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconEyeOff, IconMessageCircle, IconThumbUp, IconThumbUpFilled } from '../../../../ui/plain/icons.ts';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { IconCornerDownRight } from '../../../../ui/feature-icons/icons.ts';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { letterOf } from '../../../../lesson/moves/choices.ts';
import { t } from '../../../../base/t.ts';
import { useLive, useStage } from '../use-live.ts';
import { CommentThread } from './CommentThread.tsx';
import { Chosen } from './Chosen.tsx';
import { type Jump, postElementId } from './jump.ts';
import styles from './Posts.module.css';
import { CommentInput, HiddenMark, HideDialog } from '../parts.ts';

export interface PostCardProps {
  post: PostView;
  question: StaffQuestionView | null;
  isOpen: boolean;
  setOpen: (postId: number, isOpen: boolean) => void;
  /** The jump to this post, or to a comment of it. */
  sought: Jump | null;
}

/** A student's answer with its comments. */
export const PostCard = memo(function PostCard({ post, question, isOpen, setOpen, sought }: PostCardProps) {
  const { actions } = useLive();
  const stage = useStage();
  const [isWriting, setWriting] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const commentButton = useRef<HTMLButtonElement>(null);
  const body = post.body[0];
  const name = fullName(post.account);
  const count = post.comments.length + (post.earlier?.comments ?? 0);
  const countWords = count === 0 ? t('teach.comments.none') : t('teach.comments', { count });
  const isHidden = post.hidden?.is_hidden ?? false;
  const hasWords = (body?.comment.content.length ?? 0) > 0;
  const close = () => {
    setWriting(false);
    commentButton.current?.focus();
  };
  const send = async (words: string, key: string) => {
    const isSent = await actions.comment(post.id, words, key);
    if (isSent) {
      setOpen(post.id, true);
      close();
    }
    return isSent;
  };
  return (
    <article
      id={postElementId(post.id)}
      className={styles.post}
      data-hidden={isHidden || undefined}
      data-sought={(sought !== null && sought.commentId === null) || undefined}
      aria-label={name}
      tabIndex={-1}
    >
      <Row as="header" gap={8} shrinks className={styles.who}>
        <Avatar name={name} picture={post.account.profile_picture} size="s" />
        <h3>{name}</h3>
        <Chosen letter={letterOf(question, body?.detail.response_id ?? null)} response={body?.response ?? null} />
        <time dateTime={post.last_update}>{timeOf(post.last_update)}</time>
      </Row>
      {post.filed_by === 'server' && (
        <Text size={12} tone="dimmed">
          {t('teach.filed')}
        </Text>
      )}
      {post.hidden && <HiddenMark hidden={post.hidden} place={{ type: 'post', id: post.id }} />}
      {hasWords && body && <RichTextView document={body.comment} className={styles.words} />}
      <Row wrap gap={2} align="stretch" className={styles.actions}>
        <LikeButton post={post} name={name} />
        <button
          type="button"
          aria-expanded={count > 0 ? isOpen : undefined}
          aria-label={`${countWords}: ${name}`}
          disabled={count === 0}
          onClick={() => setOpen(post.id, !isOpen)}
        >
          <IconMessageCircle size={16} />
          {countWords}
        </button>
        {stage === 'running' && (
          <button
            ref={commentButton}
            type="button"
            aria-expanded={isWriting}
            aria-label={t('teach.commentOn', { name })}
            onClick={() => setWriting(!isWriting)}
          >
            <IconCornerDownRight size={16} />
            {t('teach.comment')}
          </button>
        )}
        {!isHidden && (
          <button type="button" data-hides aria-label={t('teach.hide.of', { name })} onClick={() => setHiding(true)}>
            <IconEyeOff size={16} />
            {t('teach.hide')}
          </button>
        )}
      </Row>
      {isHiding && <HideDialog place={{ type: 'post', id: post.id }} name={name} onClose={() => setHiding(false)} />}
      {isWriting && <CommentInput id={`post:${post.id}`} label={t('teach.commentOn', { name })} required onSend={send} onCancel={close} />}
      {isOpen && count > 0 && <CommentThread post={post} sought={sought?.commentId ?? null} />}
    </article>
  );
});

function LikeButton({ post, name }: { post: PostView; name: string }) {
  const { actions, accountId } = useLive();
  const stage = useStage();
  const likes = post.total_likes.length;
  const isLiked = post.total_likes.includes(accountId);
  const words = isLiked ? t('teach.likesYou', { count: likes }) : t('teach.likes', { count: likes });
  const canLike = stage === 'running' && !isLiked;
  const Icon = isLiked ? IconThumbUpFilled : IconThumbUp;
  return (
    <button
      type="button"
      className={classes(isLiked && styles.on)}
      aria-label={`${t(isLiked ? 'teach.liked' : 'teach.like', { name })}: ${words}`}
      aria-pressed={isLiked}
      aria-disabled={!canLike || undefined}
      onClick={canLike ? () => void actions.like(post, accountId) : undefined}
    >
      <Icon size={16} />
      {words}
    </button>
  );
}
