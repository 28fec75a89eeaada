import { usePageSearch } from '../../base/use-page-search.ts';
import { useUser } from '../../base/use-user.ts';
import { RosterHistory } from './RosterHistory.tsx';
import { RosterPage } from './RosterPage.tsx';
import { parseRostersSearch } from './search.ts';

/** Rosters by file: uploading one and those so far, or one of them, which stands in the address. */
export function RostersScreen() {
  const { rights } = useUser();
  const { search, replace, push } = usePageSearch(parseRostersSearch);
  const mayEdit = rights.includes('rosters:edit');
  const open = (roster: number): void => push({ roster });
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
