import { changeRoles, enrollMany } from '../../../class/classes/index.ts';
import { grantChosenEnds, endMembers } from '../../../class/ends/index.ts';
import { deleteLinks, listLinks, keepLinks } from '../../../class/sources/index.ts';
import { listCourses, listKnownLinks } from '../known-queries.ts';
import { listPlacesOf } from '../place-queries.ts';
import { listMadeClasses } from '../outcome-queries.ts';
import { type RosterRow, type RowResult } from '../queries.ts';
import { isMatchedEnd } from './do-members.ts';
import { type ApplyContext, forEachSchool } from './doing.ts';

interface Placed {
  row: RosterRow;
  courseId: number;
  classLinkId: number;
  accountId: number;
}

/**
 * Restores memberships of classes: added people leave, removed people return, and roles are reset, where they are
 * unchanged since the roster.
 */
export const undoMembers = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx } = doing;
    const people = new Map(
      (
        await listKnownLinks(
          tx,
          sourceId,
          'person',
          ofSchool.map(({ external_id }) => external_id),
        )
      ).map((link) => [link.externalId, link]),
    );
    const classes = new Map(
      (
        await listKnownLinks(
          tx,
          sourceId,
          'class',
          ofSchool.map(({ within_id }) => within_id ?? ''),
        )
      ).map((link) => [link.externalId, link]),
    );
    const courses = await listCourses(
      tx,
      [...classes.values()].flatMap(({ localId }) => localId ?? []),
      { held: true },
    );
    // a class that the roster created is removed with everybody in it, or kept with everybody
    const made = new Set(await listMadeClasses(tx, doing.row.id, [...classes.keys()]));
    const results: RowResult[] = [];
    const placed: Placed[] = [];
    for (const row of ofSchool) {
      const [person, into] = [people.get(row.external_id), classes.get(row.within_id ?? '')];
      const course = courses.get(into?.localId ?? 0);
      if (row.outcome === 'same' || row.outcome === 'not_taken') continue; // it goes with the link of its class
      if (!into || !course || course.is_deleted) results.push({ number: row.number, state: 'stays', why: 'classGone' });
      else if (isMatchedEnd(row) && row.local_id !== null) placed.push({ row, courseId: course.id, classLinkId: into.id, accountId: row.local_id });
      else if (!person || person.localId === null) results.push({ number: row.number, state: 'stays', why: 'personGone' });
      else if (made.has(into.externalId)) continue;
      else if (course.is_archived) results.push({ number: row.number, state: 'stays', why: 'classArchived' });
      else placed.push({ row, courseId: course.id, classLinkId: into.id, accountId: person.localId });
    }
    const there = new Map((await listPlacesOf(tx, placed)).map(({ courseId, accountId, role }) => [`${courseId} ${accountId}`, role]));
    for (const [courseId, ofClass] of Map.groupBy(placed, (one) => one.courseId))
      results.push(...(await undoOfClass(doing, sourceId, courseId, ofClass, there)));
    await doing.room.announceInAll(tx, [...new Set(placed.map(({ courseId }) => courseId))], 'class.people.changed');
    return results;
  });

async function undoOfClass(
  { tx }: ApplyContext,
  sourceId: number,
  courseId: number,
  placed: readonly Placed[],
  there: ReadonlyMap<string, string>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const roleNow = ({ accountId }: Placed): string | undefined => there.get(`${courseId} ${accountId}`);
  const came = placed.filter(({ row }) => row.outcome === 'new' || row.outcome === 'waits');
  const removed = new Set(
    await endMembers(
      tx,
      grantChosenEnds(),
      courseId,
      came.map(({ accountId }) => accountId),
    ),
  );
  for (const one of came) if (roleNow(one) !== undefined && !removed.has(one.accountId)) results.push({ number: one.row.number, state: 'stays', why: 'owner' });
  const stays = new Set(results.map(({ number }) => number));
  const links = await listLinks(tx, {
    sourceId,
    kind: 'member',
    parentId: placed[0]?.classLinkId ?? null,
    externalIds: came.filter(({ row }) => !stays.has(row.number)).map(({ row }) => row.external_id),
  });
  await deleteLinks(
    tx,
    links.map(({ id }) => id),
  );
  const went = placed.filter(({ row }) => row.outcome === 'ends');
  const back = went.filter((one) => roleNow(one) === undefined);
  await enrollMany(
    tx,
    back.map(({ accountId, row }) => ({ courseId, accountId, role: row.role ?? 'STUDENT' })),
  );
  await keepLinks(
    tx,
    sourceId,
    went
      .filter(({ row }) => !isMatchedEnd(row))
      .map(({ row, classLinkId, accountId }) => ({
        kind: 'member',
        parentId: classLinkId,
        externalId: row.external_id,
        localId: accountId,
        base: { role: row.role },
        state: 'linked',
      })),
  );
  for (const one of placed.filter(({ row }) => row.outcome === 'changed')) {
    const before = one.row.role === 'TEACHER' ? 'STUDENT' : 'TEACHER';
    const isAsLeft = roleNow(one) === one.row.role;
    if (isAsLeft) await changeRoles(tx, courseId, [one.accountId], before);
    else results.push({ number: one.row.number, state: 'stays', why: 'changedSince' });
    if (isAsLeft)
      await keepLinks(tx, sourceId, [
        { kind: 'member', parentId: one.classLinkId, externalId: one.row.external_id, localId: one.accountId, base: { role: before } },
      ]);
  }
  return results;
}
