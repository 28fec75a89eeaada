import type { SyncedWorkView } from '@classwright/contract/connections/sync/classes';
import { type ReactNode, useState } from 'react';
import { CellOverlay } from '../../../../ui/data-table/index.ts';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { iconButtonClasses } from '../../../../ui/plain/icon-button-classes.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconCloudCheck, IconLock } from '../../../../ui/plain/icons.ts';
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
    drawLink: ({ id, title }) => {
      const work = findWork(works, id);
      return work && work.alternate_link !== '' && <WayThere work={work} title={title} />;
    },
    isLocked: (id) => findWork(works, id)?.is_foreign ?? false,
    drawLock: ({ id, title }) => {
      const work = findWork(works, id);
      return work && <Lock courseId={courseId} title={title} work={work} />;
    },
  });
}

/** Shows where a work was made or is also known. For staff it also shows how many handed in only here. */
function WorkMark({ work, isStaff }: { work: SyncedWorkView; isStaff: boolean }) {
  const Icon = work.is_foreign || work.was_foreign ? IconWorld : IconCloudCheck;
  const known = work.was_foreign ? 'syncMark.wasForeign' : 'syncMark.known';
  return (
    <small className={styles.mark}>
      <Icon size={15} />
      {work.is_foreign ? t(work.graded_here && isStaff ? 'syncMark.foreignGradedHere' : 'syncMark.foreign') : t(known)}
      {isStaff && work.handed_in_here_only > 0 && (
        <span className={styles.hereOnly} title={t('syncMark.hereOnlyAbout')}>
          {t('syncMark.hereOnly', { count: work.handed_in_here_only })}
        </span>
      )}
    </small>
  );
}

/** A link to a work in Google Classroom. */
function WayThere({ work, title }: { work: SyncedWorkView; title: string }) {
  const label = t('syncMark.openOf', { title });
  return (
    <a href={work.alternate_link} target="_blank" rel="noreferrer" aria-label={label} title={label} className={iconButtonClasses()}>
      <IconWorld size={20} />
    </a>
  );
}

/** Replaces the editing controls with the reason why it is locked and the possible actions. */
function Lock({ courseId, title, work }: { courseId: number; title: string; work: SyncedWorkView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={IconLock} label={t('syncMark.whyLocked', { title })} onClick={() => setOpen(true)} />
      {isOpen && (
        <CellOverlay>
          <ForeignDialog courseId={courseId} title={title} work={work} onClose={() => setOpen(false)} />
        </CellOverlay>
      )}
    </>
  );
}
