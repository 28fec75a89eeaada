import type { Form } from '@classwright/contract/lesson/live/forms';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { useEffect, useId, useState } from 'react';
import { getSession } from '../../base/session.ts';
import { useStore } from '../../base/use-store.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconChevronDown, IconSortDescending } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { feedOf, phaseOf, questionOf } from '../lesson/model.ts';
import { keepOrder, orderPosts, type PostOrder } from '../lesson/posts.ts';
import { canReadComments } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { formName } from '../../lesson/form-name.ts';
import styles from './Feed.module.css';
import { Post } from './Post.tsx';
import { useLesson, useModel } from './use-lesson.ts';

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
  const me = getSession()?.user.account_id;
  const posts = feed?.visible ? feed.posts.filter((post) => post.account.id !== me) : NO_POSTS;
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
  if (!feed?.visible) return problem ? <LoadFailed error={problem} onRetry={lesson.reloadFeed} /> : <FeedOnWay />;
  return (
    <section aria-labelledby={`${sortId}h`} className={styles.feed}>
      <div className={styles.head}>
        <h2 id={`${sortId}h`} className={styles.title}>
          {t('join.posts')} <span className={styles.count}>{posts.length}</span>
        </h2>
        <div className={styles.sort}>
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
        </div>
      </div>
      {last && !canReadComments(model) && <p className={styles.empty}>{t('join.commentsAfterAnswer', { form: formName(last.form) })}</p>}
      {problem !== null && <LoadFailed error={problem} onRetry={lesson.reloadFeed} />}
      {kept.waiting > 0 && !isUndisturbed && (
        <Button variant="light" size="l" wide onClick={() => showAll(order)}>
          {t('join.newPosts', { count: kept.waiting })}
        </Button>
      )}
      {posts.length === 0 && <p className={styles.empty}>{t(closed ? 'join.noPostsAtAll' : 'join.noPosts')}</p>}
      {inSight.map((post) => (
        <Post key={post.id} post={post} question={question} open={openId === post.id} onOpen={onOpen} />
      ))}
    </section>
  );
}

/** A placeholder while posts load, or wait for the answer to arrive. */
function FeedOnWay() {
  return (
    <section className={styles.feed}>
      <p className={styles.empty}>{t('join.notVisibleYet')}</p>
      <div className={styles.skeleton}>
        <SkeletonText lines={3} />
      </div>
    </section>
  );
}
