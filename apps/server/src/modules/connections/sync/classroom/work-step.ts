import { mergeField, mergeFields, type SyncFields, type SyncValue } from '@classwright/rules/sync/merge';
import type { Tx } from '../../../../platform/database/index.ts';
import { keepWorkExternal, listOutsideWorks, lockOutsideWorks, type OutsideWork, importNewWorks, importWorkChanges } from '../../../class/classwork/index.ts';
import { endWorks, type Grounds, restoreWorks } from '../../../class/ends/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { loadPlaces, type Places } from './places.ts';
import { courseIdThere, keepLinks, linksOf, type Merging, type ReadStep, requireClass, listValidClaims, saveLinksBelow, type UnitContext } from './context.ts';
import { createCursor } from './cursor.ts';
import { confirmListEnds, confirmMissing, ENDED, isEndedByList } from './ends.ts';
import { countHanging, listAssigned } from './hanging-queries.ts';
import { assigneesOf, readPage, readWork, type WorkThere, isNews } from './resources.ts';
import { relinkByAddress } from './resume-class.ts';
import { directionsOf, oursOfWork, theirsOfWork, toLocalFields, toNewWork } from './work-shape.ts';

interface Listing {
  name: string;
  isMaterial: boolean;
  path: string;
  list: string;
  states: string;
  cursor: 'cursorWorks' | 'cursorMaterials';
}

/**
 * Creates the step that reads work, newest change first, up to the last run's position; `seen` holds the newest change
 * of this run.
 */
