import {
  type ClassLinkView,
  syncClasses,
  syncGradeHere,
  syncLink,
  syncLinkRead,
  syncUnlink,
  syncWorks,
  type ClassProposal,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toContainsPattern, toPagination } from '../../../../platform/lists.ts';
import { findOutsideClass, getClassName, requireActiveStaff, requireMember, requireStaff, listClassesOf } from '../../../class/classes/index.ts';
import { keepWorkExternal, lockOutsideWorks } from '../../../class/classwork/index.ts';
import {
  claimPeople,
  deleteLinks,
  ensureClassroomSource,
  findClassroomLink,
  type Link,
  listLinks,
  saveLinks,
  type SourceRow,
} from '../../../class/sources/index.ts';
import { findSourceOf, isKeeper } from '../access.ts';
import { isUsable } from '../connections/scopes.ts';
import { listConnections } from '../connections/queries.ts';
import { missingOf, refusalOf, standingOf } from '../connections/standing.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { listSeenBy } from '../runs/choose-connection.ts';
import { enqueuePlan } from '../runs/enqueue-plan.ts';
import { requestRerun, insertRun } from '../runs/queries.ts';
import { inWords, valueInWords } from '../runs/view.ts';
import { enqueueMaking } from './make-class.ts';
import { listCandidates, proposeAmong } from '../../rosters/index.ts';
import { findAsOf, listClassesThere, listGradeConflicts, listReceipts, listSyncedWorks, listUndecidedClasses } from './link-queries.ts';

/**
 * Returns the link of a class with Google Classroom for its staff, to change it. @throws NOT_FOUND, NOT_ALLOWED,
 * CLASS_ARCHIVED, SYNC_NOT_LINKED
 */
export async function requireLink(db: Db, actor: Actor, courseId: number): Promise<Link> {
  await requireActiveStaff(db, actor, courseId);
  return getLink(db, courseId);
}

/** Returns the link. @throws SYNC_NOT_LINKED */
async function getLink(db: Db, courseId: number): Promise<Link> {
  const link = await findClassroomLink(db, courseId);
  if (!link) throw appError('SYNC_NOT_LINKED');
  return link;
}

