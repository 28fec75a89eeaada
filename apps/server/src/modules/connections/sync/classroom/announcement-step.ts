import { toPlainText } from '@classwright/rules/rich-text/index';
import { mergeFields, type SyncDirection, type SyncFields } from '@classwright/rules/sync/merge';
import type { Tx } from '../../../../platform/database/index.ts';
import {
  type AnnouncementFromOutside,
  listOutsideAnnouncements,
  lockOutsideAnnouncements,
  mergeAnnouncementExternal,
  type OutsideAnnouncement,
  importAnnouncementChanges,
  importNewAnnouncements,
} from '../../../class/announcements/index.ts';
import { endAnnouncements, type Grounds, restoreAnnouncements } from '../../../class/ends/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { listOpenFields } from '../conflicts/queries.ts';
import { beginIntent, deleteIntents, type Intent, refuseIntent } from '../runs/intent-queries.ts';
import {
  courseIdHere,
  courseIdThere,
  keepLinks,
  linksOf,
  listValidClaims,
  type Outgoing,
  pageOfAnnouncement,
  type ReadStep,
  requireClass,
  type SendStep,
  type UnitContext,
} from './context.ts';
import { createCursor } from './cursor.ts';
import { confirmListEnds, confirmMissing, ENDED, isEndedByList } from './ends.ts';
import { listMakeable } from './makeable.ts';
import { loadPlaces, type Places } from './places.ts';
import { type AnnouncementThere, clean, cutText, readAnnouncement, readPage, isNews } from './resources.ts';
import { ListLagging } from './list-lagging.ts';
import { deletionOf, patchOf } from './send.ts';
import { relinkByAddress } from './resume-class.ts';

const cursor = createCursor('cursorAnnouncements', (item) => readAnnouncement(item)?.updateTime ?? null);
const STATES = 'announcementStates';
const MOST_TEXT = 30_000;

const directions = (isOurs: boolean): Readonly<Record<string, SyncDirection>> =>
  isOurs ? { text: 'both', scheduled: 'both', state: 'both' } : { text: 'in', scheduled: 'in', state: 'in' };

/** Returns an announcement's text in Google's form: plain text. */
export const wordsOf = ({ text }: Pick<OutsideAnnouncement, 'text'>): string => cutText(clean(toPlainText(text)), MOST_TEXT);
const oursOf = ({ text, state, scheduled_at }: OutsideAnnouncement): SyncFields => ({
  text: wordsOf({ text }),
  state,
  scheduled: state === 'DRAFT' ? (scheduled_at?.toISOString() ?? null) : null,
});
export const theirsOfAnnouncement = ({ text, state, scheduledTime }: AnnouncementThere): SyncFields => ({
  text,
  state: state === 'DRAFT' ? 'DRAFT' : 'PUBLISHED',
  scheduled: state === 'DRAFT' ? scheduledTime : null,
});
/** Returns changed fields in the form of Google's patch, and their names in its mask. */
export const toAnnouncementBody = ({ scheduled, ...fields }: Record<string, unknown>): object => ({
  ...fields,
  ...(scheduled ? { scheduledTime: scheduled } : {}),
});
export const maskOfAnnouncement = (field: string): string => (field === 'scheduled' ? 'scheduledTime' : field);
const factsOf = ({ updateTime, alternateLink, state }: AnnouncementThere) => ({ updateTime, alternateLink, state });

/**
 * Reads announcements, newest change first, up to the last run's position. Google does not report which project made
 * one: our own are recognized by their links.
 */
export const announcementStep: ReadStep = {
  kind: 'read',
  name: 'announcements',
  async read(ask, context, { token }) {
    const query = { pageSize: 100, orderBy: 'updateTime desc', [STATES]: ['PUBLISHED', 'DRAFT', 'DELETED'], ...(token === null ? {} : { pageToken: token }) };
    const path = `/v1/courses/${courseIdThere(context)}/announcements`;
    return cursor.upToKnown(context, readPage(await ask({ method: 'GET', path, query }), 'announcements'));
  },
  async merge(tx, context, { items, seen, isLast }) {
    const there = items.flatMap((item) => readAnnouncement(item) ?? []);
    await mergeAnnouncements(tx, context, there);
    await cursor.advance(tx, context, { times: there.map(({ updateTime }) => updateTime), seen, isLast });
  },
};

