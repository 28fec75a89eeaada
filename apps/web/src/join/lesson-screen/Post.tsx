import { fullName } from '../../base/full-name.ts';
import type { PostView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { memo } from 'react';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { Card } from '../../ui/plain/Card.tsx';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { Box, Row, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { t } from '../../base/t.ts';
import { timeOf } from '../../base/dates.ts';
import { inOrder } from './Choices.tsx';
import styles from './Post.module.css';
import { PostThread } from './PostThread.tsx';
import { Words } from '../../lesson/Words.tsx';

/** A classmate's answer: author, time, choice, reason, and comments. */
export const Post = memo(function Post({
  post,
  question,
  open,
  onOpen,
}: {
  post: PostView;
  question: RevealedQuestionView | null;
  open: boolean;
  onOpen: (postId: number | null) => void;
}) {
  const body = post.body[0];
  const name = fullName(post.account);
  const at = question ? inOrder(question.responses).findIndex(({ id }) => id === body?.detail.response_id) : -1;
  return (
    <Card as="article" className={styles.post} aria-label={name} data-post={post.id}>
      <Row gap={8}>
        <Avatar name={name} picture={post.account.profile_picture} />
        <Box grow shrinks className={styles.who}>
          <Text as="h3" size={16} weight={600} breaks className={styles.name}>
            {name}
          </Text>
          <Row as="p" gap={6} size={13} tone="dimmed" numbers className={styles.meta}>
            {at >= 0 && <Letter letter={letterAt(at)} size="s" />}
            <span>
              {body?.response != null ? <MathText text={body.response} /> : t('join.noChoice')} · {timeOf(post.last_update)}
            </span>
          </Row>
        </Box>
      </Row>
      {body && <Words comment={body.comment} className={styles.words} />}
      <PostThread post={post} open={open} onToggle={() => onOpen(open ? null : post.id)} />
    </Card>
  );
});
