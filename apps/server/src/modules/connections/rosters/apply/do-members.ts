import { changeRoles, enrollMany } from '../../../class/classes/index.ts';
import { grantChosenEnds, endMembers } from '../../../class/ends/index.ts';
import { type NewLink, keepLinks } from '../../../class/sources/index.ts';
import type { GivenLinks } from '../preview/preview-members.ts';
import { type KnownLink, listCourses, listKnownLinks } from '../known-queries.ts';
import { listPlacesOf } from '../place-queries.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { type ApplyContext, type ApplyRows, forEachSchool } from './doing.ts';

/** Enrolls people in classes, and ends memberships that the file no longer has. */
export const applyMembers: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx } = doing;
    await keepLinks(tx, sourceId, ofSchool.flatMap(givenLinks));
    const linksOf = async (kind: 'person' | 'class', ids: readonly string[]) =>
      new Map((await listKnownLinks(tx, sourceId, kind, [...new Set(ids)])).map((link) => [link.externalId, link]));
    const people = await linksOf(
      'person',
      ofSchool.map(({ external_id }) => external_id),
    );
    const classes = await linksOf(
      'class',
      ofSchool.map(({ within_id }) => within_id ?? ''),
    );
    const courses = await listCourses(
      tx,
      [...classes.values()].flatMap(({ localId }) => localId ?? []),
      { held: true },
    );
    const results: RowResult[] = [];
    const placed: Placed[] = [];
    const reported: Placed[] = [];
    for (const row of ofSchool) {
      const [person, into] = [people.get(row.external_id), classes.get(row.within_id ?? '')];
      const course = into && courses.get(into.localId ?? 0);
      if (!into || !course || course.is_deleted)
        results.push({ number: row.number, state: 'skipped', why: row.outcome === 'waits' ? 'noTeacher' : 'classGone' });
      else if (row.outcome === 'not_taken') reported.push({ row, into, courseId: course.id, accountId: 0 });
      else if (course.is_archived) results.push({ number: row.number, state: 'skipped', why: 'classArchived' });
      else if (isMatchedEnd(row) && row.local_id !== null) placed.push({ row, into, courseId: course.id, accountId: row.local_id });
      else if (!person || person.localId === null) results.push({ number: row.number, state: 'skipped', why: 'personGone' });
      else placed.push({ row, into, courseId: course.id, accountId: person.localId });
    }
    const byOutcome = Map.groupBy(placed, ({ row }) => (row.outcome === 'ends' || row.outcome === 'changed' || row.outcome === 'same' ? row.outcome : 'new'));
    const stays = byOutcome.get('same') ?? [];
    await keepLinks(tx, sourceId, [...stays.map((one) => linkOf(one)), ...reported.map((one) => linkOf(one, { localId: null, state: 'only_there' }))]);
    results.push(...(await enrolSome(doing, sourceId, byOutcome.get('new') ?? [])));
    results.push(...(await changeSome(doing, sourceId, byOutcome.get('changed') ?? [])));
    await endSome(doing, sourceId, byOutcome.get('ends') ?? []);
    await doing.room.announceInAll(tx, [...new Set(placed.map(({ courseId }) => courseId))], 'class.people.changed');
    return results;
  });

/** Returns links for the person and the class of a row that are known by ids that we issued. */
function givenLinks({ external_id, within_id, fields }: RosterRow): NewLink[] {
  const { givenClass, givenPerson } = (fields ?? {}) as GivenLinks;
  return [
    ...(givenClass === undefined ? [] : [{ kind: 'class' as const, parentId: null, externalId: within_id ?? '', localId: givenClass }]),
    ...(givenPerson === undefined ? [] : [{ kind: 'person' as const, parentId: null, externalId: external_id, localId: givenPerson }]),
  ];
}

/**
 * Returns true when a member leaves who was in the class before it was matched to the roster: the source has no id for
 * them.
 */
export const isMatchedEnd = ({ outcome, fields }: RosterRow): boolean => outcome === 'ends' && fields?.['met'] === true;

interface Placed {
  row: RosterRow;
  into: KnownLink;
  courseId: number;
  accountId: number;
}

const linkOf = ({ row, into, accountId }: Placed, more: Partial<NewLink> = {}): NewLink => ({
  ...{ kind: 'member', parentId: into.id, externalId: row.external_id, localId: accountId, base: { role: row.role } },
  ...more,
});

async function enrolSome({ tx }: ApplyContext, sourceId: number, placed: readonly Placed[]): Promise<RowResult[]> {
  if (placed.length === 0) return [];
  const keyOf = ({ courseId, accountId }: { courseId: number; accountId: number }): string => `${courseId} ${accountId}`;
  const enrolled = new Set(
    (
      await enrollMany(
        tx,
        placed.map(({ courseId, accountId, row }) => ({ courseId, accountId, role: row.role ?? 'STUDENT' })),
      )
    ).map(keyOf),
  );
  const others = placed.filter((one) => !enrolled.has(keyOf(one)));
  const there = new Set((await listPlacesOf(tx, others)).map(keyOf));
  await keepLinks(
    tx,
    sourceId,
    placed.filter((one) => enrolled.has(keyOf(one)) || there.has(keyOf(one))).map((one) => linkOf(one)),
  );
  return others.map((one) =>
    there.has(keyOf(one)) ? { number: one.row.number, state: 'was_there' } : { number: one.row.number, state: 'failed', why: 'otherSchool' },
  );
}

async function changeSome({ tx }: ApplyContext, sourceId: number, placed: readonly Placed[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const [courseId, ofClass] of Map.groupBy(placed, (one) => one.courseId)) {
    for (const [role, ofRole] of Map.groupBy(ofClass, ({ row }) => row.role ?? 'STUDENT')) {
      const changed = new Set(
        await changeRoles(
          tx,
          courseId,
          ofRole.map(({ accountId }) => accountId),
          role,
        ),
      );
      await keepLinks(
        tx,
        sourceId,
        ofRole.map((one) => linkOf(one)),
      );
      for (const { row, accountId } of ofRole) if (!changed.has(accountId)) results.push({ number: row.number, state: 'was_there' });
    }
  }
  return results;
}

async function endSome({ tx }: ApplyContext, sourceId: number, placed: readonly Placed[]): Promise<void> {
  for (const [courseId, ofClass] of Map.groupBy(placed, (one) => one.courseId))
    await endMembers(
      tx,
      grantChosenEnds(), // its preview showed each of them, and asked where it had to
      courseId,
      ofClass.map(({ accountId }) => accountId),
    );
  await keepLinks(
    tx,
    sourceId,
    placed.filter(({ row }) => !isMatchedEnd(row)).map((one) => linkOf(one, { state: 'gone' })),
  );
}
