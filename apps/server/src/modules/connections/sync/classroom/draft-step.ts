import { mergeAnnouncements } from './announcement-step.ts';
import { courseIdThere, linksOf, type ReadStep, type UnitContext, unlessGone } from './context.ts';
import type { GoogleCaller } from '../google/client.ts';
import { readAnnouncement, readPage, readWork } from './resources.ts';
import { mergeWorks } from './work-step.ts';

const LISTS = [
  { kind: 'work', path: 'courseWork', list: 'courseWork', states: 'courseWorkStates' },
  { kind: 'material', path: 'courseWorkMaterials', list: 'courseWorkMaterial', states: 'courseWorkMaterialStates' },
  { kind: 'announcement', path: 'announcements', list: 'announcements', states: 'announcementStates' },
] as const;
type List = (typeof LISTS)[number];

/**
 * Finds drafts that were deleted at Google. Google's lists keep deleted posts, but no deleted drafts, so these have to
 * be looked up. Classes without drafts cost no call.
 */
export const draftStep: ReadStep = {
  kind: 'read',
  name: 'drafts',
  async read(ask, context) {
    const items: Record<string, unknown>[] = [];
    for (const list of LISTS) for (const id of await listGone(ask, context, list)) items.push({ kind: list.kind, id, state: 'DELETED' });
    return { items, next: null };
  },
  async merge(tx, context, { items }) {
    const of = (kind: List['kind']) => items.filter((item) => item['kind'] === kind);
    for (const kind of ['work', 'material'] as const)
      await mergeWorks(
        tx,
        context,
        of(kind).flatMap((item) => readWork(item, kind === 'material') ?? []),
        kind,
      );
    await mergeAnnouncements(
      tx,
      context,
      of('announcement').flatMap((item) => readAnnouncement(item) ?? []),
    );
  },
};

async function listGone(ask: GoogleCaller, context: UnitContext, { kind, path, list, states }: List): Promise<string[]> {
  const links = await linksOf(context.deps.db, context, kind);
  const drafts = links.filter(({ state, local_id, base }) => state === 'linked' && local_id !== null && base['state'] === 'DRAFT');
  if (drafts.length === 0) return [];
  const root = `/v1/courses/${courseIdThere(context)}/${path}`;
  const there = new Set<unknown>();
  let token: string | null = null;
  do {
    const query = { pageSize: 100, [states]: ['DRAFT'], fields: `nextPageToken,${list}(id)`, ...(token === null ? {} : { pageToken: token }) };
    const page: ReturnType<typeof readPage> = readPage(await ask({ method: 'GET', path: root, query }), list);
    for (const { id } of page.items) there.add(id);
    token = page.next;
  } while (token !== null);
  const gone: string[] = [];
  // lists lag, and it may be posted already: each is requested separately
  for (const { external_id: id } of drafts)
    if (!there.has(id) && (await unlessGone(ask, context, ask({ method: 'GET', path: `${root}/${encodeURIComponent(id)}`, query: { fields: 'id' } }))) === null)
      gone.push(id);
  return gone;
}
