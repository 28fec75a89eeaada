import type { Form } from '@classwright/contract/lesson/live/forms';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { useEffect, useId, useState } from 'react';
import { useStore } from '../../base/use-store.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconChevronDown, IconSortDescending } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Box, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { feedOf, phaseOf, questionOf } from '../lesson/model.ts';
import { keepOrder, orderPosts, type PostOrder } from '../lesson/posts.ts';
import { canReadComments, waitsForClosing } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { formName } from '../../lesson/form-name.ts';
import styles from './Feed.module.css';
import { Post } from './Post.tsx';
import { useIsMe, useLesson, useModel } from './use-lesson.ts';

const NO_POSTS: readonly PostView[] = [];

/**
 * Lists classmates' posts. Visible posts keep their place. New posts appear on request, or while nobody is reading yet.
 */
export function Feed({ form, openId, onOpen }: { form: Form; openId: number | null; onOpen: (postId: number | null) => void }) {
  const lesson = useLesson();
  const problem = useStore(lesson.feedProblem);
  const model = useModel();
  const feed = feedOf(model, form);
  const question = questionOf(model, form);
  const last = phaseOf(model);
  const closed = last?.form !== form || last.closed;
  const isMe = useIsMe();
  const posts = feed?.visible ? feed.posts.filter((post) => !isMe(post.account.id)) : NO_POSTS;
  const [order, setOrder] = useState<PostOrder>('discussed');
  const [shown, setShown] = useState<readonly number[]>([]);
  const sortId = useId();

  const kept = keepOrder(shown, posts);
  const isUndisturbed = openId === null && (typeof scrollY !== 'number' || scrollY < 80);
  useEffect(() => {
    if (kept.waiting > 0 && isUndisturbed) setShown(orderPosts(posts, order));
  }, [kept.waiting, isUndisturbed, posts, order]);

  const showAll = (by: PostOrder) => setShown(orderPosts(posts, by));
  const inSight = kept.shown.flatMap((id) => posts.find((post) => post.id === id) ?? []);
  if (!feed?.visible)
    return problem ? (
      <LoadFailed error={problem} onRetry={lesson.reloadFeed} />
    ) : (
      <FeedOnWay closesWith={waitsForClosing(model) && last?.form === form ? form : null} />
    );
  return (
    <Stack as="section" aria-labelledby={`${sortId}h`} gap={10} shrinks>
      <Row gap={8} justify="between">
        <h2 id={`${sortId}h`} className={styles.title}>
          {t('join.posts')}{' '}
          <Text as="span" size={13} weight={600} numbers className={styles.count}>
            {posts.length}
          </Text>
        </h2>
        <Row inline gap={8} size={15} weight={600} className={styles.sort}>
          <IconSortDescending size={19} />
          <select
            aria-label={t('join.sort')}
            value={order}
            onChange={(event) => {
              const next = event.target.value === 'newest' ? 'newest' : 'discussed';
              setOrder(next);
              showAll(next);
            }}
          >
            <option value="discussed">{t('join.mostDiscussed')}</option>
            <option value="newest">{t('join.newest')}</option>
          </select>
          <IconChevronDown size={18} />
        </Row>
      </Row>
      {model.alias && (
        <Text size={13} tone="dimmed" className={styles.empty}>
          {t('join.alias', { name: model.alias.name })}
        </Text>
      )}
      {last && !canReadComments(model) && (
        <Text leading={1.4} tone="dimmed" className={styles.empty}>
          {t('join.commentsAfterAnswer', { form: formName(last.form) })}
        </Text>
      )}
      {problem !== null && <LoadFailed error={problem} onRetry={lesson.reloadFeed} />}
      {kept.waiting > 0 && !isUndisturbed && (
        <Button variant="light" size="l" wide onClick={() => showAll(order)}>
          {t('join.newPosts', { count: kept.waiting })}
        </Button>
      )}
      {posts.length === 0 && (
        <Text leading={1.4} tone="dimmed" className={styles.empty}>
          {t(closed ? 'join.noPostsAtAll' : 'join.noPosts')}
        </Text>
      )}
      {inSight.map((post) => (
        <Post key={post.id} post={post} question={question} open={openId === post.id} onOpen={onOpen} />
      ))}
    </Stack>
  );
}

/** A placeholder while posts load, or wait for the answer to arrive, or for the closing of a form. */
function FeedOnWay({ closesWith }: { closesWith: Form | null }) {
  return (
    <Stack as="section" gap={10} shrinks>
      <Text leading={1.4} tone="dimmed" className={styles.empty}>
        {closesWith === null ? t('join.notVisibleYet') : t('join.visibleWhenClosed', { form: formName(closesWith) })}
      </Text>
      {closesWith === null && (
        <Box bordered ground="surface" className={styles.skeleton}>
          <SkeletonText lines={3} />
        </Box>
      )}
    </Stack>
  );
}
