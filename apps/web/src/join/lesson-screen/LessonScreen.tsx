import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconHelpHexagon, IconHome } from '../../ui/plain/icons.ts';
import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';
import { Row, Stack } from '../../ui/plain/layout/layout.tsx';
import type { Lesson } from '../lesson/lesson.ts';
import { Results } from '../results/Results.tsx';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import { useInAddress } from '../ui/use-in-address.ts';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../base/use-store.ts';
import { LessonHeader } from './LessonHeader.tsx';
import styles from './LessonScreen.module.css';
import { LiveFeed } from './LiveFeed.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Refusals } from './Refusals.tsx';
import { LessonProvider, useLesson, useMode, useModel, usePhase } from './use-lesson.ts';

/** Parts that few phones need. */
const AskTeacher = lazyScreen(() => import('./AskTeacher.tsx'), 'AskTeacher');
const Notes = lazyScreen(() => import('./Notes.tsx'), 'Notes');

const TABS = ['live-feed', 'results'] as const;

/** The running lesson: title and time always in view, and the tabs Live Feed and Results. */
export function LessonScreen({ lesson, onHome }: { lesson: Lesson; onHome: () => void }) {
  const [tab, setTab] = useInAddress('tab', TABS, 'live-feed');
  const [isAsking, setAsking] = useState(false);
  const { hidden, questions } = useStore(lesson.notes.notes);
  const hasNotes = hidden.length > 0 || questions.length > 0;
  return (
    <LessonProvider value={lesson}>
      <Stack size={16} className={styles.page} data-live>
        <div className={styles.top}>
          <LessonHeader />
          <OfflineBanner />
        </div>
        <Announcer />
        <Stack as="main" grow shrinks>
          <ShownVote />
          <Tabs
            name="lesson"
            label={t('join.tabs')}
            tabs={[
              { id: 'live-feed', label: t('join.liveFeed') },
              { id: 'results', label: t('join.results') },
            ]}
            value={tab}
            onChange={setTab}
            side={
              <Row>
                <IconButton icon={IconHelpHexagon} label={t('join.ask')} size="l" onClick={() => setAsking(true)} />
                <IconButton icon={IconHome} label={t('join.goHome')} size="l" onClick={onHome} />
              </Row>
            }
          />
          <TabPanel name="lesson" id={tab} className={styles.panel}>
            {tab === 'results' ? (
              <Results lesson={lesson} />
            ) : (
              <>
                <Refusals />
                {hasNotes && <Notes />}
                <LiveFeed />
              </>
            )}
          </TabPanel>
        </Stack>
        {isAsking && <AskTeacher onClose={() => setAsking(false)} />}
      </Stack>
    </LessonProvider>
  );
}

/** The vote that the teacher shows now. It is loaded with the first one. */
function ShownVote() {
  const { known } = useModel();
  return known?.vote?.isShown ? <Vote key={known.vote.id} vote={known.vote} /> : null;
}

const Vote = lazyScreen(() => import('./Vote.tsx'), 'Vote');

/**
 * Announces visible changes politely to screen readers: the last minute, a form that opens or closes, the end of the
 * time. Shows nothing.
 */
function Announcer() {
  const reminder = useStore(useLesson().countdown.reminder);
  const phase = usePhase();
  const mode = useMode();
  const [words, setWords] = useState('');
  const before = useRef({ form: phase?.form, closed: phase?.closed, mode });
  useEffect(() => {
    const was = before.current;
    before.current = { form: phase?.form, closed: phase?.closed, mode };
    if (!phase || was.form === undefined) return;
    if (was.form !== phase.form) setWords(t('join.formOpened', { form: phase.form }));
    else if (!was.closed && phase.closed) setWords(t('join.formClosed', { form: phase.form }));
    else if (was.mode === 'answering' && mode === 'time-up') setWords(t('join.timeUp'));
  }, [phase, mode]);
  useEffect(() => {
    if (reminder === 60 || reminder === 30 || reminder === 10) setWords(t(`join.remind.${reminder}`));
  }, [reminder]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {words}
    </p>
  );
}
