import { auditEach } from '../../../../platform/audit/index.ts';
import { changeClassNames, createClasses, type NewClass } from '../../../class/classes/index.ts';
import { claimPeople, listLinks, type NewLink, saveLinks } from '../../../class/sources/index.ts';
import { listAccountsByIds, listCourses, listKnownLinks } from '../known-queries.ts';
import { CLASS_FIELDS, type ClassField } from '../preview/preview-classes.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { setClassSessions } from '../sessions-queries.ts';
import { type ApplyContext, type ApplyRows, forEachSchool } from './doing.ts';

interface ClassFields extends Record<ClassField, string> {
  sessions: string[];
  teachers: string[];
}
export type ClassChanges = Partial<Record<ClassField | 'sessions', { before: string | string[]; after: string | string[] }>>;

export const changesOf = ({ fields }: RosterRow): ClassChanges => (fields?.['changes'] ?? {}) as ClassChanges;

/** Returns true when a row's class is new to its source and was matched to one of ours. */
export const isMatched = ({ outcome, fields }: RosterRow): boolean => outcome === 'changed' && fields?.['meeting'] !== undefined;

/**
 * Returns the roster's values of a class, which both sides are compared with from now on: a differing value here is
 * kept.
 */
function toldOf({ fields }: RosterRow): Partial<Record<ClassField | 'sessions', string | string[]>> {
  const { name, section, subject, room, sessions } = fields as unknown as ClassFields;
  return { name, section, subject, room, sessions };
}

/** Creates classes with their teachers, and applies the file's changes to existing ones. */
export const applyClasses: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, ofSchool) => {
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
    const courses = await listCourses(
      tx,
      [...links.values()].flatMap(({ localId }) => localId ?? []).concat(ofSchool.flatMap(({ local_id }) => local_id ?? [])),
      { held: true },
    );
    const terms = new Map(
      (await listKnownLinks(tx, sourceId, 'term')).flatMap(({ externalId, localId }) => (localId === null ? [] : [[externalId, localId] as const])),
    );
    const results: RowResult[] = [];
    const kept: NewLink[] = [];
    const sessions: { courseId: number; sessionIds: number[] }[] = [];
    const keepSessions = (courseId: number, ids: readonly string[]): void =>
      void sessions.push({ courseId, sessionIds: [...new Set(ids.flatMap((id) => terms.get(id) ?? []))] });
    const fresh: RosterRow[] = [];
    const met = new Map<number, number>();
    const takenAs = new Map(
      (await listLinks(tx, { sourceId, kind: 'class', parentId: null, localIds: [...courses.keys()] })).map((link) => [link.local_id, link.external_id]),
    );
    for (const row of ofSchool) {
      const course = courses.get(links.get(row.external_id)?.localId ?? row.local_id ?? 0);
      if (row.outcome !== 'changed') {
        if (course && !course.is_deleted) results.push({ number: row.number, state: 'was_there', localId: course.id });
        else fresh.push(row);
      } else if (!course || course.is_deleted) results.push({ number: row.number, state: 'failed', why: 'classGone' });
      else if (isMatched(row) && course.is_archived) results.push({ number: row.number, state: 'failed', why: 'classArchived' });
      else if (isMatched(row) && takenAs.get(course.id) !== undefined && takenAs.get(course.id) !== row.external_id)
        results.push({ number: row.number, state: 'failed', why: 'classTaken' });
      else if (course.is_archived) results.push({ number: row.number, state: 'skipped', why: 'classArchived' });
      else {
        const changes = changesOf(row);
        const stale = CLASS_FIELDS.filter((field) => changes[field] && changes[field].before !== course[field]);
        const names = Object.fromEntries(CLASS_FIELDS.flatMap((field) => (changes[field] && !stale.includes(field) ? [[field, changes[field].after]] : [])));
        await changeClassNames(tx, course.id, names);
        if (changes.sessions) keepSessions(course.id, changes.sessions.after as string[]);
        kept.push({
          kind: 'class',
          parentId: null,
          externalId: row.external_id,
          localId: course.id,
          base: { ...(isMatched(row) ? toldOf(row) : {}), ...names, ...(changes.sessions ? { sessions: changes.sessions.after } : {}) },
        });
        if (isMatched(row)) met.set(row.number, course.id);
        if (stale.length > 0) results.push({ number: row.number, state: 'failed', why: 'changedSince' });
      }
    }
    const { made, skipped } = await makeClasses(doing, sourceId, schoolId, fresh);
    results.push(...skipped);
    for (const [row, courseId] of made) {
      const { sessions: of, name, section, subject, room } = row.fields as unknown as ClassFields;
      kept.push({ kind: 'class', parentId: null, externalId: row.external_id, localId: courseId, base: { name, section, subject, room, sessions: of } });
      keepSessions(courseId, of);
      results.push({ number: row.number, localId: courseId });
    }
    const saved = await saveLinks(tx, sourceId, kept);
    const ids = new Set([...made.values(), ...met.values()]);
    const told = { import_id: doing.row.id, file_name: doing.row.file_name };
    await auditEach(
      tx,
      doing.person,
      { action: 'roster.met', subjectType: 'course', requestId: doing.requestId },
      [...met.values()].map((id) => ({ subjectId: id, after: { name: courses.get(id)?.name, ...told } })),
    );
    for (const link of saved) if (link.local_id !== null && ids.has(link.local_id)) await claimPeople(tx, link.id);
    await setClassSessions(tx, sessions);
    await doing.room.announceInAll(tx, [...courses.keys()], 'class.changed');
    return results;
  });

