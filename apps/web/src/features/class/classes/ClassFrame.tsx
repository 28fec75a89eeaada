import { useChunk } from '../../../base/use-chunk.ts';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isApiError } from '../../../base/api.ts';
import { parseId } from '../../../base/search.ts';
import { useTitle } from '../../../base/use-title.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Skeleton, SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { IconArchive } from '../../../ui/plain/icons.ts';
import { Box, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from './calls.ts';
import styles from './classes.module.css';
import { t } from '../../../base/t.ts';
import { useClassRoom } from './use-class-room.ts';
import { useCourse } from './use-course.ts';

const TABS = ['stream', 'classwork', 'people', 'gradebook'] as const;
export type ClassTab = (typeof TABS)[number];

const PAGES = { stream: 'class-details', classwork: 'class-classwork', people: 'class-people', gradebook: 'class-gradebook' } as const satisfies Record<
  ClassTab,
  string
>;

interface Frame {
  /** The open tab, or null for a page outside the tabs. */
  tab: ClassTab | null;
  /** The actions next to the name of the class. */
  actions?: (course: Course) => ReactNode;
  children: (course: Course) => ReactNode;
}

/** The head of printed pages loads after the screen. */
const loadPrint = () => import('../../../ui/print/PrintHead.tsx');

/** Shows the page of the class whose `id` is in the address: its name, its tabs, and the content of the open one. */
export function ClassFrame(frame: Frame) {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const id = parseId(params['id']);
  return id === undefined ? <NotFound /> : <FrameOf key={id} id={id} {...frame} />;
}

function FrameOf({ id, tab, actions, children }: Frame & { id: number }) {
  const print = useChunk(loadPrint);
  const { data: course, error, isFetching, refetch } = useCourse(id);
  if (course)
    return (
      <>
        <FollowRoom course={course} />
        {print && <print.PrintHead />}
        <PageHeader title={course.name} actions={actions?.(course)} />
        <Tabs course={course} open={tab} />
        {course.is_archived && (
          <Box below={16}>
            <Notice hue="amber" icon={IconArchive}>
              {t('class.archived')}
            </Notice>
          </Box>
        )}
        {children(course)}
      </>
    );
  if (isApiError(error) && error.status === 404) return <NotFound />;
  if (error) return <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />;
  return <FrameLoading />;
}

/** Keeps everything in the frame current with the server. */
function FollowRoom({ course }: { course: Course }) {
  useClassRoom(course.id, course.standing === 'staff');
  return null;
}

/** Scrolls to the last tab, which may be out of sight on a phone. */
const show = (tab: HTMLElement | null): void => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

/**
 * Shows the tabs as links, since each is a page. Each is fetched ahead, so that the name and the tabs stay visible
 * while switching. A student's own grades are not part of the teachers' gradebook.
 */
function Tabs({ course, open }: { course: Course; open: ClassTab | null }) {
  const shown = course.standing === 'staff' ? TABS : TABS.filter((tab) => tab !== 'gradebook');
  return (
    <Row gap={12} below={open === 'gradebook' ? 8 : 16} className={styles.tabLine}>
      <Row as="nav" gap={4} shrinks className={styles.tabs} aria-label={t('class.tabs')}>
        {shown.map((tab) => (
          <Link
            key={tab}
            preload="render"
            className={styles.tab}
            to={`/${PAGES[tab]}/${course.id}` as '/home'}
            {...(tab === open && { 'aria-current': 'page', ref: show })}
          >
            {t(`class.tab.${tab}`)}
            {tab === 'people' && course.student_count > 0 && (
              <Text as="span" size={13} tone="text" className={styles.count} aria-hidden="true">
                {course.student_count}
              </Text>
            )}
          </Link>
        ))}
      </Row>
      {/* what a tab puts at the end of the line */}
      <Box data-class-tools fixed pushed />
    </Row>
  );
}

function FrameLoading() {
  useTitle(t('class.loading'));
  return (
    <>
      <Row below={16} className={styles.loadingName}>
        <Skeleton width={220} height={26} />
      </Row>
      <Row gap={4} below={16} className={styles.tabLine}>
        <Skeleton width="min(100%, 360px)" height={16} />
      </Row>
      <SkeletonText lines={6} />
    </>
  );
}