function createWorkStep({ name, isMaterial, path, list, states, cursor: fact }: Listing): ReadStep {
  const cursor = createCursor(fact, (item) => readWork(item, isMaterial)?.updateTime ?? null);
  return {
    kind: 'read',
    name,
    async read(ask, context, { token }) {
      const query = { pageSize: 100, orderBy: 'updateTime desc', [states]: ['PUBLISHED', 'DRAFT', 'DELETED'], ...(token === null ? {} : { pageToken: token }) };
      return cursor.upToKnown(context, readPage(await ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}/${path}`, query }), list));
    },
    async merge(tx, context, { items, seen, isLast }: Merging) {
      const works = items.flatMap((item) => readWork(item, isMaterial) ?? []);
      await mergeWorks(tx, context, works, isMaterial ? 'material' : 'work');
      await cursor.advance(tx, context, { times: works.map(({ updateTime }) => updateTime), seen, isLast });
    },
  };
}

export const workStep = createWorkStep({
  name: 'works',
  isMaterial: false,
  path: 'courseWork',
  list: 'courseWork',
  states: 'courseWorkStates',
  cursor: 'cursorWorks',
});
export const materialStep = createWorkStep({
  ...{ name: 'materials', isMaterial: true, path: 'courseWorkMaterials', list: 'courseWorkMaterial' },
  ...{ states: 'courseWorkMaterialStates', cursor: 'cursorMaterials' },
});

type Kind = 'work' | 'material';

/** Merges the current works. */
export async function mergeWorks(tx: Tx, context: UnitContext, works: readonly WorkThere[], kind: Kind): Promise<void> {
  const course = await requireClass(tx, context);
  const links = new Map(
    (
      await linksOf(
        tx,
        context,
        kind,
        works.map(({ id }) => id),
      )
    ).map((link) => [link.external_id, link]),
  );
  const isBack = ({ id, state }: WorkThere): boolean => state !== 'DELETED' && isEndedByList(links.get(id) ?? { state: 'linked', facts: {} });
  const news = works.filter((work) => isNews(work.updateTime, links.get(work.id)?.facts) || isBack(work));
  if (news.length === 0) return;
  const listOwn = () => listOutsideWorks(tx, course.id);
  for (const link of await relinkByAddress(tx, context, kind, { there: news.filter(({ id }) => !links.has(id)), listOwn })) links.set(link.external_id, link);
  const places = await loadPlaces(tx, context);
  const made = news.filter(({ id, state }) => !links.has(id) && state !== 'DELETED');
  if (made.length > 0) await makeWorks(tx, context, made, { kind, course, places });
  const known = news.filter(({ id }) => links.get(id)?.local_id != null);
  const here = await lockOutsideWorks(
    tx,
    known.map(({ id }) => links.get(id)?.local_id as number),
  );
  const ending: Link[] = [];
  const hanging = new Map<number, number>();
  for (const { id, state } of known) {
    const link = links.get(id) as Link;
    const local = here.get(link.local_id as number);
    if (state !== 'DELETED' || !local || local.is_archived || link.state === 'gone') continue;
    hanging.set(local.id, await countHanging(tx, local.id));
    if (hanging.get(local.id) === 0) ending.push(link);
  }
  const ends = confirmMissing(context, kind, ending, true);
  const grounds = ends.length > 0 ? await confirmListEnds(tx, context, kind, { ending: ends.length, lists: [] }) : null;
  for (const work of known) {
    const link = links.get(work.id) as Link;
    const local = here.get(link.local_id as number);
    if (!local) continue;
    const end = ends.includes(link) ? grounds : null;
    await mergeWork(tx, context, work, { kind, link, local, zone: course.time_zone, places, end });
  }
}

interface Ground {
  kind: Kind;
  course: { id: number; owner_id: number; time_zone: string };
  places: Places;
}

const factsOf = ({ updateTime, alternateLink, state, gradeCategory }: WorkThere) => ({ updateTime, alternateLink, state, gradeCategory });

/** Returns the topic of a work that is not here yet, since the list of topics lagged; null if there is none. */
const waitsFor = ({ topicId }: WorkThere, { topicHere }: Places): string | null => (topicId !== '' && topicHere(topicId) === null ? topicId : null);

async function makeWorks(tx: Tx, context: UnitContext, works: readonly WorkThere[], { kind, course, places }: Ground): Promise<void> {
  // our own work, whose response was lost, contains its page here; one that contains another work's page is a copy of
  // that
  const claims = works.flatMap((work) => {
    const id = work.isOurs ? places.workOfPage(work.materials.map(({ url }) => url)) : null;
    return id === null ? [] : [{ work, id }];
  });
  const lost = await listValidClaims(tx, context, kind, { claims, listOwn: () => listOutsideWorks(tx, course.id) });
  const fresh = works.filter((work) => !lost.some((one) => one.work === work));
  const ground = { topicHere: places.topicHere, studentsHere: places.studentsHere };
  // oldest first, as they were created
  const ordered = fresh.toReversed().sort((a, b) => Date.parse(a.creationTime ?? '') - Date.parse(b.creationTime ?? '') || 0);
  const ids = await importNewWorks(
    tx,
    { courseId: course.id, creatorId: context.connection.account_id, zone: course.time_zone },
    ordered.map((work) => toNewWork(work, course.time_zone, ground)),
    context.deps.telling,
  );
  const pairs = [...ordered.map((work, place) => ({ work, id: ids[place] as number })), ...lost];
  const linkTo = (work: WorkThere): { base: object; facts: object } => {
    const topicWaits = waitsFor(work, places);
    const base = { ...theirsOfWork(work, course.time_zone), assignees: assigneesOf(work) };
    return topicWaits === null ? { base, facts: factsOf(work) } : { base: { ...base, topic: null }, facts: { ...factsOf(work), topicWaits } };
  };
  const kept = await saveLinksBelow(
    tx,
    context,
    pairs.map(({ work, id }) => ({ kind, externalId: work.id, localId: id, ...linkTo(work), isOurs: work.isOurs })),
  );
  const linkOf = new Map(kept.map((link) => [link.external_id, link.id]));
  for (const { work, id } of pairs.slice(0, ordered.length))
    context.recorder.made({ kind, linkId: linkOf.get(work.id) ?? null, localId: id, subject: work.title });
}

/** Returns true when work here has the assignees that both sides last agreed on. */
async function hasAgreedAssignees(tx: Tx, local: OutsideWork, link: Link, places: Places): Promise<boolean> {
  const accounts = (await listAssigned(tx, [local.id])).get(local.id) ?? [];
  return assigneesOf({ studentIds: places.assigneesThere(local, accounts) }) === link.base['assignees'];
}

async function mergeWork(
  tx: Tx,
  context: UnitContext,
  work: WorkThere,
  { kind, link, local, zone, places, end }: { kind: Kind; link: Link; local: OutsideWork; zone: string; places: Places; end: Grounds | null },
): Promise<void> {
  const { recorder } = context;
  recorder.looked([link.id]);
  const told = { kind, linkId: link.id, localId: local.id, subject: local.title };
  const topicWaits = waitsFor(work, places);
  const facts: Record<string, unknown> = { ...factsOf(work), ...(topicWaits !== null || link.facts['topicWaits'] != null ? { topicWaits } : {}) };
  const keep = (changes: { base?: object; state?: Link['state']; facts?: object }) =>
    keepLinks(tx, context, [{ kind, externalId: work.id, localId: local.id, isOurs: work.isOurs, ...changes, facts: { ...facts, ...changes.facts } }]);
  if (work.state === 'DELETED') {
    // an undo deleted it there, or restored it here: it exists only here
    if (local.is_archived || link.state === 'gone') return void (await keep({ state: 'gone' }));
    if (!end)
      recorder.conflict({
        ...told,
        linkId: link.id,
        field: 'deleted',
        base: false,
        ours: false,
        theirs: true,
        oursAt: null,
        theirsAt: work.updateTime,
      });
    else {
      await endWorks(tx, end, context.link.local_id as number, [local.id], context.deps.telling);
      await keep({ state: 'gone', facts: ENDED });
      return recorder.ended(told);
    }
    return void (await keep({}));
  }
  if (isEndedByList(link)) {
    if (local.is_archived) {
      await restoreWorks(tx, context.link.local_id as number, [local.id], context.deps.telling);
      recorder.made(told);
    }
    facts['ended'] = null;
  }
  const ours = oursOfWork(local, places.topicThere);
  const theirs = topicWaits === null ? theirsOfWork(work, zone) : { ...theirsOfWork(work, zone), topic: (link.base['topic'] ?? null) as SyncValue };
  const merged = mergeFields(link.base as SyncFields, ours, theirs, directionsOf(local, work.isOurs));
  recorder.conflicts(told, link, { merged, ours, theirs, oursAt: local.updated_at, theirsAt: work.updateTime });
  const { state, ...rest } = merged.toOurs;
  // posted work remains posted
  const taken = state === 'DRAFT' && local.state === 'PUBLISHED' ? rest : merged.toOurs;
  if (Object.keys(taken).length > 0) await importWorkChanges(tx, local.id, toLocalFields(taken, places.topicHere), zone, context.deps.telling);
  for (const [field, value] of Object.entries(taken)) recorder.changed({ ...told, field, before: ours[field] ?? null, after: value });
  const assignees = assigneesOf(work);
  // for our own work the value here applies, unless it equals the agreed one
  if (link.base['assignees'] !== assignees && (!work.isOurs || (await hasAgreedAssignees(tx, local, link, places))))
    await places.assign(tx, local.id, work.studentIds);
  if (local.external.alternateLink !== work.alternateLink)
    await keepWorkExternal(tx, [local.id], { origin: 'external', isForeign: !work.isOurs, alternateLink: work.alternateLink });
  await keep({ base: { ...merged.base, assignees } });
}

/** Sets the topics of works that arrived before their topics. */
export async function giveTopics(tx: Tx, context: UnitContext, zone: string, topicIds: readonly string[]): Promise<void> {
  const links = [...(await linksOf(tx, context, 'work')), ...(await linksOf(tx, context, 'material'))];
  const waiting = links.filter(({ facts, local_id }) => local_id !== null && topicIds.includes(String(facts['topicWaits'])));
  if (waiting.length === 0) return;
  const places = await loadPlaces(tx, context);
  const here = await lockOutsideWorks(
    tx,
    waiting.map(({ local_id }) => local_id as number),
  );
  const { recorder } = context;
  for (const link of waiting) {
    const local = here.get(link.local_id as number);
    if (!local) continue;
    const kind = link.kind as Kind;
    const theirs = String(link.facts['topicWaits']);
    const [base, ours] = [(link.base['topic'] ?? null) as SyncValue, oursOfWork(local, places.topicThere)['topic'] ?? null];
    const told = { kind, linkId: link.id, localId: local.id, subject: local.title, field: 'topic' };
    const outcome = mergeField(base, ours, theirs, directionsOf(local, link.is_ours).topic);
    if (outcome === 'conflict') recorder.conflict({ ...told, base, ours, theirs, oursAt: local.updated_at.toISOString(), theirsAt: null });
    if (outcome === 'to-ours') {
      await importWorkChanges(tx, local.id, { topic_id: places.topicHere(theirs) }, zone, context.deps.telling);
      recorder.changed({ ...told, before: ours, after: theirs });
    }
    const agreed = outcome === 'conflict' || outcome === 'to-theirs' ? base : theirs;
    await keepLinks(tx, context, [{ kind, externalId: link.external_id, localId: local.id, base: { topic: agreed }, facts: { topicWaits: null } }]);
  }
}
