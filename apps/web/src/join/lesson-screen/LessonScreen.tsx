import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconHome } from '../../ui/plain/icons.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { Results } from '../results/Results.tsx';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import { useInAddress } from '../ui/use-in-address.ts';
import { Announcer } from './Announcer.tsx';
import { LessonHeader } from './LessonHeader.tsx';
import styles from './LessonScreen.module.css';
import { LiveFeed } from './LiveFeed.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Refusals } from './Refusals.tsx';
import { LessonProvider } from './use-lesson.ts';

const TABS = ['live-feed', 'results'] as const;

/** The running lesson: title and time always in view, and the tabs Live Feed and Results. */
export function LessonScreen({ lesson, onHome }: { lesson: Lesson; onHome: () => void }) {
  const [tab, setTab] = useInAddress('tab', TABS, 'live-feed');
  return (
    <LessonProvider value={lesson}>
      <div className={styles.page} data-live>
        <div className={styles.top}>
          <LessonHeader />
          <OfflineBanner />
        </div>
        <Announcer />
        <main className={styles.main}>
          <Tabs
            name="lesson"
            label={t('join.tabs')}
            tabs={[
              { id: 'live-feed', label: t('join.liveFeed') },
              { id: 'results', label: t('join.results') },
            ]}
            value={tab}
            onChange={setTab}
            side={<IconButton icon={IconHome} label={t('join.goHome')} size="l" onClick={onHome} />}
          />
          <TabPanel name="lesson" id={tab} className={styles.panel}>
            {tab === 'results' ? (
              <Results lesson={lesson} />
            ) : (
              <>
                <Refusals />
                <LiveFeed />
              </>
            )}
          </TabPanel>
        </main>
      </div>
    </LessonProvider>
  );
}
