import { referenceLists } from '@classwright/contract/lists/index';
import type { ListRoute } from '@classwright/contract/lists/routes';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { parseListSearch } from './search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconArchive } from '../../../ui/plain/icons.ts';
import { ArchiveScreen } from './archive.ts';
import { ListScreen } from './ListScreen.tsx';
import { t } from '../../../base/t.ts';

/** The screen of every list and its archive, from the list's definition. People see only what they may use. */
export function ReferenceListScreen({ route }: { route: ListRoute }) {
  const { rights } = useUser();
  const { search, push } = usePageSearch(parseListSearch);
  const list = referenceLists.find((candidate) => candidate.route === route);
  if (!list) return <NotFound />;
  const hasArchive = list.writable && list.deletion === 'archive' && rights.includes(`${list.resource}:purge`);
  if (search.archived && hasArchive) return <ArchiveScreen key={list.name} list={list} />;
  return (
    <ListScreen
      key={list.name}
      list={list}
      may={(action) => list.writable && rights.includes(`${list.resource}:${action}`)}
      actions={
        hasArchive && (
          <Button icon={IconArchive} onClick={() => push({ archived: true })}>
            {t('list.archived')}
          </Button>
        )
      }
    />
  );
}