/**
 * Creates classes with their teacher: the first of the file's teachers who has an account here, otherwise the one
 * chosen for all.
 */
async function makeClasses(
  doing: ApplyContext,
  sourceId: number,
  schoolId: number,
  rows: readonly RosterRow[],
): Promise<{ made: Map<RosterRow, number>; skipped: RowResult[] }> {
  const { tx, person, row: roster, requestId } = doing;
  const teachers = rows.flatMap(({ fields }) => (fields as unknown as ClassFields).teachers);
  const links = new Map((await listKnownLinks(tx, sourceId, 'person', teachers)).map(({ externalId, localId }) => [externalId, localId]));
  const chosen = roster.options.teacherId ?? null;
  const accounts = await listAccountsByIds(tx, [...[...links.values()].flatMap((id) => id ?? []), ...(chosen === null ? [] : [chosen])]);
  const canOwn = (id: number | null | undefined): id is number => {
    const account = id === null || id === undefined ? undefined : accounts.get(id);
    return account !== undefined && account.status && !account.is_student && account.school_id === schoolId;
  };
  const plans: { row: RosterRow; plan: NewClass }[] = [];
  const skipped: RowResult[] = [];
  for (const row of rows) {
    const { teachers: of, name, section, subject, room } = row.fields as unknown as ClassFields;
    const ownerId = of.map((id) => links.get(id)).find(canOwn) ?? (canOwn(chosen) ? chosen : null);
    if (ownerId === null) skipped.push({ number: row.number, state: 'skipped', why: 'noTeacher' });
    else plans.push({ row, plan: { schoolId, ownerId, name, section, subject, room } });
  }
  if (plans.length === 0) return { made: new Map(), skipped };
  const ids = await createClasses(
    tx,
    plans.map(({ plan }) => plan),
  );
  await auditEach(
    tx,
    person,
    { action: 'roster.class', subjectType: 'course', requestId },
    plans.map(({ plan: { name } }, at) => ({ subjectId: ids[at] as number, after: { name, import_id: roster.id, file_name: roster.file_name } })),
  );
  return { made: new Map(plans.map(({ row }, at) => [row, ids[at] as number])), skipped };
}
