import { showSnack } from '../../../base/snackbar.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { deleteAccount } from './calls.ts';
import { t } from '../../../base/t.ts';
import { useAccountName } from './use-accounts.ts';

interface DeleteAccountProps {
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
export function DeleteAccountDialog({ id, name: known, onClose, onDeleted }: DeleteAccountProps) {
  const name = useAccountName(id, known);
  return (
    <DeleteDialog
      title={t('accounts.deleteConfirm')}
      name={name || null}
      pendingLabel={t('accounts.deleting')}
      closesOnRefusal
      onClose={onClose}
      onDelete={async () => {
        showSnack(await deleteAccount(id));
        onDeleted();
      }}
    >
      <p>{t('accounts.deleteHint')}</p>
    </DeleteDialog>
  );
}