/** Implements showing and changing which class at Google a class is linked with, and the effect on its work. */
export function implementLinks(deps: SyncDependencies): Implementation[] {
  const { t, classroom } = deps;
  async function toView(db: Db, courseId: number, link: Link): Promise<ClassLinkView> {
    const { facts, state, external_id } = link;
    const isMaking = facts['isMaking'] === true;
    const asOf = await findAsOf(db, link.id);
    return {
      course_id: courseId,
      external_id: isMaking ? null : external_id,
      state: isMaking ? 'making' : state === 'lost' || state === 'gone' ? state : 'linked',
      name: String(facts['name'] ?? ''),
      alternate_link: String(facts['alternateLink'] ?? ''),
      enrollment_code: String(facts['enrollmentCode'] ?? ''),
      problem: typeof facts['problem'] === 'string' ? inWords(t, facts['problem']) : null,
      synced_at: asOf?.toISOString() ?? null,
    };
  }

  return [
    implement(syncClasses, async ({ tx, actor, input }) => {
      const source = await findSourceOf(tx, actor, input.school_id);
      if (!source) return { data: [], proposals: [], pagination: toPagination(input, 0), as_of: null };
      const mine = await listConnections(tx, source.id, isKeeper(actor) ? null : actor.accountId);
      const pattern = input.search?.trim() ? toContainsPattern(input.search.trim()) : null;
      const search = {
        sourceId: source.id,
        connectionIds: mine.map(({ id }) => id),
        pattern,
        isFree: input.free === true,
        page: input.page,
        per_page: input.per_page,
      };
      const { rows: data, total, asOf } = await listClassesThere(tx, search);
      const proposals = input.proposals ? await proposeLinks(tx, t, { source, actor, connectionIds: search.connectionIds }) : [];
      return { data, proposals, pagination: toPagination(input, total), as_of: asOf?.toISOString() ?? null };
    }),
    implement(syncLinkRead, async ({ tx, actor, input }) => {
      await requireMember(tx, actor, input.id);
      const link = await findClassroomLink(tx, input.id);
      return { link: link ? await toView(tx, input.id, link) : null };
    }),
    implement(syncLink, async ({ tx, actor, input, requestId }) => {
      await requireActiveStaff(tx, actor, input.id);
      if (!classroom) throw appError('SYNC_NOT_SET_UP');
      const here = await findOutsideClass(tx, input.id, { held: true });
      if (!here) throw appError('NOT_FOUND');
      const source = await ensureClassroomSource(tx, here.school_id);
      const mine = await listConnections(tx, source.id, isKeeper(actor) ? null : actor.accountId);
      const standing = standingOf(true, mine);
      if (standing !== 'ok') throw refusalOf(standing, mine[0] ? missingOf(t, mine[0]) : '');
      if (await findClassroomLink(tx, here.id)) throw appError('SYNC_LINKED_ALREADY', { name: here.name });
      const link =
        input.external_id === undefined
          ? await makeThere(tx, deps, { sourceId: source.id, courseId: here.id, mine })
          : await takeThere(tx, { sourceId: source.id, courseId: here.id, externalId: input.external_id, mine });
      await claimPeople(tx, link.id);
      if (input.external_id !== undefined) {
        const { id, isNew } = await insertRun(tx, {
          sourceId: source.id,
          scope: 'classes',
          mode: 'apply',
          courseId: here.id,
          accountId: null,
          begunBy: actor.accountId,
          requestId,
        });
        if (isNew) await enqueuePlan(tx, deps, id, { requestId });
        else await requestRerun(tx, id, false);
      }
      await audit(tx, actor, {
        action: syncLink.name,
        subjectType: 'classLink',
        subjectId: here.id,
        after: { name: here.name, external_id: input.external_id ?? null },
        requestId,
      });
      return { link: await toView(tx, here.id, link), message: t(input.external_id === undefined ? 'sync.linkBeingMade' : 'sync.linked', { name: here.name }) };
    }),
    implement(syncUnlink, async ({ tx, actor, input, requestId }) => {
      await requireStaff(tx, actor, input.id); // also of an archived class: nothing comes from there any more
      const link = await getLink(tx, input.id);
      await deleteLinks(tx, [link.id]);
      const name = await getClassName(tx, input.id);
      await audit(tx, actor, {
        action: syncUnlink.name,
        subjectType: 'classLink',
        subjectId: input.id,
        before: { name, external_id: link.external_id },
        requestId,
      });
      return { course_id: input.id, message: t('sync.unlinked', { name }) };
    }),
    implement(syncGradeHere, async ({ tx, actor, input, requestId }) => {
      const link = await requireLink(tx, actor, input.id);
      const [known] = await listLinks(tx, { sourceId: link.source_id, kind: 'work', parentId: link.id, localIds: [input.workId] });
      const work = known && (await lockOutsideWorks(tx, [input.workId])).get(input.workId);
      if (!work) throw appError('NOT_FOUND');
      await keepWorkExternal(tx, [work.id], { gradedHere: true });
      await audit(tx, actor, { action: syncGradeHere.name, subjectType: 'courseWork', subjectId: work.id, after: { name: work.title }, requestId });
      return { message: t('sync.gradeHere', { title: work.title }) };
    }),
    implement(syncWorks, async ({ tx, actor, input }) => {
      const isStaff = (await requireMember(tx, actor, input.id)) === 'staff';
      const link = await findClassroomLink(tx, input.id);
      const works = await listSyncedWorks(tx, input.id, link?.id ?? null);
      if (!link) return { works, conflicts: [], receipts: [], as_of: null };
      const conflicts = isStaff ? await listGradeConflicts(tx, input.id) : [];
      const receipts = isStaff ? await listReceipts(tx, link.id) : [];
      return {
        works: works.map((work) => (isStaff ? work : { ...work, handed_in_here_only: 0 })),
        conflicts: conflicts.map(({ ours, theirs, ours_at, theirs_at, ...one }) => ({
          ...one,
          ...{ ours: valueInWords(ours), ours_at: ours_at?.toISOString() ?? null },
          ...{ theirs: valueInWords(theirs), theirs_at: theirs_at?.toISOString() ?? null },
        })),
        receipts: receipts.map(({ grade, ...one }) => ({ ...one, grade: valueInWords(grade) })),
        as_of: (await findAsOf(tx, link.id))?.toISOString() ?? null,
      };
    }),
  ];
}

