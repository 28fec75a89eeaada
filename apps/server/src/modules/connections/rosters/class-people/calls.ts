import {
  type MessageKey,
  type PeopleExchangeView,
  peopleSourceChange,
  peopleSourceGet,
  peopleSourcePreview,
  peopleSourceUndo,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { type ClassRoom, enrollMany, requireStaff } from '../../../class/classes/index.ts';
import { grantChosenEnds, endMembers } from '../../../class/ends/index.ts';
import { type ClassSource, findClassPeople, keepLinks, listClassSources, listSourcePeople, setClassPeople } from '../../../class/sources/index.ts';
import { type KnownCourse, listAccountsByIds, listClassRoles, listCourses, nameOf } from '../known-queries.ts';
import { needsConsentToEnd } from '../many-ends.ts';
import { computeClassOutcome } from '../meeting/judge-class.ts';
import { endPeopleChange, findLastChange, insertPeopleChange, type MovedPerson } from './queries.ts';

interface ClassPeopleDependencies {
  t: Translate<MessageKey>;
  room: ClassRoom;
  /** False if Google Classroom is not set up, so it manages no list, and a list that it managed is managed by hand. */
  hasClassroom: boolean;
}

/** Implements choosing the source of a class's people, and undoing that. */
export function implementClassPeople({ t, room, hasClassroom }: ClassPeopleDependencies): Implementation[] {
  const wordsOf = (source: ClassSource | null): string =>
    source === null ? t('peopleSource.kind.by_hand') : t(`peopleSource.kind.${source.kind}`, source.kind === 'oneroster_rest' ? { name: source.name } : {});

  /** Finds a class. @throws NOT_FOUND also for a class that is deleted */
  async function findCourse(db: Db, id: number, options: { held?: boolean } = {}): Promise<KnownCourse> {
    const course = (await listCourses(db, [id], options)).get(id);
    if (!course || course.is_deleted) throw appError('NOT_FOUND');
    return course;
  }
  /** Returns a class of a school that the caller manages. @throws NOT_FOUND */
  async function getCourse(db: Db, actor: Actor, id: number, options: { held?: boolean } = {}): Promise<KnownCourse> {
    const course = await findCourse(db, id, options);
    if (!isWithin(actor.reach, course.school_id)) throw appError('NOT_FOUND');
    return course;
  }
  /** Returns a class to change, locked until commit. @throws NOT_FOUND, CLASS_ARCHIVED */
  async function getActiveCourse(db: Db, actor: Actor, id: number): Promise<KnownCourse> {
    const course = await getCourse(db, actor, id, { held: true });
    if (course.is_archived) throw appError('CLASS_ARCHIVED');
    return course;
  }
  /** Returns the source that a link belongs to; null means by hand. @throws NOT_FOUND */
  function getSource(sources: readonly ClassSource[], linkId: number): ClassSource | null {
    const found = sources.find((source) => source.linkId === linkId) ?? null;
    if (linkId !== 0 && !found) throw appError('NOT_FOUND');
    return found;
  }

  return [
    implement(peopleSourceGet, async ({ tx, actor, input }) => {
      const course = await findCourse(tx, input.id);
      if (!can(actor, 'rosters', 'edit') || !isWithin(actor.reach, course.school_id)) await requireStaff(tx, actor, input.id);
      const sources = (await listClassSources(tx, input.id)).filter(({ kind }) => hasClassroom || kind !== 'google_classroom');
      const owner = sources.find(({ ownsPeople }) => ownsPeople) ?? null;
      const last = await findLastChange(tx, input.id);
      return {
        sources: [
          { link_id: 0, kind: 'by_hand' as const, name: '', is_chosen: owner === null },
          ...sources.map((source) => ({ link_id: source.linkId, kind: source.kind, name: source.name, is_chosen: source.ownsPeople })),
        ],
        can_change: sources.length > 0 && can(actor, 'rosters', 'edit') && !course.is_archived && isWithin(actor.reach, course.school_id),
        last: last && {
          ...{ from: last.before_name, to: last.after_name, who: last.who, at: last.created_at.toISOString() },
          ...{ came: last.came.length, went: last.went.length },
        },
      };
    }),
    implement(peopleSourcePreview, async ({ tx, actor, input }) => {
      const course = await getCourse(tx, actor, input.id);
      return toView(tx, await compare(tx, course, getSource(await listClassSources(tx, course.id), input.link_id)));
    }),
    implement(peopleSourceChange, async ({ tx, actor, input, requestId }) => {
      const course = await getActiveCourse(tx, actor, input.id);
      const sources = await listClassSources(tx, course.id);
      const after = getSource(sources, input.link_id);
      const before = sources.find(({ ownsPeople }) => ownsPeople) ?? null;
      const isByHand = (await findClassPeople(tx, [course.id])).get(course.id)?.sourceId === 0;
      if (after ? after.ownsPeople : sources.length === 0 || (before === null && isByHand)) throw appError('PEOPLE_SOURCE_SAME');
      const exchange = await compare(tx, course, after);
      if (exchange.asks && !input.confirm_many_ends)
        throw appError('ROSTER_ENDS_MANY', { name: course.name, ending: exchange.go.length, current: exchange.current, count: 1 });
      await setClassPeople(tx, course.id, after?.linkId ?? null);
      const came = await enrollMany(
        tx,
        exchange.come.map(({ accountId, role }) => ({ courseId: course.id, accountId, role })),
      );
      const gone = await endMembers(
        tx,
        grantChosenEnds(), // the person who changes it has seen who leaves
        course.id,
        exchange.go.map(({ accountId }) => accountId),
      );
      const went = exchange.go.filter(({ accountId }) => gone.includes(accountId));
      if (after) await keepLinks(tx, after.sourceId, exchange.links);
      const change = { courseId: course.id, accountId: actor.accountId, beforeLinkId: before?.linkId ?? null, afterLinkId: after?.linkId ?? null };
      const names = { beforeName: wordsOf(before), afterName: wordsOf(after) };
      await insertPeopleChange(tx, { ...change, ...names, came: came.map(({ accountId, role }) => ({ accountId, role })), went });
      await tell(tx, actor, course, { action: peopleSourceChange.name, ...names, came: came.length, went: went.length, requestId });
      return { message: t('peopleSource.changed', { name: names.afterName }) };
    }),
    implement(peopleSourceUndo, async ({ tx, actor, input, requestId }) => {
      const course = await getActiveCourse(tx, actor, input.id);
      const last = await findLastChange(tx, course.id);
      if (!last) throw appError('ROSTER_NOTHING_TO_UNDO');
      const stands = (await listClassSources(tx, course.id)).some(({ linkId }) => linkId === last.before_link_id);
      await setClassPeople(tx, course.id, stands ? last.before_link_id : null);
      await endMembers(
        tx,
        grantChosenEnds(),
        course.id,
        last.came.map(({ accountId }) => accountId),
      );
      await enrollMany(
        tx,
        last.went.map(({ accountId, role }) => ({ courseId: course.id, accountId, role })),
      );
      await endPeopleChange(tx, last.id);
      const told = { beforeName: last.after_name, afterName: last.before_name, came: last.went.length, went: last.came.length };
      await tell(tx, actor, course, { action: peopleSourceUndo.name, ...told, requestId });
      return { message: t('peopleSource.undone', { name: last.before_name }) };
    }),
  ];

  async function tell(
    tx: Tx,
    actor: Actor,
    course: KnownCourse,
    {
      action,
      beforeName,
      afterName,
      came,
      went,
      requestId,
    }: { action: string; beforeName: string; afterName: string; came: number; went: number; requestId: string },
  ): Promise<void> {
    await room.announceInAll(tx, [course.id], 'class.people.changed');
    await audit(tx, actor, {
      ...{ action, subjectType: 'course', subjectId: course.id, requestId },
      before: { name: course.name, source: beforeName },
      after: { name: course.name, source: afterName, came, went },
    });
  }
}

interface Exchange {
  isKnown: boolean;
  come: MovedPerson[];
  go: MovedPerson[];
  stay: number;
  unknown: number;
  /** The number of people in the class now. */
  current: number;
  asks: boolean;
  /** The links between people of the source and accounts here, once it manages the list. */
  links: Parameters<typeof keepLinks>[2][number][];
}

/** Returns the changes if a source managed the people of a class; null means by hand. */
async function compare(db: Db, course: KnownCourse, source: ClassSource | null): Promise<Exchange> {
  const roles = (await listClassRoles(db, [course.id])).get(course.id) ?? new Map<number, 'TEACHER' | 'STUDENT'>();
  const listed = source === null ? [] : await listSourcePeople(db, source.linkId);
  const current = roles.size;
  if (listed.length === 0) return { isKnown: source === null, come: [], go: [], stay: current, unknown: 0, current, asks: false, links: [] };
  const accounts = await listAccountsByIds(
    db,
    listed.flatMap(({ accountId }) => accountId ?? []),
  );
  const known = listed.flatMap(({ externalId, accountId, role }) => {
    const account = accounts.get(accountId ?? 0);
    if (!account?.status || account.school_id !== course.school_id) return [];
    return [{ externalId, accountId: account.id, role: account.is_student ? ('STUDENT' as const) : role }];
  });
  const judged = computeClassOutcome(
    known.map(({ accountId, role }, number) => ({ number, accountId, role })),
    { ownerId: course.owner_id, roles, isOther: false },
    { isWhole: true },
  );
  const coming = new Set(judged.people.filter(({ outcome }) => outcome === 'new').map(({ number }) => number));
  const come = known.filter((_, number) => coming.has(number)).map(({ accountId, role }) => ({ accountId, role }));
  const go = judged.goes.map((accountId) => ({ accountId, role: 'STUDENT' as const }));
  const students = [...roles.values()].filter((role) => role === 'STUDENT').length;
  return {
    ...{ isKnown: true, come, go, stay: current - go.length, unknown: listed.length - known.length, current },
    asks: needsConsentToEnd({ ending: go.length, students: go.length }, { people: current, students }),
    links: known.map(({ externalId, accountId, role }) => ({
      ...{ kind: 'member' as const, parentId: source?.linkId ?? null, externalId, localId: accountId, base: { role }, state: 'linked' as const },
    })),
  };
}

async function toView(db: Db, { isKnown, come, go, stay, unknown, asks }: Exchange): Promise<PeopleExchangeView> {
  const accounts = await listAccountsByIds(
    db,
    [...come, ...go].map(({ accountId }) => accountId),
  );
  const named = ({ accountId, role }: MovedPerson) => ({ name: nameOf(accounts.get(accountId)), role });
  return { is_known: isKnown, come: come.map(named), go: go.map(named), stay, unknown, asks };
}
