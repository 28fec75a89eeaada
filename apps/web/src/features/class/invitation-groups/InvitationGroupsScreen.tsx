import { invitationGroups } from '@classwright/contract/lists/invitation-group';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import { ListScreen, parseListSearch, type Row } from '../../school/lists/index.ts';
import { AccountsDialog } from './AccountsDialog.tsx';
import { TEMPLATE } from './calls.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { t } from '../../../base/t.ts';
import { countWords } from './count-words.ts';

type Action = 'view' | 'create' | 'edit' | 'delete';

/** Shows the invitation groups and their people. People see only what they may use. */
export function InvitationGroupsScreen() {
  const { rights } = useUser();
  const may = (action: Action) => rights.includes(`${invitationGroups.resource}:${action}`);
  const { search, push, replace } = usePageSearch(parseListSearch);
  const { accounts: openId, ...state } = search;
  const queries = useQueryClient();
  const [importing, setImporting] = useState(false);
  const accounts: Column<Row> = {
    key: 'accounts',
    header: t('invitationGroup.accounts'),
    cell: ({ id, name, accounts_count }) => (
      <Button
        variant="light"
        size="s"
        aria-label={`${t('invitationGroup.open', { name: String(name) })}: ${countWords(Number(accounts_count))}`}
        onClick={() => push({ ...state, accounts: id })}
      >
        {countWords(Number(accounts_count))}
      </Button>
    ),
  };
  const actions = (
    <>
      <a className={buttonClasses({})} href={TEMPLATE} target="_blank" rel="noreferrer">
        {t('invitationGroup.template')}
      </a>
      {may('edit') && (
        <Button icon={IconCloudUpload} onClick={() => setImporting(true)}>
          {t('invitationGroup.import')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <ListScreen list={invitationGroups} may={may} actions={actions} further={[accounts]} />
      {openId !== undefined && <AccountsDialog key={openId} id={openId} mayEdit={may('edit')} onClose={() => replace(state)} />}
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
