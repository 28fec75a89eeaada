import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { deleteAccount } from './calls.ts';
import { t } from './t.ts';
import { useAccountName } from './use-accounts.ts';

interface DeleteDialogProps {
  id: number;
  /** The name, or null when the account is not on the page. */
  name: string | null;
  onClose: () => void;
  onDeleted: () => void;
}

/**
 * A dialog that asks before an account is deleted. It closes after success and refusal alike; the server's message
 * gives the reason of a refusal.
 */
export function DeleteAccountDialog({ id, name: known, onClose, onDeleted }: DeleteDialogProps) {
  const name = useAccountName(id, known);
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    setDeleting(true);
    try {
      showSnack(await deleteAccount(id));
      onDeleted();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
  };
  return (
    <ConfirmDialog
      opened
      danger
      width={500}
      title={t('accounts.deleteConfirm')}
      cancelLabel={t('common.cancel')}
      confirmLabel={deleting ? t('accounts.deleting') : t('common.ok')}
      onClose={onClose}
      onConfirm={remove}
    >
      {name && (
        <Text weight={600} breaks below={4}>
          {name}
        </Text>
      )}
      <p>{t('accounts.deleteHint')}</p>
    </ConfirmDialog>
  );
}
