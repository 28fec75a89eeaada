import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useIsNarrow } from '../../../base/use-media.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, useScroll } from '../../../ui/data-table/index.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import {
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconDotsVertical,
  IconInfoCircle,
  IconLogout,
  IconMail,
  IconPlus,
  IconSchool,
  IconShieldLock,
} from '../../../ui/plain/icons.ts';
import { IconCloudUpload, IconDownload, IconKey } from '../../../ui/feature-icons/icons.ts';
import { iconButtonClasses } from '../../../ui/plain/icon-button-classes.ts';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { configStore } from '../../../base/config.ts';
import { useStore } from '../../../base/use-store.ts';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { AccountDialog, EditAccountDialog } from './AccountDialog.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { AccountSearch } from './AccountSearch.tsx';
import styles from './accounts.module.css';
import { type BulkAct, loadFoundIds } from './bulk.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { type Account, exportPath, loadAccountBlock, PLAIN_TEMPLATE, setStatus, signOutAccount, TEMPLATE, deleteAccount } from './calls.ts';
import { accountColumns } from './columns.tsx';
import { CardsDialog, type CardHolders } from './cards/CardsDialog.tsx';
import { parseAccountsSearch, type AccountsSearch, filtersOf, isSearching, listPart, orderOf } from './search.ts';
import { t } from '../../../base/t.ts';
import { useAccounts, useAccountName } from './use-accounts.ts';

type May = (action: 'create' | 'edit' | 'delete') => boolean;

/** Shows everyone who can sign in. It hides actions that the person may not use. */
export function AccountsScreen() {
  const { rights } = useUser();
  return <Accounts may={(action) => rights.includes(`accounts:${action}`)} mayAudit={rights.includes('audit:view')} />;
}

const download = (path: `/api/${string}`) => openDownload(path).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));

