import type { Tx } from '../../../../platform/database/index.ts';
import { deleteLinks, keepLinks, listLinks } from '../../../class/sources/index.ts';
import { type Decided, decide, type Means, type Roster } from './decide.ts';
import { proposeFor } from './propose.ts';
import { listCandidates, listMeetingRows, type MeetingRow } from './queries.ts';

/**
 * Searches a new preview for classes that are new to their source and may exist here: earlier decisions about them are
 * applied again, and for the others one of ours is proposed. Nothing of a class with a proposal is applied until
 * somebody decides.
 */
export async function proposeMatches(means: Means, roster: Roster): Promise<void> {
  const { tx, importId, sourceOf } = means;
  const { rows } = await listMeetingRows(tx, importId, {});
  const decided: Decided[] = [];
  for (const [schoolId, ofSchool] of Map.groupBy(rows, (row) => row.school_id)) {
    const sourceId = sourceOf(schoolId);
    const free = new Map((await listCandidates(tx, { schoolId, sourceId, isFree: true })).map((one) => [one.id, one]));
    const remembered = sourceId === null ? new Map<string, number | null>() : await listRemembered(tx, sourceId, ofSchool);
    const open: MeetingRow[] = [];
    for (const row of ofSchool) {
      const courseId = remembered.get(row.external_id);
      const course = free.get(courseId ?? 0);
      if (course) {
        free.delete(course.id);
        decided.push({ row, decision: 'ours', course, proposal: null });
      } else if (courseId === null) decided.push({ row, decision: 'new', course: null, proposal: null });
      else open.push(row);
    }
    const proposals = await proposeFor(means, open, [...free.values()]);
    for (const row of open) {
      const proposal = proposals.get(row.number);
      if (proposal) decided.push({ row, decision: 'undecided', course: null, proposal });
    }
  }
  await decide(means, roster, decided);
}

async function listRemembered(tx: Tx, sourceId: number, rows: readonly MeetingRow[]): Promise<Map<string, number | null>> {
  const links = await listLinks(tx, { sourceId, kind: 'class', parentId: null, externalIds: rows.map(({ external_id }) => external_id) });
  return new Map(
    links.flatMap(({ external_id, local_id, facts }) => {
      const meets = facts['meets'] as { courseId: number | null } | undefined;
      return local_id === null && meets ? [[external_id, meets.courseId] as const] : [];
    }),
  );
}

/** Stores decisions for later rosters of a source; removes those that are undecided again. */
export async function saveMatchDecisions(tx: Tx, sourceId: number, decided: readonly Decided[]): Promise<void> {
  const forgotten = decided.filter(({ decision }) => decision === 'undecided').map(({ row }) => row.external_id);
  const links = await listLinks(tx, { sourceId, kind: 'class', parentId: null, externalIds: forgotten });
  await deleteLinks(
    tx,
    links.filter(({ local_id }) => local_id === null).map(({ id }) => id),
  );
  await keepLinks(
    tx,
    sourceId,
    decided
      .filter(({ decision }) => decision !== 'undecided')
      .map(({ row, course }) => ({
        ...{ kind: 'class' as const, parentId: null, externalId: row.external_id, localId: null, state: 'only_there' as const },
        facts: { meets: { courseId: course?.id ?? null } },
      })),
  );
}
