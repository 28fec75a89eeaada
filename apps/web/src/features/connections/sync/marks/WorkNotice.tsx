import { useState } from 'react';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { useUser } from '../../../../base/use-user.ts';
import { IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import styles from './marks.module.css';
import { findWork, useSyncedWorks } from './use-synced-works.ts';

const ForeignDialog = lazyScreen(() => import('./ForeignDialog.tsx'), 'ForeignDialog');

/**
 * A notice above an open work that is in Google Classroom: that it was made there, with a way to unlink it, the
 * students who handed in only here, and for a student what is not sent there. Shows nothing if Google Classroom is not
 * set up.
 */
export function WorkNotice({ courseId, workId }: { courseId: number; workId: number }) {
  const isStaff = useUser().rights.includes('submissions:edit');
  const [isOpen, setOpen] = useState(false);
  const hasClassroom = useHasClassroom();
  const work = findWork(useSyncedWorks(courseId, hasClassroom)?.works, workId);
  const isForHandIn = !isStaff && work?.has_hand_in === true;
  if (!hasClassroom || !work || (!work.is_foreign && !(work.was_foreign && isStaff) && work.handed_in_here_only === 0 && !isForHandIn)) return null;
  return (
    <div className={styles.notice}>
      <Notice
        hue="blue"
        icon={IconWorld}
        action={
          isStaff &&
          work.is_foreign && (
            <Button size="s" onClick={() => setOpen(true)}>
              {t(work.graded_here ? 'syncMark.open' : 'syncMark.gradeHere')}
            </Button>
          )
        }
      >
        {work.is_foreign && <p>{t('syncMark.foreign')}</p>}
        {work.was_foreign && isStaff && <p>{t('syncMark.wasForeignAbout')}</p>}
        {isForHandIn && <p>{t(work.is_foreign && !work.graded_here ? 'syncMark.handInThere' : 'syncMark.handInHere')}</p>}
        {isForHandIn && work.alternate_link !== '' && (
          <a href={work.alternate_link} target="_blank" rel="noreferrer" className={buttonClasses({ size: 's' })}>
            {t('syncMark.open')}
          </a>
        )}
        {work.is_foreign && isStaff && <p>{t(work.graded_here ? 'syncMark.gradedHere' : 'syncMark.gradedThere')}</p>}
        {isStaff && work.handed_in_here_only > 0 && (
          <p>
            {t('syncMark.hereOnly', { count: work.handed_in_here_only })}. {t('syncMark.hereOnlyAbout')}
          </p>
        )}
      </Notice>
      {isOpen && <ForeignDialog courseId={courseId} title={t('syncMark.foreign')} work={work} onClose={() => setOpen(false)} />}
    </div>
  );
}
