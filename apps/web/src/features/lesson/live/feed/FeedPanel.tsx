import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { PrivacyCover } from '../desk/PrivacyCover.tsx';
import desk from '../desk/Desk.module.css';
import { phasesOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useAddress } from '../use-address.ts';
import { useLive, useModel, usePreferences, useProblem, useStage, usePending } from '../use-live.ts';
import { IconCheck, IconChevronDown, IconSortDescending } from '../../../../ui/plain/icons.ts';
import { useId, useState } from 'react';
import type { PostOrder } from './order.ts';
import styles from './FeedPanel.module.css';
import type { Jump } from './jump.ts';
import { Posts } from './Posts.tsx';
import { LessonPlan, PlanDialog, ResponseTable } from '../parts.ts';
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
      {stage !== 'ready' && <PlanLine />}
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
  if (stage === 'ready')
    return (
      <div className={desk.scroll}>
        <LessonPlan />
      </div>
    );
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

/** Says what classmates see in this lesson, and leads to what can be changed of it. */
function PlanLine() {
  const assessed = useModel((model) => model.assessment?.plan);
  const showsAnswers = useModel((model) => model.known?.showsAnswers);
  const isRunning = useStage() === 'running';
  const [isChanging, setChanging] = useState(false);
  if (!assessed) return null;
  const plan = { ...assessed, shows_answers: showsAnswers ?? assessed.shows_answers };
  return (
    <Row gap={8} size={12} tone="dimmed" fixed className={styles.plan}>
      <span>{t(`teach.see.line.${plan.shows_answers}.${plan.with_names ? 'names' : 'nameless'}`)}</span>
      {isRunning && (
        <button type="button" onClick={() => setChanging(true)}>
          {t('teach.see.change')}
        </button>
      )}
      {isChanging && <PlanDialog plan={plan} onClose={() => setChanging(false)} />}
    </Row>
  );
}

function Empty({ title, hint }: { title: string; hint?: string | undefined }) {
  return (
    <Grid align="center" items="center" grow className={styles.empty}>
      <EmptyState title={title} compact>
        {hint}
      </EmptyState>
    </Grid>
  );
}

/** The label names what a press does. The switch next to it shows the current state. */
function CommentingButton({ onPress }: { onPress: () => void }) {
  const isOn = useModel((model) => model.known?.canComment ?? false);
  const isPending = usePending('commenting');
  const { usesKeys } = usePreferences();
  return (
    <button type="button" className={styles.button} onClick={onPress} aria-busy={isPending || undefined} aria-keyshortcuts={usesKeys ? 'C' : undefined}>
      <span>{t(isOn ? 'teach.disableCommenting' : 'teach.enableCommenting')}</span>
      <span className={styles.switch} data-on={isOn || undefined} aria-hidden>
        {isOn && <IconCheck size={12} stroke={3} />}
      </span>
      {usesKeys && (
        <kbd className={desk.kbd} aria-hidden>
          C
        </kbd>
      )}
    </button>
  );
}

/** Switches between feed and responses, and sets the order of the posts. */
function FeedBar({ list, onList }: { list: 'feed' | 'responses'; onList: (list: 'feed' | 'responses') => void }) {
  const { preferences } = useLive();
  const { order } = usePreferences();
  const name = useId();
  return (
    <Row gap={8} justify="between" fixed className={styles.bar}>
      <Row as="fieldset" inline gap={2} align="stretch" radius="md" className={styles.lists}>
        <legend className="visually-hidden">{t('teach.listAs')}</legend>
        {(['feed', 'responses'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={list === one} onChange={() => onList(one)} />
            {t(one === 'feed' ? 'teach.feed' : 'teach.responses')}
          </label>
        ))}
      </Row>
      {list === 'feed' && (
        <Row as="label" inline gap={6} size={13} weight={600} className={styles.order}>
          <span className="visually-hidden">{t('teach.order')}</span>
          <IconSortDescending size={17} />
          <select value={order} onChange={(event) => preferences.change({ order: event.target.value as PostOrder })}>
            <option value="discussed">{t('teach.mostDiscussed')}</option>
            <option value="newest">{t('teach.newest')}</option>
          </select>
          <IconChevronDown size={15} />
        </Row>
      )}
    </Row>
  );
}
