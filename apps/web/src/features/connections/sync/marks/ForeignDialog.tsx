import type { SyncedWorkView } from '@classwright/contract/connections/sync/classes';
import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { gradeHere } from '../calls.ts';
import { t } from '../../../../base/t.ts';

interface Foreign {
  courseId: number;
  title: string;
  work: SyncedWorkView;
  onClose: () => void;
}

/**
 * Explains why work made in Google Classroom cannot be edited here. It links to the work there, and offers to grade it
 * here after a confirmation.
 */
export function ForeignDialog({ courseId, title, work, onClose }: Foreign) {
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const detach = async () => {
    setPending(true);
    setError(null);
    try {
      const { message } = await gradeHere(courseId, work.course_work_id);
      await queryClient.invalidateQueries({ queryKey: ['class', courseId] });
      showSnack(message);
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      title={<span dir="auto">{title}</span>}
      onClose={onClose}
      locked={pending}
      footer={
        isAsking ? (
          <>
            <Button disabled={pending} onClick={() => setAsking(false)} data-autofocus>
              {t('common.cancel')}
            </Button>
            <Button variant="danger" pending={pending} onClick={() => void detach()}>
              {t('syncMark.gradeHereYes')}
            </Button>
          </>
        ) : (
          <>
            {mayRun && !work.graded_here && <Button onClick={() => setAsking(true)}>{t('syncMark.gradeHere')}</Button>}
            {work.alternate_link !== '' && (
              <a href={work.alternate_link} target="_blank" rel="noreferrer" className={buttonClasses({ variant: 'filled' })}>
                {t('syncMark.open')}
              </a>
            )}
          </>
        )
      }
    >
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {isAsking ? (
        <p role="status">{t('syncMark.gradeHereAsk')}</p>
      ) : (
        <>
          <p>{t('syncMark.lockedAbout')}</p>
          <p>{t(work.graded_here ? 'syncMark.gradedHere' : 'syncMark.gradedThere')}</p>
        </>
      )}
    </Dialog>
  );
}
