import type { ClassProposal, MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import { listClassesOf } from '../../../class/classes/index.ts';
import { listCandidates, proposeAmong } from '../../rosters/index.ts';
import type { SourceRow } from '../../../class/sources/index.ts';
import { isKeeper } from '../access.ts';
import { listUndecidedClasses } from './link-queries.ts';

/**
 * Proposes a class here for each undecided class of Google Classroom. All are compared together, since each may be
 * another's. Sections are compared as codes; before a class is linked, Google names only its owner. A person who does
 * not manage the school's sync is offered only classes that they teach.
 */
export async function proposeLinks(
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