function Accounts({ may, mayAudit }: { may: May; mayAudit: boolean }) {
  const { search, push, replace } = usePageSearch(parseAccountsSearch);
  const navigate = useNavigate();
  const [cardsFor, setCardsFor] = useState<CardHolders | null>(null);
  const { list, isFresh, renew } = useAccounts(search);
  const part = listPart(search);
  const { scroll: isInScroll, ...asked } = part;
  const scroll = useScroll({
    isOn: isInScroll === true,
    onSwitch: (scroll) => replace({ ...filtersOf(search), ...orderOf({ ...search, scroll }) }),
    query: asked,
    load: loadAccountBlock,
    list,
  });
  const config = useStore(configStore);
  const selection = useSelection(JSON.stringify(filtersOf(search)));
  const [bulk, setBulk] = useState<BulkAct | null>(null);
  const listIds = async () => (selection.isAll ? loadFoundIds(search) : [...selection.keys].map(Number));
  const fail = (failure: unknown) => showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
  const open = (dialog: AccountsSearch) => push({ ...part, ...dialog });
  const run = async (work: () => Promise<string>, undo?: () => Promise<string>) => {
    try {
      showSnack(await work(), undo ? { undo } : {});
      await renew();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
  };
  const isNarrow = useIsNarrow();
  const imports = [
    { label: t('accounts.template'), icon: IconDownload, onSelect: () => void download(TEMPLATE) },
    { label: t('accounts.import'), icon: IconCloudUpload, onSelect: () => open({ import: true }) },
  ];
  const rows = list.data?.data ?? [];
  const when = <T,>(allowed: boolean, action: T): T | null => (allowed ? action : null);
  const found = isSearching(search) && list.data && !list.isPlaceholderData ? list.data.pagination.total : null;
  return (
    <>
      <PageHeader
        title={t('accounts.title')}
        sub={t('accounts.about')}
        actions={
          <Row wrap gap={8} align="stretch" className={styles.tools}>
            {may('create') && (
              <>
                {!isNarrow &&
                  imports.map(({ label, icon, onSelect }) => (
                    <Button key={label} icon={icon} onClick={onSelect}>
                      {label}
                    </Button>
                  ))}
                <Button variant="filled" icon={IconPlus} aria-keyshortcuts="N" onClick={() => open({ create: true })}>
                  {t('accounts.create')}
                </Button>
                {isNarrow && <Menu label={t('accounts.moreActs')} className={iconButtonClasses()} button={<IconDotsVertical size={20} />} actions={imports} />}
              </>
            )}
          </Row>
        }
      />
      <AccountSearch
        filters={filtersOf(search)}
        onSearch={(filters) => replace({ ...filters, ...orderOf(search) })}
        tools={
          <>
            {found !== null && (
              <Notice hue={found > 0 ? 'green' : 'red'} icon={found > 0 ? IconCheck : IconInfoCircle}>
                {t(found > 0 ? 'accounts.found' : 'accounts.notFound')}
              </Notice>
            )}
            <Button icon={IconDownload} onClick={() => void download(exportPath(search))}>
              {t('accounts.export')}
            </Button>
          </>
        }
      />
      <DataTable
        withoutSearch
        caption={t('accounts.title')}
        rowKey={({ id }) => id}
        list={list}
        state={part}
        onState={({ page }) => replace({ ...part, ...(page ? { page } : {}) })}
        scroll={scroll}
        isFresh={isFresh}
        sorting={{
          column: search.sort ?? 'full_name',
          direction: search.direction ?? 'asc',
          onSort: (sort, direction) => replace({ ...filtersOf(search), ...orderOf(search), sort, direction }),
        }}
        selecting={
          may('edit')
            ? {
                of: selection,
                nameOf: ({ full_name }) => full_name,
                actions: (
                  <BulkActions
                    hasMail={config?.sign_in?.mail ?? false}
                    onAct={setBulk}
                    onCards={() => void listIds().then((accountIds) => setCardsFor({ accountIds }), fail)}
                  />
                ),
              }
            : undefined
        }
        columns={accountColumns({
          onEdit: when(may('edit'), ({ id }: Account) => open({ edit: id })),
          onDelete: when(may('delete'), ({ id }: Account) => open({ delete: id })),
          onLink: when(may('edit'), ({ id }: Account) => open({ link: id })),
          onCard: when(may('edit'), ({ id }: Account) => setCardsFor({ accountIds: [id] })),
          onStatus: when(
            may('edit'),
            ({ id, status }: Account) =>
              void run(
                () => setStatus(id, !status),
                async () => {
                  const message = await setStatus(id, status);
                  void renew();
                  return message;
                },
              ),
          ),
          onSignOut: when(may('edit'), ({ id }: Account) => void run(() => signOutAccount(id))),
          onHistory: when(mayAudit, ({ id }: Account) => void navigate({ to: '/audit', search: { subject_type: 'account', subject_id: id } })),
          onProfile: ({ id }) => void navigate({ to: '/profile', search: { account_id: id } }),
        })}
        empty={
          <EmptyState title={isSearching(search) ? t('accounts.noneFits') : t('accounts.none')} compact={isSearching(search)}>
            {isSearching(search) ? t('accounts.noneFitsHint') : t('accounts.noneHint')}
          </EmptyState>
        }
      />
      {may('create') && (
        <p className={styles.plainTemplate}>
          <a className={buttonClasses({ variant: 'subtle' })} href={PLAIN_TEMPLATE} download>
            {t('accounts.plainTemplate')}
          </a>
        </p>
      )}
      <AccountDialogs search={search} may={may} rows={rows} onClose={() => replace(part)} onChanged={renew} onCards={setCardsFor} />
      {bulk && (
        <BulkDialog
          act={bulk}
          count={selection.isAll ? (list.data?.pagination.total ?? 0) : selection.keys.size}
          listIds={listIds}
          onClose={() => setBulk(null)}
          onChanged={() => {
            selection.clear();
            void renew();
          }}
        />
      )}
      {cardsFor && <CardsDialog holders={cardsFor} onClose={() => setCardsFor(null)} />}
    </>
  );
}

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
function AccountDialogs({ search, may, rows, onClose, onChanged, onCards }: DialogsProps) {
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

/** Shows the actions for the selected people. */
function BulkActions({ hasMail, onAct, onCards }: { hasMail: boolean; onAct: (act: BulkAct) => void; onCards: () => void }) {
  return (
    <>
      <Button size="s" icon={IconKey} onClick={onCards}>
        {t('accounts.bulk.cards')}
      </Button>
      {hasMail && (
        <Button size="s" icon={IconMail} onClick={() => onAct('mail_link')}>
          {t('accounts.bulk.mailLink')}
        </Button>
      )}
      <Button size="s" icon={IconShieldLock} onClick={() => onAct('role')}>
        {t('accounts.bulk.role')}
      </Button>
      <Button size="s" icon={IconSchool} onClick={() => onAct('school')}>
        {t('accounts.bulk.school')}
      </Button>
      <Button size="s" icon={IconLogout} onClick={() => onAct('sign_out')}>
        {t('accounts.bulk.signOut')}
      </Button>
      <Button size="s" icon={IconCircleCheck} onClick={() => onAct('activate')}>
        {t('accounts.bulk.activate')}
      </Button>
      <Button size="s" icon={IconBan} onClick={() => onAct('deactivate')}>
        {t('accounts.bulk.deactivate')}
      </Button>
    </>
  );
}

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
function DeleteAccountDialog({ id, name: known, onClose, onDeleted }: DeleteAccountProps) {
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
