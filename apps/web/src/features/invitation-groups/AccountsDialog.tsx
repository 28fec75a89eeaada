import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../app/snackbar.ts';
import { type Choice, ChoiceField } from '../../ui/form/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../ui/plain/ConfirmDialog.tsx';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconCloudUpload, IconTrash } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { addAccounts, fullName, loadGroup, type Member, removeAccount, searchAccounts } from './calls.ts';
import { ImportDialog } from './ImportDialog.tsx';
import styles from './invitation-groups.module.css';
import { countWords, t } from './t.ts';

const isFound = (member: Member, text: string): boolean => `${fullName(member)} ${member.email}`.toLowerCase().includes(text.trim().toLowerCase());

/** Who is in a group: found, added, imported, taken out. `mayEdit` false: only read. */
export function AccountsDialog({ id, mayEdit, onClose }: { id: number; mayEdit: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const {
    data: group,
    error,
    isFetching,
    refetch,
  } = useQuery({ queryKey: ['list', 'invitationGroup', 'accounts', id], queryFn: ({ signal }) => loadGroup(id, signal) });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [fault, setFault] = useState<string>();
  const [inserting, setInserting] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [importing, setImporting] = useState(false);
  const renew = () => void queries.invalidateQueries({ queryKey: ['list', 'invitationGroup'] });
  const insert = async () => {
    setInserting(true);
    setFault(undefined);
    try {
      showSnack(
        await addAccounts(
          id,
          chosen.map((choice) => Number(choice.id)),
        ),
      );
      setChosen([]);
      renew();
    } catch (failure) {
      setFault(errorText(failure));
    } finally {
      setInserting(false);
    }
  };
  const shown = group?.accounts.filter((member) => isFound(member, text)) ?? [];
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        locked={leaving !== null || importing}
        shape="full"
        width="100vw"
        title={group ? t('invitationGroup.open', { name: group.name }) : t('invitationGroup.accounts')}
      >
        {mayEdit && (
          <div className={styles.add}>
            <ChoiceField
              several
              label={t('invitationGroup.add')}
              value={chosen}
              onChange={setChosen}
              source={{ name: 'accounts', load: searchAccounts }}
              error={fault}
            />
            <Button variant="filled" disabled={chosen.length === 0} pending={inserting} onClick={() => void insert()}>
              {inserting ? t('invitationGroup.inserting') : t('invitationGroup.insert')}
            </Button>
            <Button icon={IconCloudUpload} onClick={() => setImporting(true)}>
              {t('invitationGroup.importHere')}
            </Button>
          </div>
        )}
        {error && !isFetching ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !group ? (
          <SkeletonText lines={6} />
        ) : group.accounts.length === 0 ? (
          <EmptyState compact title={t('invitationGroup.noAccounts')}>
            {t('invitationGroup.noAccountsText')}
          </EmptyState>
        ) : (
          <>
            <TextField type="search" label={t('invitationGroup.search')} value={text} maxLength={200} onChange={({ target }) => setText(target.value)} />
            <p role="status" className={styles.count}>
              {countWords(shown.length)}
            </p>
            <ul className={styles.members} aria-label={t('invitationGroup.accounts')}>
              {shown.map((member) => (
                <li key={member.id}>
                  <span>
                    <strong>{fullName(member)}</strong> {member.email}
                  </span>
                  {mayEdit && (
                    <IconButton icon={IconTrash} label={t('invitationGroup.remove', { name: fullName(member) })} onClick={() => setLeaving(member)} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
      {leaving && (
        <ConfirmDialog
          opened
          danger
          width={500}
          title={t('invitationGroup.removeConfirm')}
          cancelLabel={t('common.cancel')}
          confirmLabel={t('common.ok')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            showSnack(await removeAccount(id, leaving.id));
            renew();
          }}
        >
          {t('invitationGroup.removeText', { name: fullName(leaving) })}
        </ConfirmDialog>
      )}
      {importing && group && <ImportDialog group={group} onClose={() => setImporting(false)} onImported={renew} />}
    </>
  );
}
