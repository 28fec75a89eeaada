import type { SchoolRow } from '@classwright/contract/overview/all-schools/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable } from '../../../ui/data-table/index.ts';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconBan, IconReload, IconSettings } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { ALL_SCHOOLS_KEY, listAllSchools, resumeSchools } from './calls.ts';
import { type SchoolAct, schoolColumns } from './columns.tsx';
import { LimitDialog, SuspendDialog } from './dialogs.tsx';
import { parseAllSchoolsSearch } from './search.ts';

const ROWS = 50;

/** Returns one page of the schools whose name has the text, as lists of the server have it. */
function toPage(every: readonly SchoolRow[], page: number, text: string) {
  const schools = every.filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()));
  const data = schools.slice((page - 1) * ROWS, page * ROWS);
  const from = data.length === 0 ? null : (page - 1) * ROWS + 1;
  const pagination = { total: schools.length, per_page: ROWS, current_page: page, last_page: Math.max(1, Math.ceil(schools.length / ROWS)) };
  return { data, pagination: { ...pagination, from, to: from === null ? null : from + data.length - 1 } };
}

/** Shows the people who run the installation every school: sizes, limits, suspensions, and what they can do about them. */
export function AllSchoolsScreen() {
  const mayAct = useUser().rights.includes('all-schools:edit');
  const { search, replace } = usePageSearch(parseAllSchoolsSearch);
  const { page = 1, search_text = '' } = search;
  const list = useQuery({
    queryKey: ALL_SCHOOLS_KEY,
    queryFn: ({ signal }) => listAllSchools(signal),
    select: ({ schools }) => toPage(schools, page, search_text),
  });
  const all = queryClient.getQueryData<{ schools: SchoolRow[] }>(ALL_SCHOOLS_KEY)?.schools ?? [];
  const selection = useSelection(search_text);
  const [acting, setActing] = useState<{ act: SchoolAct; schools: SchoolRow[] } | null>(null);
  const close = () => setActing(null);
  const onSaved = () => {
    selection.clear();
    void queryClient.invalidateQueries({ queryKey: ALL_SCHOOLS_KEY });
  };
  const chosen = all.filter(({ id }) => selection.has(id));
  const onAct = (act: SchoolAct, schools: SchoolRow[]) => setActing({ act, schools });
  return (
    <>
      <PageHeader title={t('menu.page.all-schools')} sub={t('allSchools.about')} />
      <DataTable
        caption={t('menu.page.all-schools')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={replace}
        columns={schoolColumns({ mayAct, onAct, hasPaces: all.some(({ max_requests_per_minute }) => max_requests_per_minute !== null) })}
        selecting={
          mayAct
            ? {
                of: selection,
                nameOf: ({ name }) => name,
                offersAll: false,
                actions: (
                  <>
                    <Button size="s" icon={IconBan} onClick={() => onAct('suspend', chosen)}>
                      {t('allSchools.suspend')}
                    </Button>
                    <Button size="s" icon={IconReload} onClick={() => onAct('resume', chosen)}>
                      {t('allSchools.resume')}
                    </Button>
                    <Button size="s" icon={IconSettings} onClick={() => onAct('limit', chosen)}>
                      {t('allSchools.limit')}
                    </Button>
                  </>
                ),
              }
            : undefined
        }
        empty={<EmptyState title={t('allSchools.none')}>{t('allSchools.noneHint')}</EmptyState>}
      />
      {acting?.act === 'suspend' && <SuspendDialog schools={acting.schools} onSaved={onSaved} onClose={close} />}
      {acting?.act === 'limit' && <LimitDialog schools={acting.schools} onSaved={onSaved} onClose={close} />}
      <ConfirmDialog
        opened={acting?.act === 'resume'}
        onClose={close}
        title={t('allSchools.resumeTitle', { count: acting?.schools.length ?? 0 })}
        confirmLabel={t('allSchools.resume')}
        cancelLabel={t('common.cancel')}
        onConfirm={async () => {
          const { message } = await resumeSchools(acting?.schools.map(({ id }) => id) ?? []);
          showSnack(message);
          onSaved();
        }}
      >
        <p>{t('allSchools.resumeAbout')}</p>
        <p dir="auto">{acting?.schools.map(({ name }) => name).join(', ')}</p>
      </ConfirmDialog>
    </>
  );
}
