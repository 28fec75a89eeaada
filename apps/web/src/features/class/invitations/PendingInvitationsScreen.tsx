import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { acceptInvitation, loadPending, type Pending } from './calls.ts';
import { parsePendingSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const KEY = 'pending-invitations';

/** Many class names already contain the section. */
const classOf = ({ class_name, section }: Pending): string => (section === '' || class_name.includes(section) ? class_name : `${class_name}, ${section}`);

/** Shows the classes that someone is invited to. */
export function PendingInvitationsScreen() {
  const { search, push, replace } = usePageSearch(parsePendingSearch);
  const { page = 1, accept } = search;
  const list = usePagedList([KEY], { page }, loadPending);
  const rows = list.data?.data ?? [];
  const first = list.data?.pagination.from ?? 1;
  const asked = rows.find(({ id }) => id === accept);
  const close = () => replace(({ accept: _asked, ...others }) => others);
  const run = async ({ id }: Pending) => {
    try {
      const { message } = await acceptInvitation(id);
      showSnack(message);
    } finally {
      // One more class appears wherever classes are listed, and the invitation may have changed.
      await Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), queryClient.invalidateQueries({ queryKey: ['courses'] })]);
    }
  };
  return (
    <>
      <PageHeader title={t('pending.title')} />
      <DataTable
        caption={t('pending.title')}
        rowKey={({ id }) => id}
        list={list}
        state={{ page }}
        onState={({ page: to }) => replace(to ? { page: to } : {})}
        withoutSearch
        columns={[
          { key: 'number', header: t('pending.number'), nowrap: true, card: 'hidden', cell: (row) => first + rows.indexOf(row) },
          { key: 'class', header: t('pending.class'), heading: true, cell: (row) => <span dir="auto">{classOf(row)}</span> },
          { key: 'from', header: t('pending.from'), cell: ({ invited_by }) => <span dir="auto">{invited_by}</span> },
          { key: 'as', header: t('pending.as'), nowrap: true, cell: ({ role }) => t(`pending.as.${role}`) },
          {
            key: 'accept',
            header: t('pending.accept'),
            align: 'end',
            nowrap: true,
            card: 'aside',
            cell: (row) => (
              <Button
                size="s"
                variant="filled"
                aria-label={t('pending.acceptOf', { name: classOf(row) })}
                onClick={() => push((before) => ({ ...before, accept: row.id }))}
              >
                {t('pending.accept')}
              </Button>
            ),
          },
        ]}
        empty={<EmptyState title={t('pending.none')}>{t('pending.noneHint')}</EmptyState>}
      />
      {asked && (
        <ConfirmDialog
          opened
          width={500}
          title={t('pending.confirm')}
          cancelLabel={t('common.cancel')}
          confirmLabel={t('pending.yes')}
          pendingLabel={t('pending.accepting')}
          onClose={close}
          onConfirm={() => run(asked)}
        >
          <b dir="auto">{classOf(asked)}</b>
        </ConfirmDialog>
      )}
    </>
  );
}
