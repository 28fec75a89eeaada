import { usePageSearch } from '../../../base/use-page-search.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { parseOneRosterSearch } from './search.ts';

// parts of their own, so that the list of what a page needs, which every page carries, stays short
const Programs = lazyScreen(() => import('./Programs.tsx'), 'Programs');
const Reads = lazyScreen(() => import('./Reads.tsx'), 'Reads');

/** Programs with access, or what one of them read. */
export function OneRosterScreen() {
  const { search, replace, push } = usePageSearch(parseOneRosterSearch);
  const { client, page = 1 } = search;
  if (client === undefined) return <Programs />;
  return <Reads client={client} page={page} onPage={(to) => replace({ client, ...(to ? { page: to } : {}) })} onBack={() => push({})} />;
}
