import { useUser } from '../../../base/use-user.ts';
import { OwnSnapshot } from '../OwnSnapshot.tsx';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { LiveSnapshot } from './LiveSnapshot.tsx';
import styles from './snapshot.module.css';
import { t } from '../../../base/t.ts';

/** The live snapshot of a work's lesson: the student's own for students, the staff's for others. */
export function LiveSnapshotDialog({ assessmentId, onClose }: { assessmentId: number; onClose: () => void }) {
  const { rights } = useUser();
  const isStaff = rights.includes('live-lessons:run');
  return (
    <FullDialog title={t('snapshot.title')} onClose={onClose} reading>
      <div className={styles.inDialog}>{isStaff ? <LiveSnapshot assessmentId={assessmentId} /> : <OwnSnapshot assessmentId={assessmentId} />}</div>
    </FullDialog>
  );
}
