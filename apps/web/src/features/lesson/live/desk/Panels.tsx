import { FORMS } from '@classwright/contract/lesson/live/forms';
import { useEffect, useState } from 'react';
import { useMedia } from '../../../../base/use-media.ts';
import { Tabs } from '../../../../lesson/Tabs.tsx';
import { Grid, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { FeedPanel } from '../feed/FeedPanel.tsx';
import type { Jump } from '../feed/jump.ts';
import { CommentLogs } from '../people/CommentLogs.tsx';
import { StudentsPanel } from '../people/StudentsPanel.tsx';
import { ResultsPanel } from '../results/index.ts';
import { t } from '../../../../base/t.ts';
import { useAddress } from '../use-address.ts';
import { useLive, useModel, usePhase, useStage } from '../use-live.ts';
import { phasesOf } from '../lesson/model.ts';
import styles from './Desk.module.css';
import { QuestionPanel } from './QuestionPanel.tsx';

const NARROW = ['question', 'feed', 'people', 'logs'] as const;
type Panel = (typeof NARROW)[number];

/**
 * The panels for the question with its figures, the feed, and the students. They are side by side; on a phone, one is
 * shown.
 */
export function Panels({ onCommenting }: { onCommenting: () => void }) {
  const { lesson } = useLive();
  const stage = useStage();
  const phase = usePhase();
  const phases = useModel(phasesOf);
  const hasLogs = useModel((model) => (model.logs?.logs.length ?? 0) > 0);
  const address = useAddress();
  const isNarrow = useMedia('(max-width: 959.9px)');
  const [panel, setPanel] = useState<Panel>(address.post === null ? 'question' : 'feed');
  const current = phase?.form ?? FORMS[0];
  const tab = address.form ?? current;
  const [jump, setJump] = useState<Jump | null>(address.post === null ? null : { form: tab, postId: address.post, commentId: null });
  const isOpened = phases.some(({ form }) => form === tab);
  // The question of a form that has not opened stays hidden, since a laptop may be mirrored.
  const form = isOpened ? tab : current;

  useEffect(() => {
    lesson.show(isOpened ? tab : null);
  }, [lesson, tab, isOpened]);

  const onJump = (to: Jump) => {
    address.showForm(to.form === phase?.form ? null : to.form);
    if (address.list === 'responses') address.showList('feed');
    setPanel('feed');
    setJump(to);
  };

  const panels: Record<Panel, () => React.JSX.Element> = {
    question: () => (stage === 'finished' ? <ResultsPanel form={form} /> : <QuestionPanel form={form} />),
    feed: () => <FeedPanel form={tab} jump={jump} onJumped={() => setJump(null)} onCommenting={onCommenting} />,
    people: () => <StudentsPanel />,
    logs: () => <CommentLogs onJump={onJump} />,
  };
  if (!isNarrow) {
    return (
      <Grid gap={12} grow className={styles.panels}>
        {panels.question()}
        {panels.feed()}
        <Grid gap={12} shrinks className={styles.side} data-logs={hasLogs ? undefined : 'empty'}>
          {panels.people()}
          {panels.logs()}
        </Grid>
      </Grid>
    );
  }
  const labels: Record<Panel, string> = {
    question: t(stage === 'finished' ? 'teach.results' : 'teach.question'),
    feed: t('teach.feed'),
    people: t('teach.people'),
    logs: t('teach.commentLogs'),
  };
  return (
    <Stack gap={8}>
      <div className={styles.narrowTabs}>
        <Tabs
          name="teach-panels"
          label={t('teach.panels')}
          tabs={NARROW.map((id) => ({ id, label: labels[id] }))}
          value={panel}
          onChange={setPanel}
          look="card"
        />
      </div>
      <div id={`teach-panels-panel-${panel}`} role="tabpanel" aria-labelledby={`teach-panels-tab-${panel}`} className={styles.narrowPanel}>
        {panels[panel]()}
      </div>
    </Stack>
  );
}
