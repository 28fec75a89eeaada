import { useNavigate, useSearch } from '@tanstack/react-router';
import { invitationGroups } from '@classwright/contract/lists/invitation-group';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { NotFound } from '../../app/NotFound.tsx';
import { referenceListSearch, type ReferenceListSearch } from '../../app/search.ts';
import { useTitle } from '../../app/use-title.ts';
import { useUser } from '../../app/use-user.ts';
import { DataTable } from '../../ui/data-table/index.ts';
import { Button, buttonClasses } from '../../ui/plain/Button.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { IconCloudUpload, IconPlus } from '../../ui/plain/icons.ts';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { ListDialogs, toTableColumns, useListPage } from '../lists/index.ts';
import { AccountsDialog } from './AccountsDialog.tsx';
import { TEMPLATE } from './calls.ts';
import { ImportDialog } from './ImportDialog.tsx';
import styles from './invitation-groups.module.css';
import { countWords, t } from './t.ts';

type Action = 'view' | 'create' | 'edit' | 'delete';

/** The invitation groups and who is in them. Nobody sees what they may not use. */
export function InvitationGroupsScreen() {
  const { rights } = useUser();
  const may = (action: Action) => rights.includes(`${invitationGroups.resource}:${action}`);
  return may('view') ? <Groups may={may} /> : <NotFound />;
}

function Groups({ may }: { may: (action: Action) => boolean }) {
  const search = referenceListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [openId, setOpenId] = useState<number | null>(null);
  const [importing, setImporting] = useState(false);
  const { create: _create, edit: _edit, delete: _delete, ...state } = search;
  const go = (to: ReferenceListSearch, replace: boolean) => void navigate({ to: '.', search: to as never, replace, resetScroll: false });
  const onPage = useCallback(
    (page: number) => void navigate({ to: '.', search: ((before: object) => ({ ...before, page })) as never, replace: true }),
    [navigate],
  );
  const { page, onSaved, onDeleted } = useListPage(invitationGroups, search, onPage);
  const things = t('list.invitationGroup.many');
  useTitle(things);
  const rows = page.data?.data ?? [];
  const first = page.data?.pagination.from ?? 1;
  const createButton = may('create') && (
    <Button variant="filled" icon={IconPlus} onClick={() => go({ ...state, create: true }, false)}>
      {t('list.create', { thing: t('list.invitationGroup') })}
    </Button>
  );
  const actions = (
    <div className={styles.tools}>
      <a className={buttonClasses({ variant: 'subtle' })} href={TEMPLATE} target="_blank" rel="noreferrer">
        {t('invitationGroup.template')}
      </a>
      {may('edit') && (
        <Button icon={IconCloudUpload} onClick={() => setImporting(true)}>
          {t('invitationGroup.import')}
        </Button>
      )}
      {createButton}
    </div>
  );
  const [serial, name, ...rest] = toTableColumns(invitationGroups, {
    serialOf: (row) => first + rows.findIndex(({ id }) => id === row.id),
    onEdit: may('edit') ? (row) => go({ ...state, edit: row.id }, false) : null,
    onDelete: may('delete') ? (row) => go({ ...state, delete: row.id }, false) : null,
    canDelete: () => true,
  });
  const accounts = {
    key: 'accounts',
    header: t('invitationGroup.accounts'),
    cell: (row: (typeof rows)[number]) => (
      <Button
        variant="light"
        size="s"
        aria-label={`${t('invitationGroup.open', { name: String(row['name']) })}: ${countWords(Number(row['accounts_count']))}`}
        onClick={() => setOpenId(row.id)}
      >
        {countWords(Number(row['accounts_count']))}
      </Button>
    ),
  };
  return (
    <>
      <PageHeader title={things} sub={t('list.invitationGroup.about')} actions={actions} />
      <DataTable
        caption={things}
        rowKey={({ id }) => id}
        list={page}
        state={state}
        onState={(to) => go(to, true)}
        columns={[serial, name, accounts, ...rest].filter((column) => column !== undefined)}
        empty={
          <EmptyState title={t('list.none', { things })} action={createButton || undefined}>
            {t('list.invitationGroup.about')}
          </EmptyState>
        }
      />
      <ListDialogs list={invitationGroups} search={search} may={may} rows={rows} onClose={() => go(state, true)} onSaved={onSaved} onDeleted={onDeleted} />
      {openId !== null && <AccountsDialog key={openId} id={openId} mayEdit={may('edit')} onClose={() => setOpenId(null)} />}
      {importing && (
        <ImportDialog
          group={null}
          onClose={() => setImporting(false)}
          onImported={() => void queries.invalidateQueries({ queryKey: ['list', 'invitationGroup'] })}
        />
      )}
    </>
  );
}
