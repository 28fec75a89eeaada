import { useState } from 'react';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import type { AnnouncementRow } from './calls.ts';
import { t } from './t.ts';

export type Deleting = Pick<AnnouncementRow, 'id' | 'summary' | 'also_in'>;

interface DeleteDialogProps {
  /** The announcements to delete; null: closed. */
  rows: readonly Deleting[] | null;
  onClose: () => void;
  onConfirm: (ids: number[]) => Promise<unknown>;
}

/**
 * A dialog that asks before announcements are deleted. If checked, an announcement posted to several classes is deleted
 * from all of them.
 */
export function DeleteDialog({ rows, onClose, onConfirm }: DeleteDialogProps) {
  return rows && <Question rows={rows} onClose={onClose} onConfirm={onConfirm} />;
}

function Question({ rows, onClose, onConfirm }: DeleteDialogProps & { rows: readonly Deleting[] }) {
  const [isEverywhere, setEverywhere] = useState(false);
  const [only] = rows;
  const chosen = rows.map(({ id }) => id);
  const elsewhere = [...new Set(rows.flatMap(({ also_in }) => also_in))].filter((id) => !chosen.includes(id));
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('notifications.deleteTitle')}
      confirmLabel={t('notifications.ok')}
      cancelLabel={t('notifications.cancel')}
      width={500}
      onConfirm={() => onConfirm(isEverywhere ? [...chosen, ...elsewhere] : chosen)}
    >
      <Text dir={rows.length === 1 ? 'auto' : undefined} breaks>
        {rows.length === 1 ? only?.summary || t('stream.withoutWords') : t('notifications.chosen', { count: rows.length })}
      </Text>
      {elsewhere.length > 0 && (
        <CheckField
          label={t('notifications.everywhere', { count: elsewhere.length })}
          checked={isEverywhere}
          onChange={({ target }) => setEverywhere(target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