/** Merges the current announcements. */
export async function mergeAnnouncements(tx: Tx, context: UnitContext, there: readonly AnnouncementThere[]): Promise<void> {
  const course = await requireClass(tx, context);
  const links = new Map(
    (
      await linksOf(
        tx,
        context,
        'announcement',
        there.map(({ id }) => id),
      )
    ).map((link) => [link.external_id, link]),
  );
  const isBack = ({ id, state }: AnnouncementThere): boolean => state !== 'DELETED' && isEndedByList(links.get(id) ?? { state: 'linked', facts: {} });
  const news = there.filter((one) => isNews(one.updateTime, links.get(one.id)?.facts) || isBack(one));
  if (news.length === 0) return;
  const listOwn = () => listOutsideAnnouncements(tx, course.id);
  for (const link of await relinkByAddress(tx, context, 'announcement', { there: news.filter(({ id }) => !links.has(id)), listOwn }))
    links.set(link.external_id, link);
  const places = await loadPlaces(tx, context);
  const fresh = news.filter(({ id, state }) => !links.has(id) && state !== 'DELETED');
  if (fresh.length > 0) await makeAll(tx, context, fresh, course.id, places);
  const known = news.filter(({ id }) => links.get(id)?.local_id != null);
  const here = await lockOutsideAnnouncements(
    tx,
    known.map(({ id }) => links.get(id)?.local_id as number),
  );
  const ending = known.flatMap(({ id, state }) => {
    const link = links.get(id) as Link;
    const local = here.get(link.local_id as number);
    return state === 'DELETED' && local && !local.is_archived && link.state !== 'gone' ? [link] : [];
  });
  const ends = confirmMissing(context, 'announcement', ending, true);
  const grounds = ends.length > 0 ? await confirmListEnds(tx, context, 'announcement', { ending: ends.length, lists: [] }) : null;
  for (const one of known) {
    const link = links.get(one.id) as Link;
    const local = here.get(link.local_id as number);
    if (local) await mergeOne(tx, context, { there: one, link, local, courseId: course.id, end: ends.includes(link) ? grounds : null });
  }
}

async function makeAll(tx: Tx, context: UnitContext, fresh: readonly AnnouncementThere[], courseId: number, places: Places): Promise<void> {
  // one that contains the page of another is a copy of that, made by "Reuse post"
  const claims = fresh.flatMap((there) => {
    const id = places.announcementOfPage(there.materials.map(({ url }) => url));
    return id === null ? [] : [{ there, id, isOurs: true }];
  });
  const lost = await listValidClaims(tx, context, 'announcement', { claims, listOwn: () => listOutsideAnnouncements(tx, courseId) });
  const news = fresh
    .filter((one) => !lost.some(({ there }) => there === one))
    .toReversed()
    .sort((a, b) => Date.parse(a.creationTime ?? '') - Date.parse(b.creationTime ?? '') || 0);
  const ids = await importNewAnnouncements(
    tx,
    { courseId, creatorId: context.connection.account_id },
    news.map((one) => toNew(one, places)),
    context.deps.telling.room,
  );
  const pairs = [...news.map((there, place) => ({ there, id: ids[place] as number, isOurs: false })), ...lost];
  await keepLinks(
    tx,
    context,
    pairs.map(({ there, id, isOurs }) => ({
      kind: 'announcement',
      externalId: there.id,
      localId: id,
      base: theirsOfAnnouncement(there),
      facts: factsOf(there),
      isOurs,
    })),
  );
  for (const { there, id } of pairs.slice(0, news.length)) context.recorder.made({ kind: 'announcement', localId: id, subject: there.text });
}

const toNew = (there: AnnouncementThere, places: Places): AnnouncementFromOutside => ({
  words: there.text,
  state: there.state === 'DRAFT' ? 'DRAFT' : 'PUBLISHED',
  // a draft at Google waits for its time there, and arrives here when it is posted
  scheduled_at: null,
  posted_at: there.creationTime,
  assignee_mode: there.studentIds === null ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS',
  studentIds: there.studentIds === null ? [] : places.studentsHere(there.studentIds),
  external: { isForeign: true, alternateLink: there.alternateLink },
});

async function mergeOne(
  tx: Tx,
  context: UnitContext,
  { there, link, local, courseId, end }: { there: AnnouncementThere; link: Link; local: OutsideAnnouncement; courseId: number; end: Grounds | null },
): Promise<void> {
  const { recorder } = context;
  const told = { kind: 'announcement' as const, linkId: link.id, localId: local.id, subject: local.summary };
  const keep = (changes: { base?: object; state?: Link['state']; facts?: object }) =>
    keepLinks(tx, context, [
      { kind: 'announcement', externalId: there.id, localId: local.id, isOurs: link.is_ours, ...changes, facts: { ...factsOf(there), ...changes.facts } },
    ]);
  recorder.looked([link.id]);
  if (there.state === 'DELETED') {
    if (end) {
      await endAnnouncements(tx, end, courseId, [local.id], context.deps.telling);
      recorder.ended(told);
    }
    return void (await keep({ state: 'gone', ...(end ? { facts: ENDED } : {}) }));
  }
  const isBack = isEndedByList(link);
  if (isBack && local.is_archived) {
    await restoreAnnouncements(tx, courseId, [local.id], context.deps.telling);
    recorder.made(told);
  }
  const [ours, theirs] = [oursOf(local), theirsOfAnnouncement(there)];
  const merged = mergeFields(link.base as SyncFields, ours, theirs, directions(link.is_ours));
  recorder.conflicts(told, link, { merged, ours, theirs, oursAt: local.updated_at, theirsAt: there.updateTime });
  const { text, state } = merged.toOurs;
  const isPosted = state === 'PUBLISHED' && local.state === 'DRAFT';
  if (text !== undefined || isPosted)
    await importAnnouncementChanges(
      tx,
      { courseId, id: local.id },
      { ...(text === undefined ? {} : { words: String(text) }), ...(isPosted ? { isPosted } : {}) },
      context.deps.telling.room,
    );
  if (text !== undefined) recorder.changed({ ...told, field: 'text', before: ours['text'], after: text });
  if (isPosted) recorder.changed({ ...told, field: 'state', before: 'DRAFT', after: 'PUBLISHED' });
  await keep({ base: merged.base, ...(isBack ? { facts: { ended: null } } : {}) });
}

