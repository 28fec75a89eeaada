import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { changeRoles, enrol } from '../../../class/classes/index.ts';
import { grantChosenEnds, endMembers } from '../../../class/ends/index.ts';
import { findClassPeople, type Link, listLinks, type NewLink, resetLinks } from '../../../class/sources/index.ts';
import { listMembersOf } from '../people/queries.ts';
import { matchPeople, type People } from '../people/match.ts';
import { confirmListEnds, confirmMissing } from './ends.ts';
import { courseIdThere, saveClassLink, keepLinks, linksOf, type Merging, type ReadStep, requireClass, type UnitContext } from './context.ts';
import { readPage, readPerson, type PersonThere } from './resources.ts';
import { listSettled } from './link-queries.ts';
import { listSubmissionLinks } from './submission-queries.ts';

type Role = 'TEACHER' | 'STUDENT';
const LISTS = ['students', 'teachers'] as const;
const FIELDS = 'nextPageToken,%(userId,profile(id,name(givenName,familyName,fullName),emailAddress))';

/**
 * Reads the members of the class: first students, then teachers, each list completely, since only a complete list shows
 * who has left.
 */
export const memberStep: ReadStep = {
  kind: 'read',
  name: 'members',
  async read(ask, context, { token }) {
    const [name = 'students', rest = ''] = token === null ? [] : [token.slice(0, token.indexOf(':')), token.slice(token.indexOf(':') + 1)];
    const list = LISTS.find((one) => one === name) ?? 'students';
    const query = { pageSize: 100, fields: FIELDS.replace('%', list), ...(rest === '' ? {} : { pageToken: rest }) };
    const page = readPage(await ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}/${list}`, query }), list);
    const role: Role = list === 'students' ? 'STUDENT' : 'TEACHER';
    const next = page.next !== null ? `${list}:${page.next}` : list === 'students' ? 'teachers:' : null;
    return { items: page.items.map((item) => ({ ...item, role })), next };
  },
  merge,
};

async function merge(tx: Tx, context: UnitContext, { items, seen, isLast }: Merging): Promise<void> {
  const { deps, source, recorder } = context;
  const course = await requireClass(tx, context);
  const follows = (await findClassPeople(tx, [course.id])).get(course.id);
  const there = items.flatMap((item) => {
    const person = readPerson(item);
    return person ? [{ ...person, role: item['role'] as Role }] : [];
  });
  const people = await matchPeople(tx, { source, issuer: deps.classroom?.issuer ?? '' }, there);
  seen.push(...there.map(({ userId }) => userId));
  if (follows && follows.sourceId !== source.id) return report(tx, context, { there, seen: new Set(seen), isLast }); // another source says who is in it
  const links = new Map((await linksOf(tx, context, 'member')).map((link) => [link.external_id, link]));
  const members = await listMembersOf(tx, course.id);
  const wasNobody = there.some(({ userId }) => links.get(userId)?.local_id === null && people.get(userId)?.accountId != null);
  const hasParted = await partOthers(tx, context, { course, links, members, people, there });
  // submissions of people who are matched only now are read with this run, including old work
  if (wasNobody || hasParted) await saveClassLink(tx, context, { facts: { sweptAt: null } });
  const toKeep: Omit<NewLink, 'parentId'>[] = [];
  const toEnrol: Record<Role, number[]> = { TEACHER: [], STUDENT: [] };
  const toChange: Record<Role, number[]> = { TEACHER: [], STUDENT: [] };
  for (const person of there) {
    const { userId, role } = person;
    const link = links.get(userId);
    const found = people.get(userId);
    const accountId = found?.accountId ?? null;
    const place = accountId === null ? undefined : members.get(accountId);
    const isHere = place !== undefined && place.left_at === null;
    const wanted = { kind: 'member' as const, externalId: userId, localId: accountId, base: { role } };
    if (accountId === null) {
      if (!link || link.base['role'] !== role) toKeep.push({ ...wanted, localId: null, state: 'only_there' });
      continue;
    }
    const isNew = !link || link.local_id === null || link.state === 'gone';
    if (isNew && !isHere) toEnrol[found?.isStudent ? 'STUDENT' : role].push(accountId);
    else if (
      !isNew &&
      isHere &&
      link.base['role'] !== role &&
      place.role !== role &&
      accountId !== course.owner_id &&
      !(role === 'TEACHER' && found?.isStudent)
    )
      toChange[role].push(accountId);
    if (isNew || link.base['role'] !== role) toKeep.push(wanted);
    if (isNew && !isHere) recorder.made({ kind: 'member', localId: accountId, subject: person.name, after: role });
    else if (toChange[role].includes(accountId))
      recorder.changed({ kind: 'member', localId: accountId, subject: person.name, field: 'role', before: place?.role ?? null, after: role });
  }
  for (const role of ['TEACHER', 'STUDENT'] as const) {
    if (toEnrol[role].length > 0) await enrol(tx, course.id, toEnrol[role], role);
    if (toChange[role].length > 0) await changeRoles(tx, course.id, toChange[role], role);
  }
  if (toKeep.length > 0) await keepLinks(tx, context, toKeep);
  if (toEnrol.TEACHER.length + toEnrol.STUDENT.length > 0) await deps.telling.room.announce(tx, course.id, 'class.people.changed');
  if (isLast) await endMissing(tx, context, { course, seen: new Set(seen), members, there });
}

/**
 * Stores the members of the class at Google, for the case that Google will manage the list; nobody is added or removed.
 */
async function report(
  tx: Tx,
  context: UnitContext,
  { there, seen, isLast }: { there: readonly (PersonThere & { role: Role })[]; seen: ReadonlySet<unknown>; isLast: boolean },
): Promise<void> {
  const links = new Map((await linksOf(tx, context, 'member')).map((link) => [link.external_id, link]));
  const news = there.filter(({ userId, role }) => {
    const link = links.get(userId);
    return !link || link.state === 'gone' || link.base['role'] !== role;
  });
  await keepLinks(
    tx,
    context,
    news.map(({ userId, role }) => ({ kind: 'member', externalId: userId, localId: null, base: { role }, state: 'only_there' })),
  );
  if (!isLast) return;
  await keepLinks(
    tx,
    context,
    [...links.values()]
      .filter(({ external_id, state }) => !seen.has(external_id) && state !== 'gone')
      .map(({ external_id, local_id }) => ({ kind: 'member', externalId: external_id, localId: local_id, state: 'gone' })),
  );
}

interface Matched {
  course: { id: number; owner_id: number };
  links: Map<string, Link>;
  members: Awaited<ReturnType<typeof listMembersOf>>;
  people: People;
  there: readonly PersonThere[];
}

/**
 * Handles people of Google who were reassigned to another account, or to none: the account that was linked before
 * leaves the class, and keeps its data under that name; then the person is treated as new. Returns true if there are
 * any.
 */
async function partOthers(tx: Tx, context: UnitContext, { course, links, members, people, there }: Matched): Promise<boolean> {
  const parted = there.flatMap(({ userId, name }) => {
    const link = links.get(userId);
    const before = link?.local_id ?? null;
    return link && before !== null && link.state === 'linked' && people.get(userId)?.matchedId !== before ? [{ userId, name, link, before }] : [];
  });
  if (parted.length === 0) return false;
  const accounts = parted.map(({ before }) => before);
  const submissions = await listSubmissionLinks(tx, { sourceId: context.source.id, classLinkId: context.link.id, courseId: course.id }, accounts);
  await resetLinks(tx, [...parted.map(({ link }) => link.id), ...submissions]);
  const others = new Set([...people.values()].flatMap(({ accountId }) => accountId ?? []));
  const ends = accounts.filter((id) => members.get(id)?.left_at === null && id !== course.owner_id && !others.has(id));
  const left = new Set(await endMembers(tx, grantChosenEnds(), course.id, ends));
  for (const { userId, name, link, before } of parted) {
    links.delete(userId);
    if (!left.has(before)) continue;
    members.delete(before);
    context.recorder.ended({ linkId: link.id, kind: 'member', localId: before, subject: name, before: String(link.base['role'] ?? '') });
  }
  if (left.size > 0) await context.deps.telling.room.announce(tx, course.id, 'class.people.changed');
  return true;
}

/** Removes members who are on neither list anymore, if their membership came from Google or was matched there. */
async function endMissing(
  tx: Tx,
  context: UnitContext,
  {
    course,
    seen,
    members,
    there,
  }: {
    course: { id: number; owner_id: number };
    seen: Set<unknown>;
    members: Awaited<ReturnType<typeof listMembersOf>>;
    there: readonly PersonThere[];
  },
): Promise<void> {
  const links = await linksOf(tx, context, 'member');
  const unseen = links.filter(({ external_id, state }) => !seen.has(external_id) && state !== 'gone');
  const missing = confirmMissing(context, 'member', await listSettled(tx, unseen, context.listSince));
  if (missing.length === 0) return;
  const withoutConsent = await listWithoutConsent(
    tx,
    'classroom',
    missing.flatMap(({ local_id }) => local_id ?? []),
  );
  const ends = missing.filter(
    ({ local_id }) => local_id !== null && !withoutConsent.has(local_id) && members.get(local_id)?.left_at === null && local_id !== course.owner_id,
  );
  const ofRole = (role: Role, from: readonly Link[]): number =>
    from.filter(({ base, state, local_id }) => base['role'] === role && state !== 'gone' && local_id !== null).length;
  const lists = (['STUDENT', 'TEACHER'] as const).map((role) => ({ ending: ofRole(role, missing), current: ofRole(role, links) }));
  const ids = ends.map(({ local_id }) => local_id as number);
  const left = ids.length > 0 ? await endMembers(tx, await confirmListEnds(tx, context, 'member', { ending: ids.length, lists }), course.id, ids) : [];
  await keepLinks(
    tx,
    context,
    missing.map(({ external_id, local_id }) => ({ kind: 'member', externalId: external_id, localId: local_id, state: 'gone' })),
  );
  const names = new Map(there.map(({ userId, name }) => [userId, name]));
  for (const link of ends)
    if (left.includes(link.local_id as number))
      context.recorder.ended({
        linkId: link.id,
        kind: 'member',
        localId: link.local_id,
        subject: names.get(link.external_id) ?? (await nameOf(tx, context, link.external_id)),
        before: String(link.base['role'] ?? ''),
      });
  if (left.length > 0) await context.deps.telling.room.announce(tx, course.id, 'class.people.changed');
}

async function nameOf(tx: Tx, context: UnitContext, userId: string): Promise<string> {
  const [person] = await listLinks(tx, { sourceId: context.source.id, kind: 'person', parentId: null, externalIds: [userId] });
  return String(person?.facts['name'] ?? '');
}
