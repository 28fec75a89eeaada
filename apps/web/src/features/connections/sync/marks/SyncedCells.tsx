import type { BriefResult } from '@classwright/contract/core/endpoint';
import type { syncWorks } from '@classwright/contract/connections/sync/classes';
import { type ReactNode, useMemo, useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconArrowsRightLeft, IconCloudCheck } from '../../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import type { CellMarks } from '../../../class/gradebook/index.ts';
import { t } from '../../../../base/t.ts';
import { useSyncedWorks } from './use-synced-works.ts';

const GradeOffer = lazyScreen(() => import('./GradeOffer.tsx'), 'GradeOffer');
const ConflictDialog = lazyScreen(() => import('./ConflictDialog.tsx'), 'ConflictDialog');

type Known = BriefResult<typeof syncWorks>;
const keyOf = (workId: number, accountId: number) => `${workId}.${accountId}`;

/**
 * Renders a gradebook with marks for grades that differ in Google Classroom and those that Google has confirmed. No
 * marks if Google Classroom is not set up.
 */
export function SyncedCells({ courseId, children }: { courseId: number; children: (marks: CellMarks) => ReactNode }) {
  const hasClassroom = useHasClassroom();
  const known = useSyncedWorks(courseId, hasClassroom);
  const marks = useMemo((): CellMarks => {
    const conflicts = new Map(known?.conflicts.map((one) => [keyOf(one.course_work_id, one.account_id), one]));
    const receipts = new Map(known?.receipts.map((one) => [keyOf(one.course_work_id, one.account_id), one]));
    return {
      differs: (workId, accountId) => (conflicts.has(keyOf(workId, accountId)) ? t('syncMark.differs') : null),
      drawOffer: (how) => hasClassroom && <GradeOffer courseId={courseId} {...how} />,
      drawPanel: (workId, accountId) => (
        <CellPanel courseId={courseId} conflict={conflicts.get(keyOf(workId, accountId))} receipt={receipts.get(keyOf(workId, accountId))} />
      ),
    };
  }, [courseId, hasClassroom, known]);
  return children(marks);
}

/** Shows the open conflict of a cell, with the choice, or the time at which Google confirmed its grade. */
function CellPanel({
  courseId,
  conflict,
  receipt,
}: {
  courseId: number;
  conflict: Known['conflicts'][number] | undefined;
  receipt: Known['receipts'][number] | undefined;
}) {
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const [isOpen, setOpen] = useState(false);
  const valueOf = (value: string | null) => value ?? t('syncMark.none');
  if (conflict)
    return (
      <span>
        <IconArrowsRightLeft size={16} />
        {t('syncMark.differsOf', { ours: valueOf(conflict.ours), theirs: valueOf(conflict.theirs) })}
        {mayRun && (
          <Button size="s" onClick={() => setOpen(true)}>
            {t('syncMark.choose')}
          </Button>
        )}
        {isOpen && <ConflictDialog courseId={courseId} conflict={conflict} onClose={() => setOpen(false)} />}
      </span>
    );
  if (!receipt) return null;
  return (
    <span>
      <IconCloudCheck size={16} />
      {receipt.grade === null
        ? t('syncMark.confirmed', { time: momentOf(receipt.at) })
        : t('syncMark.confirmedGrade', { time: momentOf(receipt.at), grade: receipt.grade })}
    </span>
  );
}
