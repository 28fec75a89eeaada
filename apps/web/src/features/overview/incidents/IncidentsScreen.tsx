import type { incidentList, IncidentView } from '@classwright/contract/overview/incidents/calls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { tidy } from '../../../base/search.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { IncidentDialog } from './IncidentDialog.tsx';
import { parseIncidentSearch } from './search.ts';
import { leftWords, momentWords, spanWords } from './words.ts';

const PER_PAGE = 25;

/** Shows administrators the incidents of their schools, open ones first, and opens new ones. */
export function IncidentsScreen() {
  const { rights, school } = useUser();
  const { search, replace } = usePageSearch(parseIncidentSearch);
  const [isOpen, setOpen] = useState(false);
  const go = useNavigate();
  const list = usePagedList(['incidents'], { page: search.page ?? 1, per_page: PER_PAGE }, (query, signal) =>
    api<typeof incidentList>('GET', '/incidents', { query, signal }),
  );
  const schools = list.data?.schools ?? [];
  const mayCreate = rights.includes('incidents:create') && schools.length > 0;
  const button = (
    <Button icon={IconPlus} onClick={() => setOpen(true)}>
      {t('incidents.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('menu.page.incidents')} sub={t('incidents.about')} actions={mayCreate ? button : undefined} />
      <DataTable
        caption={t('menu.page.incidents')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        withoutSearch
        onState={({ page }) => replace(tidy({ page }))}
        columns={columnsOf()}
        renderOpen={({ id }, words, className) => (
          <AppLink to={`/incidents/${id}`} className={className}>
            {words}
          </AppLink>
        )}
        empty={
          <EmptyState compact title={t('incidents.none')}>
            {t('incidents.noneHint')}
          </EmptyState>
        }
      />
      {isOpen && (
        <IncidentDialog
          schools={schools}
          schoolId={school?.id ?? schools[0]?.id ?? 0}
          onSaved={({ incident }) => void go({ to: `/incidents/${incident.id}` as '/home' })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const clockWords = (done: string | null, due: string, zone: string): string =>
  done === null ? leftWords(due, Date.now()) : t('incidents.clock.done', { date: momentWords(done, zone) });

const columnsOf = (): Column<IncidentView>[] => [
  { key: 'title', header: t('incidents.title'), width: 280, cell: ({ title }) => title },
  { key: 'school', header: t('incidents.school'), width: 160, cell: ({ school }) => school },
  { key: 'noticed', header: t('incidents.noticed'), width: 160, cell: ({ noticed_at, time_zone }) => momentWords(noticed_at, time_zone) },
  { key: 'span', header: t('incidents.span'), width: 180, cell: spanWords },
  {
    key: 'authority',
    header: t('incidents.clock.authority'),
    width: 150,
    cell: ({ authority_done_at, authority_due_at, time_zone }) => clockWords(authority_done_at, authority_due_at, time_zone),
  },
  {
    key: 'families',
    header: t('incidents.clock.families'),
    width: 150,
    cell: ({ families_done_at, families_due_at, time_zone }) => clockWords(families_done_at, families_due_at, time_zone),
  },
  { key: 'state', header: t('incidents.state'), width: 100, cell: ({ closed_at }) => t(closed_at === null ? 'incidents.stateOpen' : 'incidents.stateClosed') },
];
