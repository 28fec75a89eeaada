import { fullName } from '../../../../base/full-name.ts';
import type { CommentView, PostView, ReplyView } from '@classwright/contract/lesson/live/views';
import { useRef, useState } from 'react';
import { useEarlier } from '../../../../lesson/use-earlier.ts';
import { timeOf } from '../../../../base/dates.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, useStage } from '../use-live.ts';
import { commentElementId } from './jump.ts';
import styles from './Posts.module.css';
import type { TextPlace } from '../classmates/place.ts';
import { CommentInput, HiddenMark, HideDialog } from '../parts.ts';

/** The comments on a post, oldest first, each with its replies. */
export function CommentThread({ post, sought }: { post: PostView; sought: number | null }) {
  const { comments, hidden, isLoading, showEarlier } = useEarlier(post, sought);
  return (
    <Stack as="ul" className={styles.thread}>
      {hidden > 0 && (
        <li>
          <button type="button" className={styles.reply} aria-busy={isLoading || undefined} onClick={showEarlier}>
            {t('live.comment.earlier', { count: hidden })}
          </button>
        </li>
      )}
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} isHighlighted={comment.id === sought} />
      ))}
    </Stack>
  );
}

function Comment({ comment, isHighlighted }: { comment: CommentView; isHighlighted: boolean }) {
  const { actions } = useLive();
  const stage = useStage();
  const [isWriting, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setWriting(false);
    button.current?.focus();
  };
  const send = async (words: string, key: string) => {
    const isSent = await actions.reply(comment, words, key);
    if (isSent) close();
    return isSent;
  };
  return (
    <li id={commentElementId(comment.id)} tabIndex={-1} className={styles.comment} data-highlighted={isHighlighted || undefined}>
      <Remark person={comment} words={comment.comment} place={{ type: 'comment', id: comment.id }}>
        {stage === 'running' && (
          <button
            ref={button}
            type="button"
            className={styles.reply}
            aria-expanded={isWriting}
            aria-label={t('teach.replyTo', { name: fullName(comment) })}
            onClick={() => setWriting(!isWriting)}
          >
            {t('teach.reply')}
          </button>
        )}
      </Remark>
      {comment.replies.length > 0 && (
        <Stack as="ul" gap={4} className={styles.replies}>
          {comment.replies.map((reply) => (
            <li key={reply.id}>
              <Remark person={reply} words={reply.reply} place={{ type: 'reply', id: reply.id }} />
            </li>
          ))}
        </Stack>
      )}
      {isWriting && <CommentInput id={`comment:${comment.id}`} label={t('teach.replyTo', { name: fullName(comment) })} onSend={send} onCancel={close} />}
    </li>
  );
}

/** A comment or reply with its author. */
function Remark({
  person,
  words,
  place,
  children,
}: {
  person: Pick<CommentView | ReplyView, 'first_name' | 'last_name' | 'profile_picture' | 'by_staff' | 'last_update' | 'hidden'>;
  words: string;
  place: TextPlace;
  children?: React.ReactNode;
}) {
  const name = fullName(person);
  const [isHiding, setHiding] = useState(false);
  const isHidden = person.hidden?.is_hidden ?? false;
  return (
    <Row gap={8} align="start" className={styles.remark}>
      <Avatar name={name} picture={person.profile_picture} size="s" hue={person.by_staff ? 'pink' : undefined} />
      <div title={timeOf(person.last_update)}>
        <b>{name}</b>{' '}
        {person.by_staff && (
          <>
            <span className={styles.teacher}>
              <Chip hue="pink">{t('teach.teacher')}</Chip>
            </span>{' '}
          </>
        )}
        <span className={styles.remarkWords}>{words}</span>
        {person.hidden && <HiddenMark hidden={person.hidden} place={place} />}
      </div>
      {children}
      {!person.by_staff && !isHidden && (
        <button type="button" className={styles.reply} aria-label={t('teach.hide.of', { name })} onClick={() => setHiding(true)}>
          {t('teach.hide')}
        </button>
      )}
      {isHiding && <HideDialog place={place} name={name} onClose={() => setHiding(false)} />}
    </Row>
  );
}
