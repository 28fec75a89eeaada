import type { rehearsalRemove } from '@classwright/contract/lesson/rehearsals/calls';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';

export interface RemoveRehearsalProps {
  assessmentId: number;
  onClose: () => void;
  /** Called with the assessment that the rehearsal was made from, or null when that is deleted. */
  onRemoved?: (originalId: number | null) => void | Promise<void>;
}

/** Asks before a rehearsal is removed with everything that was done in it. */
export function RemoveRehearsal({ assessmentId, onClose, onRemoved }: RemoveRehearsalProps) {
  const client = useQueryClient();
  const onDelete = async (): Promise<void> => {
    const { original_id } = await api<typeof rehearsalRemove>('DELETE', '/live/learning/rehearsals/:id', { params: { id: assessmentId } });
    showSnack(t('rehearsal.removed'));
    void client.invalidateQueries({ queryKey: ['lessons', 'rehearsals'] });
    await onRemoved?.(original_id);
  };
  return (
    <DeleteDialog title={t('rehearsal.removeAsk')} confirmLabel={t('rehearsal.remove')} onClose={onClose} onDelete={onDelete}>
      <p>{t('rehearsal.removeMore')}</p>
    </DeleteDialog>
  );
}
