import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { RosterHistory } from './RosterHistory.tsx';
import { RosterPage } from './RosterPage.tsx';
import { parseRostersSearch } from './search.ts';

const SourceReads = lazyScreen(() => import('./sources/index.ts'), 'SourceReads');

/** Rosters by file: the upload with earlier ones, or the one in the address. */
export function RostersScreen() {
  const { rights } = useUser();
  const { search, replace, push } = usePageSearch(parseRostersSearch);
  const mayEdit = rights.includes('rosters:edit');
  const open = (roster: number): void => push({ roster });
  if (search.source !== undefined)
    return (
      <SourceReads
        source={search.source}
        page={search.page ?? 1}
        onPage={(page) => replace({ source: search.source, page })}
        onOpen={open}
        onBack={() => push({})}
      />
    );
  if (search.roster === undefined) return <RosterHistory page={search.page ?? 1} mayEdit={mayEdit} onPage={(page) => replace({ page })} onOpen={open} />;
  return (
    <RosterPage
      key={search.roster}
      id={search.roster}
      search={search}
      mayEdit={mayEdit}
      onSearch={(next) => replace({ ...next, roster: search.roster })}
      onClose={() => push({})}
    />
  );
}
