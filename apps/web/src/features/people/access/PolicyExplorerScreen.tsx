import type { accessCallers, accessExplore } from '@classwright/contract/people/access/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { parseExplorerSearch, type ExplorerSearch } from './search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import { useUser } from '../../../base/use-user.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Callers } from './Callers.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { ExplorerPickers } from './ExplorerPickers.tsx';
import { Rights } from './Rights.tsx';
import { t } from '../../../base/t.ts';
import { Why } from './Why.tsx';
import { usePagedList } from '../../../ui/data-table/index.ts';

const loadRolePage = () => import('./RolePage.tsx');

/** Shows the rights of a person or a role; who may make a call; or both, with the reason. */
export function PolicyExplorerScreen() {
  const { search, replace } = usePageSearch(parseExplorerSearch);
  const { account, role, operation } = search;
  const subject = account === undefined ? (role === undefined ? null : { role_id: role }) : { account_id: account };
  const page = { page: search.page ?? 1, search_text: search.search_text ?? '' };

  const explored = useQuery({
    queryKey: ['access', 'explorer', subject],
    queryFn: ({ signal }) => api<typeof accessExplore>('GET', '/access/explorer', { query: subject ?? {}, signal }),
    enabled: subject !== null,
  });
  const callers = usePagedList(
    ['access', 'callers'],
    { operation: operation ?? '', ...page },
    (query, signal) => api<typeof accessCallers>('GET', '/access/callers', { query, signal }),
    { enabled: operation !== undefined },
  );

  const mayChange = useUser().rights.includes('resource-policies:edit');
  const ofRole = role !== undefined && account === undefined ? explored.data : undefined;
  const rolePage = useChunk(loadRolePage, mayChange);

  return (
    <>
      <PageHeader title={t('explorer.title')} sub={t('explorer.about')} />
      <ExplorerPickers
        search={search}
        subjectName={subject ? explored.data?.subject.name : undefined}
        operationName={callers.data?.operation.name === operation ? callers.data?.operation.summary : undefined}
        onSearch={replace}
      />
      {subject && operation && <Why subject={subject} operation={operation} />}
      {operation && <Callers query={callers} state={search} onState={(state) => replace({ ...without(search), ...state })} />}
      {subject &&
        (ofRole && mayChange ? (
          rolePage && <rolePage.RolePage key={ofRole.subject.id} explored={ofRole} onRole={(id) => replace({ role: id })} />
        ) : (
          <Rights key={JSON.stringify(subject)} query={explored} subject={subject} />
        ))}
      {!subject && !operation && (rolePage ? <rolePage.RoleLinks onRole={(id) => replace({ role: id })} /> : mayChange && <LoadingPlaceholder />)}
      {!subject && !operation && <EmptyState title={t('explorer.choose')}>{t('explorer.chooseHint')}</EmptyState>}
    </>
  );
}

const without = ({ page: _page, search_text: _text, ...others }: ExplorerSearch): ExplorerSearch => others;
