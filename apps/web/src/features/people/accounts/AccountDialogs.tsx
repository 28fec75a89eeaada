import { showSnack } from '../../../base/snackbar.ts';
import { AccountDialog, EditAccountDialog } from './AccountDialog.tsx';
import type { Account } from './calls.ts';
import type { CardHolders } from './cards/CardsDialog.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import type { AccountsSearch } from './search.ts';

interface DialogsProps {
  search: AccountsSearch;
  may: (action: 'create' | 'edit' | 'delete') => boolean;
  /** The accounts of the page. */
  rows: readonly Account[];
  onClose: () => void;
  /** Called when accounts were created, saved or deleted. New ones are shown above the list. */
  onChanged: (accounts?: readonly Account[]) => Promise<void>;
  onCards: (holders: CardHolders) => void;
}

/** Shows the dialog that the address names, if the person may use it. */
export function AccountDialogs({ search, may, rows, onClose, onChanged, onCards }: DialogsProps) {
  const nameOf = (id: number): string | null => rows.find((row) => row.id === id)?.full_name ?? null;
  const onSaved = ({ account, message }: { account: Account; message: string }) => {
    showSnack(message);
    void onChanged([account]);
  };
  if (search.import && may('create')) return <ImportDialog onClose={onClose} onImported={onChanged} onCards={onCards} />;
  if (search.create && may('create')) return <AccountDialog account={null} onClose={onClose} onSaved={onSaved} />;
  if (search.edit !== undefined && may('edit')) return <EditAccountDialog key={search.edit} id={search.edit} onClose={onClose} onSaved={onSaved} />;
  if (search.link !== undefined && may('edit')) return <LinkDialog key={search.link} id={search.link} name={nameOf(search.link)} onClose={onClose} />;
  if (search.delete !== undefined && may('delete'))
    return <DeleteAccountDialog key={search.delete} id={search.delete} name={nameOf(search.delete)} onClose={onClose} onDeleted={() => void onChanged()} />;
  return null;
}