type Mine = Awaited<ReturnType<typeof listConnections>>;

/** Links a class with one that a connection of theirs has found. */
async function takeThere(
  tx: Tx,
  { sourceId, courseId, externalId, mine }: { sourceId: number; courseId: number; externalId: string; mine: Mine },
): Promise<Link> {
  const [there] = await listLinks(tx, { sourceId, kind: 'class', parentId: null, externalIds: [externalId], isHeld: true });
  const seenBy = there ? listSeenBy(there) : [];
  if (!there || !mine.some(({ id }) => seenBy.includes(id))) throw appError('SYNC_CLASS_UNKNOWN');
  if (there.local_id !== null) throw appError('SYNC_LINKED_ALREADY', { name: String(there.facts['name'] ?? '') });
  const [link] = await saveLinks(tx, sourceId, [{ kind: 'class', parentId: null, externalId, localId: courseId }]);
  return link as Link;
}

/**
 * Starts creating a class at Google, once: its link is stored before the call, under the alias by which Google will
 * know it.
 */
async function makeThere(tx: Tx, deps: SyncDependencies, { sourceId, courseId, mine }: { sourceId: number; courseId: number; mine: Mine }): Promise<Link> {
  const connection = mine.find(isUsable);
  if (!connection) throw appError('SYNC_NOT_CONNECTED');
  const [link] = await saveLinks(tx, sourceId, [
    {
      kind: 'class',
      parentId: null,
      externalId: `p:classwright-${courseId}`,
      localId: courseId,
      facts: { isMaking: true, seenBy: [connection.id] },
      isOurs: true,
    },
  ]);
  await enqueueMaking(tx, deps, { link_id: (link as Link).id, connection_id: connection.id });
  return link as Link;
}

/**
 * Proposes a class here for each undecided class of Google Classroom. All are compared together, since each may be
 * another's. Sections are compared as codes; before a class is linked, Google names only its owner. A person who does
 * not manage the school's sync is offered only classes that they teach.
 */
async function proposeLinks(
  db: Db,
  t: Translate<MessageKey>,
  { source, actor, connectionIds }: { source: SourceRow; actor: Actor; connectionIds: readonly number[] },
): Promise<ClassProposal[]> {
  const there = await listUndecidedClasses(db, source.id, connectionIds);
  if (there.length === 0) return [];
  const taught = isKeeper(actor) ? null : new Set((await listClassesOf(db, actor.accountId)).flatMap(({ id, role }) => (role === 'TEACHER' ? [id] : [])));
  const free = await listCandidates(db, { schoolId: source.school_id, sourceId: source.id, isFree: true });
  const candidates = new Map(free.filter(({ id }) => taught === null || taught.has(id)).map((one) => [one.id, one]));
  const found = await proposeAmong(
    db,
    there.map(({ external_id, name, section, owner_id }) => ({
      ...{ id: external_id, name, code: section, students: new Set<number>(), terms: [] },
      teachers: new Set(owner_id === null ? [] : [owner_id]),
    })),
    [...candidates.values()],
  );
  return [...found].flatMap(([external_id, { courseId, by, isSure }]) => {
    const course = candidates.get(courseId);
    if (!course) return [];
    const { name, section, teacher } = course;
    return [{ external_id, course_id: courseId, name, section, teacher, is_sure: isSure, message: t(`rosters.grounds.${by}`) }];
  });
}
