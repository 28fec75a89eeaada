import { appError } from '../../platform/errors.ts';
import { can, type Person } from '../../platform/http/index.ts';

/** Whoever keeps the sync of the whole school: its schedule, everybody's connections and people. */
export const isKeeper = (person: Pick<Person, 'rights'>): boolean => can(person, 'classroom-sync', 'edit');

/** The school whose Google Classroom is meant. @throws SYNC_NOT_CONNECTED for people of no school */
export function schoolOf(actor: Pick<Person, 'schoolId'>): number {
  if (actor.schoolId === null) throw appError('SYNC_NOT_CONNECTED');
  return actor.schoolId;
}
