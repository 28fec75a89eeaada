import type { SyncedWorkView } from '@classwright/contract/connections/sync/classes';
import type { ReactNode } from 'react';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { IconCloudCheck } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import type { WorkMarks } from '../../../class/classwork/index.ts';
import { t } from '../../../../base/t.ts';
import styles from './marks.module.css';
import { findWork, useSyncedWorks } from './use-synced-works.ts';

const ForeignDialog = lazyScreen(() => import('./ForeignDialog.tsx'), 'ForeignDialog');

/** Renders the works of a class with their connection to Google Classroom. Without a setup they are ordinary works. */
export function SyncedWorks({ courseId, isStaff, children }: { courseId: number; isStaff: boolean; children: (marks: WorkMarks) => ReactNode }) {
  const works = useSyncedWorks(courseId, useHasClassroom())?.works;
  return children({
    draw: (id) => {
      const work = findWork(works, id);
      return work && <WorkMark work={work} isStaff={isStaff} />;
    },
    linkOf: ({ id, title }) => {
      const work = findWork(works, id);
      if (!work || work.alternate_link === '') return null;
      return { words: t('syncMark.open'), label: t('syncMark.openOf', { title }), icon: IconWorld, href: work.alternate_link };
    },
    isLocked: (id) => findWork(works, id)?.is_foreign ?? false,
    lockOf: ({ title }) => ({ words: t('syncMark.whyNotHere'), label: t('syncMark.whyLocked', { title }) }),
    drawLock: ({ id, title }, onClose) => {
      const work = findWork(works, id);
      return work && <ForeignDialog courseId={courseId} title={title} work={work} onClose={onClose} />;
    },
  });
}

/** Shows where a work was made or is also known. For staff it also shows how many handed in only here. */
function WorkMark({ work, isStaff }: { work: SyncedWorkView; isStaff: boolean }) {
  const Icon = work.is_foreign || work.was_foreign ? IconWorld : IconCloudCheck;
  const known = work.was_foreign ? 'syncMark.wasForeign' : 'syncMark.known';
  return (
    <Row as="small" inline wrap gap={6} rowGap={4} weight={400} tone="dimmed">
      <Icon size={15} />
      {work.is_foreign ? t(work.graded_here && isStaff ? 'syncMark.foreignGradedHere' : 'syncMark.foreign') : t(known)}
      {isStaff && work.handed_in_here_only > 0 && (
        <span className={styles.hereOnly} title={t('syncMark.hereOnlyAbout')}>
          {t('syncMark.hereOnly', { count: work.handed_in_here_only })}
        </span>
      )}
    </Row>
  );
}
