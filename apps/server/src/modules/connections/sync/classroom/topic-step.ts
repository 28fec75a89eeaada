import type { Tx } from '../../../../platform/database/index.ts';
import { createTopic, listOutsideTopics, type OutsideClass, type OutsideTopic, renameTopic } from '../../../class/classes/index.ts';
import { endTopics, restoreTopics } from '../../../class/ends/index.ts';
import { listOutsideWorks, type OutsideWork, importWorkChanges } from '../../../class/classwork/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { listOpenFields } from '../conflicts/queries.ts';
import { beginIntent, deleteIntents, type Intent, refuseIntent } from '../runs/intent-queries.ts';
import {
  courseIdHere,
  courseIdThere,
  keepLinks,
  linksOf,
  type Merging,
  type Outgoing,
  type ReadStep,
  requireClass,
  type SendStep,
  type UnitContext,
} from './context.ts';
import { mergeField } from '@classwright/rules/sync/merge';
import { cutText, readPage, readTopic, isFromBefore } from './resources.ts';
import { confirmListEnds, confirmMissing, ENDED, isEndedByList } from './ends.ts';
import { listSettled } from './link-queries.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { ListLagging } from './list-lagging.ts';
import { listMakeable } from './makeable.ts';
import { deletionOf, patchOf } from './send.ts';
import { giveTopics } from './work-step.ts';

