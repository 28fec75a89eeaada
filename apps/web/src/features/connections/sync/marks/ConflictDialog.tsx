import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { type Side, solveConflict, SYNC, type SyncedConflict } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './marks.module.css';

interface CellConflict {
  courseId: number;
  conflict: Pick<SyncedConflict, 'id' | 'ours' | 'ours_by' | 'ours_at' | 'theirs' | 'theirs_at'>;
  onClose: () => void;
}

/** Shows both grades of a cell side by side, with the choice. */
export function ConflictDialog({ courseId, conflict, onClose }: CellConflict) {
  const [pending, setPending] = useState<Side | null>(null);
  const [error, setError] = useState<unknown>(null);
  const choose = async (side: Side) => {
    setPending(side);
    setError(null);
    try {
      const { message, refused } = await solveConflict(conflict.id, side);
      await Promise.all([queryClient.invalidateQueries({ queryKey: ['class', courseId] }), queryClient.invalidateQueries({ queryKey: [SYNC] })]);
      const [kept] = refused;
      showSnack(kept?.message ?? message, kept ? { color: 'amber', timeout: 10_000 } : {});
      onClose();
    } catch (failure) {
      setError(failure);
      setPending(null);
    }
  };
  const sides = [
    { side: 'ours', where: t('syncMark.here'), value: conflict.ours, by: whoAndWhen(conflict.ours_by, conflict.ours_at), words: t('syncMark.keepOurs') },
    { side: 'theirs', where: t('syncMark.there'), value: conflict.theirs, by: whoAndWhen(null, conflict.theirs_at), words: t('syncMark.keepTheirs') },
  ] as const;
  return (
    <Dialog opened title={t('syncMark.conflictTitle')} onClose={onClose} locked={pending !== null}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <p>{t('syncMark.conflictAbout')}</p>
      <div className={styles.sides}>
        {sides.map(({ side, where, value, by, words }) => (
          <div key={side} className={styles.side}>
            <span>{where}</span>
            <b dir="auto">{value ?? t('syncMark.none')}</b>
            <small dir="auto">{by}</small>
            <Button pending={pending === side} disabled={pending !== null && pending !== side} onClick={() => void choose(side)}>
              {words}
            </Button>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** Google does not report who changed it. */
function whoAndWhen(name: string | null, at: string | null): string {
  const time = at === null ? '' : momentOf(at);
  return name !== null && time !== '' ? t('syncMark.by', { name, time }) : (name ?? time);
}
