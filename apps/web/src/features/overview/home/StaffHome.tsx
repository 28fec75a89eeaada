import { hasPage } from '../../../ui/page-menu/menu.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import { t } from '../../../base/t.ts';
import { parseHomeSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import styles from './Home.module.css';

/** The table below the lessons of today loads after them. */
const LessonList = lazyScreen(() => import('../../lesson/lessons/index.ts'), 'LessonList');
const loadWays = () => import('./Ways.tsx');
const loadFirstSteps = () => import('./FirstSteps.tsx');
const loadSections = () => import('./staff-sections.ts');

/**
 * The home page of staff: a school's first steps for those who set it up, today's lessons, the week and what it asks for,
 * then all lessons and assessments. People with neither see the pages of their menu.
 */
export function StaffHome() {
  const { menus, rights } = useUser();
  const { search, replace } = usePageSearch(parseHomeSearch);
  const { week, ...list } = search;
  const hasLessons = hasPage(menus, '/teacher-live-learning');
  const isElsewhere = !hasLessons && !hasPage(menus, '/assessments');
  const ways = useChunk(loadWays, isElsewhere);
  const firstSteps = useChunk(loadFirstSteps, rights.includes('accounts:create'));
  const sections = useChunk(loadSections);
  return (
    <>
      {sections && <sections.PrintHead />}
      {sections && <sections.AccountChanges />}
      {sections && <sections.OtherDevices />}
      {sections && <sections.SystemCard />}
      {sections && <sections.LimitsCard />}
      {firstSteps && <firstSteps.FirstSteps />}
      {hasLessons && sections && <sections.NextLessons />}
      {hasLessons && sections && <sections.Monday first={week} />}
      {sections ? <sections.StaffToDo hasWeek={hasLessons} /> : <LoadingPlaceholder />}
      {isElsewhere && ways && <ways.Ways />}
      {hasLessons && sections && <sections.TryLesson />}
      {hasLessons && (
        <section aria-labelledby="live-learning">
          <h2 id="live-learning" className={styles.heading}>
            {t('home.liveLearning')}
          </h2>
          <p className={styles.hint}>{t('home.liveLearningHint')}</p>
          <LessonList state={list} onState={replace} />
        </section>
      )}
      {sections && <sections.AnnouncementsCard />}
      {sections && <sections.StaffCards />}
    </>
  );
}
