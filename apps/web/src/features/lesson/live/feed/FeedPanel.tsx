import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { PrivacyCover } from '../desk/PrivacyCover.tsx';
import desk from '../desk/Desk.module.css';
import { phasesOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useAddress } from '../use-address.ts';
import { useLive, useModel, usePreferences, useProblem, useStage } from '../use-live.ts';
import { CommentingButton } from './CommentingButton.tsx';
import { FeedBar } from './FeedBar.tsx';
import styles from './FeedPanel.module.css';
import type { Jump } from './jump.ts';
import { Posts } from './Posts.tsx';
import { LessonPlan, ResponseTable } from '../parts.ts';
import { StaleNote } from '../StaleNote.tsx';

/** The posts of each form, as a feed or as a list of responses. */
export function FeedPanel({ form, jump, onJumped, onCommenting }: { form: Form; jump: Jump | null; onJumped: () => void; onCommenting: () => void }) {
  const stage = useStage();
  const address = useAddress();
  const feeds = useModel((model) => model.feeds);
  const tally = useModel((model) => model.tally);
  const summary = useModel((model) => model.summary?.distribution);
  /**
   * Counts the posts of a form from both sources. Neither is ever too high: a feed that is not shown may be out of
   * date, and answers leave out posts without a choice.
   */
  const countOf = (one: Form): number | undefined => {
    const answered = (tally?.form === one ? tally : summary?.find(({ form: of }) => of === one))?.answered;
    const posts = feeds[one]?.posts.length;
    return answered === undefined || posts === undefined ? (posts ?? answered) : Math.max(posts, answered);
  };
  const tabs = FORMS.map((one) => ({
    id: FORM_KEYS[one],
    label: (
      <>
        {one}
        {countOf(one) !== undefined && <span className={desk.count}>{countOf(one)}</span>}
      </>
    ),
  }));
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.feed')}>
      <div className={classes(desk.tabs, styles.tabs)}>
        <Tabs
          name="teach-feed"
          label={t('teach.feedOf')}
          tabs={tabs}
          value={FORM_KEYS[form]}
          onChange={(key) => address.showForm(FORMS.find((one) => FORM_KEYS[one] === key) ?? null)}
          look="card"
          side={stage === 'running' ? <CommentingButton onPress={onCommenting} /> : undefined}
        />
      </div>
      <TabPanel key={FORM_KEYS[form]} name="teach-feed" id={FORM_KEYS[form]} className={styles.body}>
        <Body form={form} jump={jump} onJumped={onJumped} list={address.list} onList={address.showList} />
      </TabPanel>
    </Card>
  );
}

interface BodyProps {
  form: Form;
  jump: Jump | null;
  onJumped: () => void;
  list: 'feed' | 'responses';
  onList: (list: 'feed' | 'responses') => void;
}

function Body({ form, jump, onJumped, list, onList }: BodyProps) {
  const { lesson } = useLive();
  const stage = useStage();
  const feed = useModel((model) => model.feeds[form]);
  const phase = useModel((model) => phasesOf(model).find((one) => one.form === form));
  const problem = useProblem('feed');
  const { showsFigures } = usePreferences();
  if (stage === 'ready') return <LessonPlan />;
  if (!phase) return <Empty title={t('teach.notOpened', { form })} />;
  if (!feed)
    return problem !== undefined ? (
      <LoadFailed error={problem} onRetry={() => lesson.reload('feed')} />
    ) : (
      <div className={styles.loading}>
        <SkeletonText lines={6} />
      </div>
    );
  if (feed.posts.length === 0 && feed.late.length === 0)
    return (
      <Empty title={phase.closed ? t('teach.noPostsAtAll', { form }) : t('teach.noPosts')} hint={phase.closed ? undefined : t('teach.noPostsHint', { form })} />
    );
  if (stage === 'running' && !showsFigures)
    return <PrivacyCover title={t('teach.postsHidden', { count: feed.posts.length })} hint={t('teach.postsHiddenHint')} show={t('teach.showPosts')} />;
  return (
    <>
      <FeedBar list={list} onList={onList} />
      <StaleNote part="feed" />
      {list === 'feed' ? <Posts key={form} form={form} feed={feed} jump={jump} onJumped={onJumped} /> : <ResponseTable feed={feed} form={form} />}
    </>
  );
}

function Empty({ title, hint }: { title: string; hint?: string | undefined }) {
  return (
    <div className={styles.empty}>
      <EmptyState title={title} compact>
        {hint}
      </EmptyState>
    </div>
  );
}