/** Sends announcements that were created, changed or archived here. */
export const sendAnnouncements: SendStep = {
  kind: 'send',
  name: 'send-announcements',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = courseIdHere(context);
    if (courseId === null) return [];
    const all = await listOutsideAnnouncements(db, courseId);
    const links = new Map((await linksOf(db, context, 'announcement')).map((link) => [link.local_id, link]));
    const places = await loadPlaces(db, context);
    const makeable = await listMakeable(
      db,
      context,
      'announcement',
      all.filter((one) => !one.is_archived && !links.has(one.id) && !one.external.isForeign),
    );
    const open = await listOpenFields(db, context.source.id, courseId);
    return [
      ...makeable.flatMap(({ thing, intent }) => toMake(context, thing, intent, places) ?? []),
      ...all.flatMap((one) => {
        const link = links.get(one.id);
        if (!link?.is_ours || link.state !== 'linked') return [];
        const path = `/v1/courses/${courseIdThere(context)}/announcements/${encodeURIComponent(link.external_id)}`;
        if (one.is_archived) return [deletionOf(context, link, { kind: 'announcement', subject: one.summary, localId: one.id, path })];
        const patch = patchOf(
          context,
          link,
          {
            ...{
              kind: 'announcement',
              subject: one.summary,
              localId: one.id,
              ours: oursOf(one),
              oursAt: one.updated_at,
              fields: ['text', 'state', 'scheduled'],
              path,
            },
            toBody: toAnnouncementBody,
            maskOf: maskOfAnnouncement,
            read(answer) {
              const there = readAnnouncement(answer);
              return there && { fields: theirsOfAnnouncement(there), updateTime: there.updateTime };
            },
          },
          open.get(link.id),
        );
        return patch ? [patch] : [];
      }),
    ];
  },
};

function toMake(context: UnitContext, one: OutsideAnnouncement, intent: Intent | null, places: Places): Outgoing | null {
  const ours = oursOf(one);
  if (ours['text'] === '') return null; // a picture alone: Google takes no announcement without words
  const named = places.assigneesToSend(one, one.student_ids);
  if (named?.length === 0) return null;
  const page = pageOfAnnouncement(context, one.id);
  const told = { kind: 'announcement' as const, localId: one.id, subject: one.summary };
  const path = `/v1/courses/${courseIdThere(context)}/announcements`;
  const body = {
    ...{ text: ours['text'], state: one.state, assigneeMode: one.assignee_mode, materials: [{ link: { url: page } }] },
    ...(ours['scheduled'] === null ? {} : { scheduledTime: ours['scheduled'] }),
    ...(named ? { individualStudentsOptions: { studentIds: named } } : {}),
  };
  return {
    begin: (tx) => beginIntent(tx, { sourceId: context.source.id, classLinkId: context.link.id, kind: 'announcement', localId: one.id }, intent),
    async send(ask) {
      if (intent && intent.refused_at === null) {
        const list = readPage(
          await ask({ method: 'GET', path, query: { pageSize: 100, orderBy: 'updateTime desc', [STATES]: ['PUBLISHED', 'DRAFT'] } }),
          'announcements',
        );
        const found = list.items.find((item) => readAnnouncement(item)?.materials.some(({ url }) => url === page));
        if (found) return found;
        if (!intent.is_settled) throw new ListLagging('a call whose answer was lost');
      }
      return ask({ method: 'POST', path, body });
    },
    async settle(tx, answer) {
      const made = readAnnouncement(answer);
      if (!made) return;
      await keepLinks(tx, context, [{ kind: 'announcement', externalId: made.id, localId: one.id, base: ours, facts: factsOf(made), isOurs: true }]);
      await mergeAnnouncementExternal(tx, one.id, { isForeign: false, alternateLink: made.alternateLink });
      await deleteIntents(tx, context.source.id, 'announcement', [one.id]);
      context.recorder.sent(told, 'made');
    },
    async refuse(tx, { words }) {
      await refuseIntent(tx, context.source.id, 'announcement', one.id);
      context.recorder.refused(told, 'there', 'sync.reason.googleSaid', { message: words }, 'made');
    },
    plan: () => context.recorder.sent(told, 'made'),
  };
}
