import { auditEach } from '../../../../platform/audit/index.ts';
import { changeClassNames, eraseUnusedClasses } from '../../../class/classes/index.ts';
import { deleteLinks, keepLinks } from '../../../class/sources/index.ts';
import { listCourses, listKnownLinks } from '../known-queries.ts';
import { CLASS_FIELDS } from '../preview/preview-classes.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { setClassSessions } from '../sessions-queries.ts';
import { changesOf, isMatched } from './do-classes.ts';
import { type ApplyContext, forEachSchool } from './doing.ts';

/**
 * Deletes classes that were created and are unused; changed classes get their earlier values, where the roster's values
 * are unchanged.
 */
export const undoClasses = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx } = doing;
    const links = new Map(
      (
        await listKnownLinks(
          tx,
          sourceId,
          'class',
          ofSchool.map(({ external_id }) => external_id),
        )
      ).map((link) => [link.externalId, link]),
    );
    const terms = new Map(
      (await listKnownLinks(tx, sourceId, 'term')).flatMap(({ externalId, localId }) => (localId === null ? [] : [[externalId, localId] as const])),
    );
    const courses = await listCourses(
      tx,
      ofSchool.flatMap(({ local_id }) => local_id ?? []),
    );
    const results: RowResult[] = [];
    const made = ofSchool.filter(({ outcome, local_id }) => outcome !== 'changed' && local_id !== null && courses.has(local_id));
    const staying = await eraseUnusedClasses(
      tx,
      made.map(({ local_id }) => local_id as number),
      doing.t,
    );
    const erased = made.filter(({ local_id }) => !staying.has(local_id as number));
    for (const row of made) if (staying.has(row.local_id as number)) results.push({ number: row.number, state: 'stays', why: 'classUsed' });
    await deleteLinks(
      tx,
      erased.flatMap(({ external_id }) => links.get(external_id)?.id ?? []),
    );
    const told = { import_id: doing.row.id, file_name: doing.row.file_name };
    await auditEach(
      tx,
      doing.person,
      { action: 'roster.undo.class', subjectType: 'course', requestId: doing.requestId },
      erased.map(({ local_id }) => ({ subjectId: local_id, after: { name: courses.get(local_id as number)?.name, ...told } })),
    );
    const parted: { linkId: number; courseId: number; name: string }[] = [];
    for (const row of ofSchool.filter(({ outcome }) => outcome === 'changed')) {
      const link = links.get(row.external_id);
      const course = courses.get(link?.localId ?? 0) ?? (await listCourses(tx, [link?.localId ?? 0], { held: true })).get(link?.localId ?? 0);
      if (!link || !course || course.is_deleted || course.is_archived) {
        results.push({ number: row.number, state: 'stays', why: course?.is_archived && !course.is_deleted ? 'classArchived' : 'classGone' });
        continue;
      }
      const changes = changesOf(row);
      const fields = CLASS_FIELDS.filter((field) => changes[field]);
      const kept = fields.filter((field) => course[field] !== changes[field]?.after);
      const names = Object.fromEntries(fields.filter((field) => !kept.includes(field)).map((field) => [field, changes[field]?.before]));
      await changeClassNames(tx, course.id, names);
      const sessions = changes.sessions?.before as string[] | undefined;
      if (sessions) await setClassSessions(tx, [{ courseId: course.id, sessionIds: sessions.flatMap((id) => terms.get(id) ?? []) }]);
      await keepLinks(tx, sourceId, [
        { kind: 'class', parentId: null, externalId: row.external_id, localId: course.id, base: { ...names, ...(sessions ? { sessions } : {}) } },
      ]);
      if (isMatched(row)) parted.push({ linkId: link.id, courseId: course.id, name: course.name });
      if (kept.length > 0) results.push({ number: row.number, state: 'stays', why: 'changedSince' });
    }
    await deleteLinks(
      tx,
      parted.map(({ linkId }) => linkId),
    );
    await auditEach(
      tx,
      doing.person,
      { action: 'roster.undo.met', subjectType: 'course', requestId: doing.requestId },
      parted.map(({ courseId, name }) => ({ subjectId: courseId, after: { name, ...told } })),
    );
    return results;
  });
