import { toKey } from './read-table.ts';
import type { Relation } from './roster.ts';

const STUDENTS = ['student', 'students', 'learner', 'studentenrollment'];
const TEACHERS = ['teacher', 'teachers', 'instructor', 'teacherenrollment', 'teacherofrecord', 'faculty', 'lecturer', 'professor', 'adjunct'];
/** Roles of other systems without an equivalent in a class here. */
const OTHERS = [
  ...['administrator', 'aide', 'counselor', 'designer', 'districtadministrator', 'guardian', 'observer', 'parent', 'principal', 'proctor', 'relative'],
  ...['advisor', 'affiliate', 'alumni', 'assistant', 'coach', 'dean', 'departmenthead', 'external', 'nurse', 'other', 'paraprofessional', 'registrar'],
  ...['specialist', 'staff', 'substitute', 'tutor'],
  ...['siteadministrator', 'systemadministrator', 'ta', 'teachingassistant', 'taenrollment', 'observerenrollment', 'designerenrollment'],
];

/** Returns the role here for a role of a file. `other`: it is known and not accepted; null: it is unknown. */
export function toClassRole(text: string): 'TEACHER' | 'STUDENT' | 'other' | null {
  const key = toKey(text);
  if (STUDENTS.includes(key)) return 'STUDENT';
  if (TEACHERS.includes(key)) return 'TEACHER';
  return OTHERS.includes(key) ? 'other' : null;
}

const RELATIONS: readonly Relation[] = ['parent', 'guardian', 'relative'];

/** Returns the relation of a guardian's role, or null for any other role. */
export function toRelation(text: string): Relation | null {
  const key = toKey(text);
  return RELATIONS.find((relation) => relation === key) ?? null;
}

const ENDED = ['tobedeleted', 'inactive', 'deleted', 'suspended', 'completed', 'concluded', 'withdrawn', 'false', 'no', '0'];

/** Returns true when a row's status means that it no longer counts. Any other status, or none, means that it does. */
export const isEnded = (status: string): boolean => ENDED.includes(toKey(status));
