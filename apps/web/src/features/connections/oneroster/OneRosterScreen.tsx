import { usePageSearch } from '../../../base/use-page-search.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address: the app whose reads are shown, and the page number. */
const parseOneRosterSearch = searchParser({ client: parseId, page: parseId });

// Separate chunks, so that the list of each page's needs, which every page loads, stays short.
const Programs = lazyScreen(() => import('./Programs.tsx'), 'Programs');
const Reads = lazyScreen(() => import('./Reads.tsx'), 'Reads');

/** Lists the apps with access, or shows what one of them has read. */
export function OneRosterScreen() {
  const { search, replace, push } = usePageSearch(parseOneRosterSearch);
  const { client, page = 1 } = search;
  if (client === undefined) return <Programs />;
  return <Reads client={client} page={page} onPage={(to) => replace({ client, ...(to ? { page: to } : {}) })} onBack={() => push({})} />;
}
