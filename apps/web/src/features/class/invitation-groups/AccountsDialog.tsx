import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { type Column, DataTable, type ListAnswer, RowActs } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import { AddAccounts } from './AddAccounts.tsx';
import { AddClassDialog } from './AddClassDialog.tsx';
import { addAccounts, nameOrEmail, loadGroup, type Member, removeAccounts } from './calls.ts';
import { ImportDialog } from './ImportDialog.tsx';
import styles from './invitation-groups.module.css';
import { t } from '../../../base/t.ts';
import { countWords } from './count-words.ts';

/** The number of rows on a page. */
const PER_PAGE = 25;

/** Folds case, accents and letter forms, so that they make no difference. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns a page of the members whose name and email contain every typed word. A page past the end is the last one.
 */
function pageOfMembers(members: readonly Member[], text: string, page: number): ListAnswer<Member> {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  const found = members.filter((member) => {
    const searched = folded(`${nameOrEmail(member)} ${member.email}`);
    return words.every((word) => searched.includes(word));
  });
  const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, last);
  const data = found.slice((current - 1) * PER_PAGE, current * PER_PAGE);
  const from = data.length > 0 ? (current - 1) * PER_PAGE + 1 : null;
  return {
    data,
    pagination: { total: found.length, per_page: PER_PAGE, current_page: current, last_page: last, from, to: from && from + data.length - 1 },
  };
}

/** Shows the people in a group in full screen, to search, add, import and remove them. `mayEdit` false: read only. */
export function AccountsDialog({ id, mayEdit, onClose }: { id: number; mayEdit: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [importing, setImporting] = useState(false);
  const [addingClass, setAddingClass] = useState(false);
  const members = useQuery({
    queryKey: ['list', 'invitationGroup', 'accounts', id],
    queryFn: ({ signal }) => loadGroup(id, signal),
    select: (group) => ({ group, ...pageOfMembers(group.accounts, text, page) }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = members;
  const renew = () => void queries.invalidateQueries({ queryKey: ['list', 'invitationGroup'] });
  const search = (words: string) => {
    setText(words);
    setPage(1);
  };
  const isGone = isApiError(error, 'NOT_FOUND');
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        locked={leaving !== null || importing || addingClass}
        shape="screen"
        title={data ? t('invitationGroup.open', { name: data.group.name }) : t('invitationGroup.accounts')}
      >
        {mayEdit && !isGone && <AddAccounts groupId={id} onAdded={renew} onImport={() => setImporting(true)} onClass={() => setAddingClass(true)} />}
        {isGone ? (
          <p>{t('list.gone', { thing: t('list.invitationGroup') })}</p>
        ) : (
          <DataTable
            caption={t('invitationGroup.accounts')}
            rowKey={(member) => member.id}
            list={members}
            state={{ page }}
            onState={(to) => setPage(to.page ?? 1)}
            columns={columnsOf(mayEdit ? setLeaving : null, data?.pagination.from ?? 1, data?.data ?? [])}
            withoutSearch
            tools={
              <Row wrap gap={16} rowGap={8} align="end" grow className={styles.find}>
                <TextField type="search" label={t('invitationGroup.search')} value={text} maxLength={200} onChange={({ target }) => search(target.value)} />
                <p role="status" className={styles.count}>
                  {data && countWords(data.pagination.total)}
                </p>
              </Row>
            }
            empty={text.trim() === '' ? <Nobody /> : <NothingFound text={text} onClear={() => search('')} />}
          />
        )}
      </Dialog>
      {leaving && (
        <DeleteDialog
          title={t('invitationGroup.removeConfirm')}
          closesOnRefusal
          onClose={() => setLeaving(null)}
          onDelete={async () => {
            const undo = async () => {
              await addAccounts(id, [leaving.id]);
              renew();
              return t('invitationGroup.putBack', { name: nameOrEmail(leaving) });
            };
            try {
              showSnack(await removeAccounts(id, [leaving.id]), { undo });
            } finally {
              renew();
            }
          }}
        >
          {t('invitationGroup.removeText', { name: nameOrEmail(leaving) })}
        </DeleteDialog>
      )}
      {addingClass && <AddClassDialog groupId={id} onClose={() => setAddingClass(false)} onChanged={renew} />}
      {importing && data && <ImportDialog group={data.group} onClose={() => setImporting(false)} onImported={renew} />}
    </>
  );
}

function columnsOf(onRemove: ((member: Member) => void) | null, first: number, shown: readonly Member[]): Column<Member>[] {
  const columns: Column<Member>[] = [
    { key: 'sl', header: t('list.sl'), nowrap: true, card: 'hidden', cell: (member) => first + shown.indexOf(member) },
    { key: 'name', header: t('list.field.name'), heading: true, cell: nameOrEmail },
    {
      key: 'email',
      header: t('invitationGroup.email'),
      card: 'bare',
      cell: ({ email }) => (
        <Text as="span" breaks>
          {email}
        </Text>
      ),
    },
  ];
  if (!onRemove) return columns;
  const actions: Column<Member> = {
    key: 'actions',
    header: t('list.actions'),
    align: 'end',
    nowrap: true,
    card: 'aside',
    cell: (member) => {
      const name = nameOrEmail(member);
      return (
        <RowActs
          name={name}
          acts={[{ words: t('act.remove'), label: t('invitationGroup.remove', { name }), icon: IconTrash, onSelect: () => onRemove(member) }]}
        />
      );
    },
  };
  return [...columns, actions];
}

const Nobody = () => (
  <EmptyState compact title={t('invitationGroup.noAccounts')}>
    {t('invitationGroup.noAccountsText')}
  </EmptyState>
);

const NothingFound = ({ text, onClear }: { text: string; onClear: () => void }) => (
  <EmptyState compact title={t('table.nothingFound')} action={<Button onClick={onClear}>{t('table.clearSearch')}</Button>}>
    {t('table.nothingFoundHint', { text })}
  </EmptyState>
);
