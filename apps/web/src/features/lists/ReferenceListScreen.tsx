import { referenceLists } from '@classwright/contract/lists/index';
import { NotFound } from '../../app/NotFound.tsx';
import { useUser } from '../../app/use-user.ts';
import { ListScreen } from './ListScreen.tsx';

/** The screen of every list, from its definition. Nobody sees what they may not use. */
export function ReferenceListScreen({ route }: { route: string }) {
  const { rights } = useUser();
  const list = referenceLists.find((candidate) => candidate.route === route);
  if (!list || !rights.includes(`${list.resource}:view`)) return <NotFound />;
  return <ListScreen key={list.name} list={list} may={(action) => list.writable && rights.includes(`${list.resource}:${action}`)} />;
}