/** The maximum length of a topic's name at Google. */
const MOST_NAME = 100;
/** Returns the key of a name; names with the same key are equal to us. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Reads the topics of the class, all of them each time, since Google does not sort them. */
export const topicStep: ReadStep = {
  kind: 'read',
  name: 'topics',
  async read(ask, context, { token }) {
    const query = { pageSize: 100, fields: 'nextPageToken,topic(topicId,name,updateTime)', ...(token === null ? {} : { pageToken: token }) };
    return readPage(await ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}/topics`, query }), 'topic');
  },
  merge,
};

async function merge(tx: Tx, context: UnitContext, { items, seen, isLast }: Merging): Promise<void> {
  const course = await requireClass(tx, context);
  const { recorder } = context;
  const there = items.flatMap((item) => readTopic(item) ?? []);
  const all = await linksOf(tx, context, 'topic');
  const links = new Map(all.map((link) => [link.external_id, link]));
  const here = new Map((await listOutsideTopics(tx, course.id)).map((topic) => [topic.id, topic]));
  const linked = new Set(all.map(({ local_id }) => local_id));
  seen.push(...there.map(({ id }) => id));
  recorder.looked(there.flatMap(({ id }) => links.get(id)?.id ?? []));
  const fresh: string[] = [];
  for (const topic of there) {
    const link = links.get(topic.id);
    if (link && typeof link.facts['updateTime'] === 'string' && topic.updateTime !== null && topic.updateTime < link.facts['updateTime']) continue;
    if (isFromBefore(topic.updateTime, link?.facts)) continue;
    const local = link?.local_id == null ? undefined : here.get(link.local_id);
    if (!link || link.local_id === null) {
      // the same name on both sides is one topic if there is exactly one on each
      const alike = [...here.values()].filter(({ id, name, is_archived }) => !is_archived && !linked.has(id) && nameKey(name) === nameKey(topic.name));
      const isOnly = alike.length === 1 && there.filter(({ name }) => nameKey(name) === nameKey(topic.name)).length === 1;
      const name = isOnly ? topic.name : freeName(topic.name, [...here.values()]);
      const localId = isOnly && alike[0] ? alike[0].id : await createTopic(tx, course.id, name);
      if (!isOnly) here.set(localId, { id: localId, name, is_archived: false, updated_at: course.updated_at });
      linked.add(localId);
      await keepLinks(tx, context, [{ kind: 'topic', externalId: topic.id, localId, base: { name: topic.name }, facts: { updateTime: topic.updateTime } }]);
      if (!isOnly) recorder.made({ kind: 'topic', localId, subject: name });
      fresh.push(topic.id);
      continue;
    }
    if (!local || (local.is_archived && !isEndedByList(link))) continue; // archived here: it is deleted there where it is ours, else it stays there
    if (isEndedByList(link)) {
      await takeUpAgain(tx, context, { course, link, local, topics: [...here.values()] });
      here.set(local.id, { ...local, is_archived: false });
      fresh.push(topic.id);
    }
    const ours = local.name.trim();
    const base = String(link.base['name'] ?? '');
    // a name with a suffix, added here to distinguish two topics there, is not a different name
    const isSuffixed = ours !== base && ours.startsWith(`${base} (`);
    const outcome = mergeField(base, isSuffixed ? base : ours, topic.name, link.is_ours ? 'both' : 'in');
    if (outcome === 'conflict')
      recorder.conflict({
        linkId: link.id,
        kind: 'topic',
        subject: ours,
        field: 'name',
        base,
        ours,
        theirs: topic.name,
        oursAt: local.updated_at.toISOString(),
        theirsAt: topic.updateTime,
      });
    // a topic of Google's own can be renamed only there: a name given here is refused once, and kept until it is
    // renamed there
    const refused = link.facts['refused'] as { name?: unknown } | undefined;
    const isRenamed = !link.is_ours && !isSuffixed && ours !== base && ours !== topic.name;
    if (isRenamed && refused?.name !== ours)
      recorder.refused(
        { linkId: link.id, localId: local.id, kind: 'topic', subject: ours, field: 'name', before: base, after: ours },
        'there',
        'sync.reason.foreign',
      );
    const facts = { updateTime: topic.updateTime, ...(isRenamed ? { refused: { name: ours } } : {}) };
    if (outcome === 'to-ours' && topic.name !== base) {
      const name = freeName(
        topic.name,
        [...here.values()].filter(({ id }) => id !== local.id),
      );
      await renameTopic(tx, local.id, name);
      recorder.changed({ linkId: link.id, localId: local.id, kind: 'topic', subject: name, field: 'name', before: ours, after: name });
    }
    const agreed = outcome === 'conflict' ? base : topic.name;
    if (agreed !== base || (isRenamed && refused?.name !== ours))
      await keepLinks(tx, context, [{ kind: 'topic', externalId: topic.id, localId: local.id, base: { name: agreed }, facts }]);
  }
  if (fresh.length > 0) await giveTopics(tx, context, course.time_zone, fresh);
  if (isLast) await endMissing(tx, context, { course, links: all, seen: new Set(seen) });
}

/** Returns a name that no topic of the class has: the later one gets a number. */
function freeName(name: string, topics: readonly { name: string; is_archived: boolean }[]): string {
  const taken = new Set(topics.filter(({ is_archived }) => !is_archived).map((topic) => nameKey(topic.name)));
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(nameKey(wanted))) return wanted;
  }
}

/**
 * Restores a topic that a list had ended, or that an undo has restored since, with its former works that have no other
 * topic since.
 */
async function takeUpAgain(
  tx: Tx,
  context: UnitContext,
  { course, link, local, topics }: { course: OutsideClass; link: Link; local: OutsideTopic; topics: readonly OutsideTopic[] },
): Promise<void> {
  if (local.is_archived) {
    const name = freeName(local.name, topics);
    if (name !== local.name) await renameTopic(tx, local.id, name);
    await restoreTopics(tx, [local.id]);
    context.recorder.made({ linkId: link.id, kind: 'topic', localId: local.id, subject: name });
  }
  await keepLinks(tx, context, [{ kind: 'topic', externalId: link.external_id, localId: local.id, facts: { ended: null, works: null } }]);
  const held = Array.isArray(link.facts['works']) ? (link.facts['works'] as number[]) : [];
  for (const work of await listOutsideWorks(tx, course.id)) {
    if (!held.includes(work.id) || work.is_archived) continue;
    if (work.topic_id === null) await moveWork(tx, context, course, work, { topicId: local.id, before: null, after: link.external_id });
  }
  await agreeOnTopic(tx, context, held, link.external_id);
}

async function endMissing(
  tx: Tx,
  context: UnitContext,
  { course, links, seen }: { course: OutsideClass; links: readonly Link[]; seen: ReadonlySet<unknown> },
): Promise<void> {
  const unseen = links.filter(({ external_id, state, local_id }) => !seen.has(external_id) && state === 'linked' && local_id !== null);
  const missing = confirmMissing(context, 'topic', await listSettled(tx, unseen, context.listSince));
  if (missing.length === 0) return;
  const current = links.filter(({ state, local_id }) => state === 'linked' && local_id !== null).length;
  const grounds = await confirmListEnds(tx, context, 'topic', { ending: missing.length, lists: [{ ending: missing.length, current }] });
  const works = await takeWorksOff(tx, context, course, missing);
  const gone = await endTopics(
    tx,
    grounds,
    context.deps.t,
    missing.map(({ local_id }) => local_id as number),
  );
  await keepLinks(
    tx,
    context,
    missing.map(({ external_id, local_id }) => ({
      ...{ kind: 'topic', externalId: external_id, localId: local_id, state: 'gone' },
      facts: { ...ENDED, works: works.get(external_id) ?? [] },
    })),
  );
  for (const link of missing.filter(({ local_id }) => gone.includes(local_id as number)))
    context.recorder.ended({ linkId: link.id, kind: 'topic', localId: link.local_id, subject: String(link.base['name'] ?? '') });
}

/** Removes works from a topic that ended at Google, as Google Classroom does. Returns the works of each topic. */
async function takeWorksOff(tx: Tx, context: UnitContext, course: OutsideClass, topics: readonly Link[]): Promise<Map<string, number[]>> {
  const topicThere = new Map(topics.map(({ local_id, external_id }) => [local_id, external_id]));
  const taken = new Map<string, number[]>();
  for (const work of await listOutsideWorks(tx, course.id)) {
    const before = topicThere.get(work.topic_id);
    if (before === undefined || work.is_archived) continue;
    await moveWork(tx, context, course, work, { topicId: null, before, after: null });
    taken.set(before, [...(taken.get(before) ?? []), work.id]);
  }
  // nothing of it is sent: both sides agree on it
  await agreeOnTopic(tx, context, [...taken.values()].flat(), null);
  return taken;
}

async function moveWork(
  tx: Tx,
  context: UnitContext,
  course: OutsideClass,
  { id, title, work_type }: OutsideWork,
  { topicId, before, after }: { topicId: number | null; before: string | null; after: string | null },
): Promise<void> {
  await importWorkChanges(tx, id, { topic_id: topicId }, course.time_zone, context.deps.telling);
  context.recorder.changed({ kind: work_type === 'MATERIAL' ? 'material' : 'work', localId: id, subject: title, field: 'topic', before, after });
}

/** Stores the works' current topic on both sides as the agreed one. */
async function agreeOnTopic(tx: Tx, context: UnitContext, workIds: readonly number[], topic: string | null): Promise<void> {
  const links = [...(await linksOf(tx, context, 'work')), ...(await linksOf(tx, context, 'material'))];
  const agreed = links.filter(({ local_id, state }) => local_id !== null && state === 'linked' && workIds.includes(local_id));
  await keepLinks(
    tx,
    context,
    agreed.map(({ kind, external_id, local_id }) => ({ kind, externalId: external_id, localId: local_id, base: { topic } })),
  );
}

/** Sends topics that were created, renamed or archived here. */
export const sendTopics: SendStep = {
  kind: 'send',
  name: 'send-topics',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = courseIdHere(context);
    if (courseId === null) return [];
    const topics = await listOutsideTopics(db, courseId);
    const links = new Map((await linksOf(db, context, 'topic')).map((link) => [link.local_id, link]));
    const open = await listOpenFields(db, context.source.id, courseId);
    const makeable = await listMakeable(
      db,
      context,
      'topic',
      topics.filter(({ id, is_archived }) => !is_archived && !links.has(id)),
    );
    return [
      ...makeable.map(({ thing, intent }) => toMake(context, thing, intent)),
      ...topics.flatMap((topic) => {
        const link = links.get(topic.id);
        if (!link?.is_ours || link.state !== 'linked') return [];
        const patch = {
          kind: 'topic' as const,
          subject: topic.name,
          localId: topic.id,
          oursAt: topic.updated_at,
          ours: { name: cutText(topic.name.trim(), MOST_NAME) },
          fields: ['name'],
        };
        const path = `/v1/courses/${courseIdThere(context)}/topics/${encodeURIComponent(link.external_id)}`;
        if (topic.is_archived) return [deletionOf(context, link, { kind: 'topic', subject: topic.name, localId: topic.id, path })];
        const one = patchOf(
          context,
          link,
          {
            ...patch,
            path,
            toBody: (fields) => fields,
            maskOf: (field) => field,
            read(answer) {
              const there = readTopic(answer);
              return there && { fields: { name: there.name }, updateTime: there.updateTime };
            },
          },
          open.get(link.id),
        );
        return one ? [one] : [];
      }),
    ];
  },
};

function toMake(context: UnitContext, topic: { id: number; name: string }, intent: Intent | null): Outgoing {
  const name = cutText(topic.name.trim(), MOST_NAME);
  const told = { kind: 'topic' as const, localId: topic.id, subject: topic.name, after: name };
  return {
    begin: (tx) => beginIntent(tx, { sourceId: context.source.id, classLinkId: context.link.id, kind: 'topic', localId: topic.id }, intent),
    // if a response was lost, a topic of that name exists already: names are unique in a class, so it is found by name
    async send(ask) {
      const path = `/v1/courses/${courseIdThere(context)}/topics`;
      const found = readPage(await ask({ method: 'GET', path, query: { pageSize: 100 } }), 'topic').items.find((item) => readTopic(item)?.name === name);
      if (found) return found;
      try {
        return await ask({ method: 'POST', path, body: { name } });
      } catch (error) {
        // it exists, and the list does not show it yet
        if (error instanceof GoogleCallError && error.kind === 'exists' && !intent?.is_settled) throw new ListLagging('a topic that is there already');
        throw error;
      }
    },
    async settle(tx, answer) {
      const made = readTopic(answer);
      if (!made) return;
      await keepLinks(tx, context, [
        { kind: 'topic', externalId: made.id, localId: topic.id, base: { name: made.name }, facts: { updateTime: made.updateTime }, isOurs: true },
      ]);
      await deleteIntents(tx, context.source.id, 'topic', [topic.id]);
      context.recorder.sent(told, 'made');
    },
    async refuse(tx, { words }) {
      await refuseIntent(tx, context.source.id, 'topic', topic.id);
      context.recorder.refused(told, 'there', 'sync.reason.googleSaid', { message: words }, 'made');
    },
    plan: () => context.recorder.sent(told, 'made'),
  };
}
