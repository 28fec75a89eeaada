import type { PostView } from '@classwright/contract/lesson/live/views';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { getSession } from '../../base/session.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconLoader2, IconSend, IconX } from '../../ui/plain/icons.ts';
import { addComment, addReply } from '../lesson/interact.ts';
import { useTyped } from '../lesson/use-typed.ts';
import { t } from '../../base/t.ts';
import styles from './Composer.module.css';
import { useLesson } from './use-lesson.ts';

export interface ReplyTarget {
  commentId: number;
  name: string;
}

const MOST_CHARACTERS = 2_000;

/** The input for a comment on a post, or for a reply to a comment. Typed text stays until it is accepted. */
export function Composer({
  post,
  own,
  replyTo,
  onReplyTo,
}: {
  post: PostView;
  own: boolean;
  replyTo: ReplyTarget | null;
  onReplyTo: (target: ReplyTarget | null) => void;
}) {
  const lesson = useLesson();
  const account = getSession()?.user.account_id ?? 0;
  const { typed, write, take } = useTyped(`${account}.${replyTo ? `comment-${replyTo.commentId}` : `post-${post.id}`}`);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const label = replyTo ? t('join.replyTo', { name: replyTo.name }) : own ? t('join.commentOnOwn') : t('join.commentOn', { name: post.account.first_name });

  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const text = typed.text.trim();
    if (text === '' || busy) return;
    setBusy(true);
    const taken = replyTo ? await addReply(lesson, post.id, replyTo.commentId, text, typed.key) : await addComment(lesson, post.id, text, typed.key);
    setBusy(false);
    if (taken && take(typed.text)) onReplyTo(null);
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) onReplyTo(null);
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={styles.bar} data-composer onSubmit={(event) => void send(event)}>
      {replyTo && (
        <p className={styles.target}>
          {label}
          <IconButton icon={IconX} label={t('join.stopReplying')} size="s" onClick={() => onReplyTo(null)} />
        </p>
      )}
      <div className={styles.row}>
        <textarea
          ref={field}
          className={styles.field}
          rows={1}
          value={typed.text}
          maxLength={MOST_CHARACTERS}
          aria-label={label}
          placeholder={label}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className={styles.send}
          aria-label={t('join.send')}
          title={t('join.send')}
          aria-busy={busy || undefined}
          aria-disabled={typed.text.trim() === '' || undefined}
        >
          {busy ? <IconLoader2 size={22} className={styles.busy} /> : <IconSend size={22} />}
        </button>
      </div>
    </form>
  );
}
