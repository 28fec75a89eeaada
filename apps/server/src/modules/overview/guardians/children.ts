import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, can } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { type ChildRow, findStudent } from './queries.ts';

/**
 * Returns the student whose guardians are meant: oneself, or a student of one's reach with whose guardians one may do
 * this. @throws NOT_FOUND for anybody else
 */
export async function requireStudent(db: Db | Tx, actor: Actor, accountId: number | undefined, action: 'view' | 'create' | 'delete'): Promise<ChildRow> {
  const isOwn = accountId === undefined || accountId === actor.accountId;
  const student = isOwn || can(actor, 'guardians', action) ? await findStudent(db, accountId ?? actor.accountId) : null;
  if (!student || (!isOwn && !isWithin(actor.reach, student.school_id))) throw appError('NOT_FOUND');
  return student;
}
