import { fullName } from '../../base/full-name.ts';
import type { CommentView } from '@classwright/contract/lesson/live/views';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { Chip } from '../../ui/plain/Chip.tsx';
import { t } from '../../base/t.ts';
import { timeOf } from '../../base/dates.ts';
import styles from './Post.module.css';
import { useIsMe } from './use-lesson.ts';

type Said = Pick<CommentView, 'first_name' | 'last_name' | 'profile_picture' | 'by_staff' | 'last_update'>;

function Line({ by, words }: { by: Said; words: string }) {
  return (
    <p className={styles.text}>
      <b>{fullName(by)}</b>{' '}
      {by.by_staff && (
        <>
          <Chip hue="pink">{t('join.teacher')}</Chip>{' '}
        </>
      )}
      {words}
    </p>
  );
}

/** Informs the author that others see a different text. */
function CensoredNote({ of }: { of: Pick<CommentView, 'account_id' | 'is_censored'> }) {
  const isMe = useIsMe();
  if (!of.is_censored || !isMe(of.account_id)) return null;
  return (
    <Text size={13} tone="dimmed">
      {t('join.censored')}
    </Text>
  );
}

/** A comment with its replies. `onReply`: null when only staff may write now. */
export function Comment({ comment, onReply }: { comment: CommentView; onReply: (() => void) | null }) {
  return (
    <li className={styles.comment} data-comment={comment.id}>
      <Avatar name={fullName(comment)} picture={comment.profile_picture} size="s" hue={comment.by_staff ? 'pink' : undefined} />
      <div>
        <Line by={comment} words={comment.comment} />
        <CensoredNote of={comment} />
        <Row gap={2} size={13} tone="dimmed" numbers>
          <span>{timeOf(comment.last_update)}</span>
          {onReply && (
            <button type="button" className={styles.answer} aria-label={t('join.replyTo', { name: fullName(comment) })} onClick={onReply}>
              {t('join.reply')}
            </button>
          )}
        </Row>
        {comment.replies.length > 0 && (
          <Stack as="ul" className={styles.replies}>
            {comment.replies.map((reply) => (
              <li key={reply.id} className={styles.comment}>
                <Avatar name={fullName(reply)} picture={reply.profile_picture} size="s" hue={reply.by_staff ? 'pink' : undefined} />
                <div>
                  <Line by={reply} words={reply.reply} />
                  <CensoredNote of={reply} />
                  <Row gap={2} size={13} tone="dimmed" numbers>
                    <span>{timeOf(reply.last_update)}</span>
                  </Row>
                </div>
              </li>
            ))}
          </Stack>
        )}
      </div>
    </li>
  );
}
