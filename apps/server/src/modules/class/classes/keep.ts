import {
  courseArchiveMany,
  courseDelete,
  courseDeleteMany,
  courseRestoreMany,
  courseUnarchiveMany,
  type Dependent,
  type ManyDone,
  type MessageKey,
} from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import { findDependentsOf, inWords } from '../../../platform/reference-lists/index.ts';
import { mayDelete } from './access.ts';
import { type LockedCourse, lockCourses, setCourseState, setDeleted } from './courses-write-queries.ts';
import type { ClassDependencies } from './dependencies.ts';

interface Act {
  action: string;
  words: 'class.many.archived' | 'class.many.unarchived' | 'class.many.deleted' | 'class.many.restored';
  /** Returns the reason a class is not changed, in words; null when it is changed. */
  refuse: (course: LockedCourse) => string | null;
  apply: (ids: readonly number[]) => Promise<void>;
}

/**
 * The content that a deleted class would be missed for, named in the confirmation. Everything else is deleted and
 * restored with it without mention.
 */
const MISSED = ['announcements', 'assessments', 'course_works', 'live_sessions'];

/** Archives, deletes and restores classes. Archived ones can be read; nobody is in deleted ones. */
export function implementKeeping({ t, room }: ClassDependencies): Implementation[] {
  async function changeMany({ tx, actor, requestId }: Call, ids: readonly number[], held: Map<number, LockedCourse>, act: Act): Promise<ManyDone> {
    const asked = [...new Set(ids)];
    const reasons = new Map(asked.map((id) => [id, reasonOf(actor, held.get(id), act)]));
    const changed = asked.filter((id) => reasons.get(id) === null);
    if (changed.length > 0) await act.apply(changed);
    await room.announceInAll(tx, changed, 'class.changed');
    const nameOf = (id: number): string => held.get(id)?.name ?? `#${id}`;
    await auditEach(
      tx,
      actor,
      { action: act.action, subjectType: 'course', requestId },
      changed.map((id) => ({ subjectId: id, after: { name: nameOf(id) } })),
    );
    return {
      message: t(act.words, { count: changed.length }),
      ids: changed,
      refused: asked.flatMap((id) => {
        const message = reasons.get(id);
        return message ? [{ id, name: isKnown(actor, held.get(id)) ? nameOf(id) : `#${id}`, message }] : [];
      }),
    };
  }
  function reasonOf(actor: Actor, course: LockedCourse | undefined, { refuse }: Act): string | null {
    if (!course || !isKnown(actor, course)) return t('error.NOT_FOUND');
    return refuse(course);
  }
  const unlessStaff = (actor: Actor, course: LockedCourse, other: MessageKey | null): string | null => {
    if (course.is_deleted) return t('error.NOT_FOUND');
    if (!actor.isAdmin && course.role !== 'TEACHER') return t('error.NOT_ALLOWED');
    return other && t(other);
  };
  async function dependentsOf(tx: Tx, held: Map<number, LockedCourse>): Promise<Map<number, Dependent[]>> {
    const found = await findDependentsOf(tx, 'courses', [...held.keys()], t);
    return new Map(
      [...held].map(([id, { student_count: count }]) => {
        const students = count > 0 ? [{ table: 'class_students', count, words: t('depends.class_students', { count }) }] : [];
        return [id, [...students, ...(found.get(id) ?? []).filter(({ table }) => MISSED.includes(table))]];
      }),
    );
  }
  async function remove(call: Call, ids: readonly number[], confirm: boolean) {
    const held = await lockCourses(call.tx, ids, call.actor.accountId);
    const dependents = confirm ? new Map<number, Dependent[]>() : await dependentsOf(call.tx, held);
    const done = await changeMany(call, ids, held, {
      action: courseDeleteMany.name,
      words: 'class.many.deleted',
      refuse(course) {
        if (course.is_deleted) return t('error.NOT_FOUND');
        if (!mayDelete(call.actor, course)) return t('class.delete.others');
        const found = dependents.get(course.id) ?? [];
        return found.length > 0 ? t('error.CLASS_NOT_EMPTY', { name: course.name, dependents: inWords(found, t) }) : null;
      },
      apply: (changed) => setDeleted(call.tx, changed, true),
    });
    return { done, held, dependents };
  }

  return [
    implement(courseArchiveMany, async (call) =>
      changeMany(call, call.input.ids, await lockCourses(call.tx, call.input.ids, call.actor.accountId), {
        action: courseArchiveMany.name,
        words: 'class.many.archived',
        refuse: (course) => unlessStaff(call.actor, course, course.course_state === 'ACTIVE' ? null : 'class.archived.already'),
        apply: (ids) => setCourseState(call.tx, ids, 'ARCHIVED'),
      }),
    ),
    implement(courseUnarchiveMany, async (call) =>
      changeMany(call, call.input.ids, await lockCourses(call.tx, call.input.ids, call.actor.accountId), {
        action: courseUnarchiveMany.name,
        words: 'class.many.unarchived',
        refuse: (course) => unlessStaff(call.actor, course, course.course_state === 'ACTIVE' ? 'class.active.already' : null),
        apply: (ids) => setCourseState(call.tx, ids, 'ACTIVE'),
      }),
    ),
    implement(courseDeleteMany, async (call) => (await remove(call, call.input.ids, call.input.confirm)).done),
    implement(courseDelete, async (call) => {
      const { id, confirm = false } = call.input;
      const { done, held, dependents } = await remove(call, [id], confirm);
      const course = held.get(id);
      if (done.ids.length > 0) return { message: t('class.deleted'), id };
      if (!course || course.is_deleted || !isKnown(call.actor, course)) throw appError('NOT_FOUND');
      if (!mayDelete(call.actor, course)) throw appError('NOT_ALLOWED');
      const found = dependents.get(id) ?? [];
      throw appError('CLASS_NOT_EMPTY', { name: course.name, dependents: inWords(found, t), depends_on: found });
    }),
    implement(courseRestoreMany, async (call) =>
      changeMany(call, call.input.ids, await lockCourses(call.tx, call.input.ids, call.actor.accountId), {
        action: courseRestoreMany.name,
        words: 'class.many.restored',
        refuse: (course) => (course.is_deleted && mayDelete(call.actor, course) ? null : t('class.restore.none')),
        apply: (ids) => setDeleted(call.tx, ids, false),
      }),
    ),
  ];
}

/** Returns true when the person may know that the class exists. */
const isKnown = (actor: Actor, course: LockedCourse | undefined): boolean => course !== undefined && (actor.isAdmin || course.role !== null);
