import { useState } from 'react';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import type { AnnouncementRow } from './calls.ts';
import { t } from '../../../base/t.ts';

export type Deleting = Pick<AnnouncementRow, 'id' | 'summary' | 'also_in'>;
interface DeleteAnnouncementsProps {
  /** The announcements to delete; null: closed. */
  rows: readonly Deleting[] | null;
  onClose: () => void;
  onConfirm: (ids: number[]) => Promise<unknown>;
}
/**
 * A dialog that asks before announcements are deleted. If checked, an announcement posted to several classes is deleted
 * from all of them.
 */
export function DeleteAnnouncementsDialog({ rows, onClose, onConfirm }: DeleteAnnouncementsProps) {
  return rows && <Question rows={rows} onClose={onClose} onConfirm={onConfirm} />;
}
function Question({ rows, onClose, onConfirm }: DeleteAnnouncementsProps & { rows: readonly Deleting[] }) {
  const [isEverywhere, setEverywhere] = useState(false);
  const [only] = rows;
  const chosen = rows.map(({ id }) => id);
  const elsewhere = [...new Set(rows.flatMap(({ also_in }) => also_in))].filter((id) => !chosen.includes(id));
  return (
    <DeleteDialog
      title={t('notifications.deleteTitle')}
      name={rows.length === 1 ? only?.summary || t('stream.withoutWords') : t('notifications.chosen', { count: rows.length })}
      confirmLabel={t('notifications.ok')}
      cancelLabel={t('notifications.cancel')}
      onClose={onClose}
      onDelete={() => onConfirm(isEverywhere ? [...chosen, ...elsewhere] : chosen)}
    >
      {elsewhere.length > 0 && (
        <CheckField
          label={t('notifications.everywhere', { count: elsewhere.length })}
          checked={isEverywhere}
          onChange={({ target }) => setEverywhere(target.checked)}
        />
      )}
    </DeleteDialog>
  );
}
