import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { listSources } from '../../../class/sources/index.ts';
import type { RosterImport } from '../queries.ts';
import { looksOf, meetingOf } from './propose.ts';
import { listCandidates, listMeetingRows } from './queries.ts';

/** Returns the source of a roster's ids at a school; null before its first roster was applied. */
export async function findSourceIds(db: Db, { source_id: own, school_ids: schoolIds }: Pick<RosterImport, 'source_id' | 'school_ids'>) {
  if (own !== null) return () => own;
  const ids = new Map<number, number | null>();
  for (const id of schoolIds) ids.set(id, (await listSources(db, 'roster_file', id))[0]?.id ?? null);
  return (schoolId: number): number | null => ids.get(schoolId) ?? null;
}

/** Refuses outdated decisions. @throws ROSTER_MEETING_CHANGED if a chosen class has changed since it was chosen */
export async function requireMeetingsHold(tx: Tx, roster: RosterImport): Promise<void> {
  const sourceOf = await findSourceIds(tx, roster);
  const { rows } = await listMeetingRows(tx, roster.id, { decision: 'ours' });
  for (const [schoolId, ofSchool] of Map.groupBy(rows, (row) => row.school_id)) {
    const ids = ofSchool.flatMap((row) => meetingOf(row).chosen?.courseId ?? []);
    const now = new Map((await listCandidates(tx, { schoolId, sourceId: sourceOf(schoolId), ids })).map((one) => [one.id, one]));
    for (const row of ofSchool) {
      const { chosen } = meetingOf(row);
      const course = now.get(chosen?.courseId ?? 0);
      if (!chosen || !course || course.is_archived || course.linked_as !== null || looksOf(course) !== chosen.looks)
        throw appError('ROSTER_MEETING_CHANGED', { name: course?.name ?? row.name });
    }
  }
}
