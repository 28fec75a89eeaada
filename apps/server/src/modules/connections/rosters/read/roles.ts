import { toKey } from './read-table.ts';

const STUDENTS = ['student', 'students', 'learner', 'studentenrollment'];
const TEACHERS = ['teacher', 'teachers', 'instructor', 'teacherenrollment', 'teacherofrecord', 'faculty', 'lecturer', 'professor', 'adjunct'];
/** Roles that systems have and that nobody has in a class here. */
const OTHERS = [
  ...['administrator', 'aide', 'counselor', 'designer', 'districtadministrator', 'guardian', 'observer', 'parent', 'principal', 'proctor', 'relative'],
  ...['advisor', 'affiliate', 'alumni', 'assistant', 'coach', 'dean', 'departmenthead', 'external', 'nurse', 'other', 'paraprofessional', 'registrar'],
  ...['specialist', 'staff', 'substitute', 'tutor'],
  ...['siteadministrator', 'systemadministrator', 'ta', 'teachingassistant', 'taenrollment', 'observerenrollment', 'designerenrollment'],
];

/** Returns what a role of a file is here. `other`: it is known and not taken; null: nobody knows it. */
export function toClassRole(text: string): 'TEACHER' | 'STUDENT' | 'other' | null {
  const key = toKey(text);
  if (STUDENTS.includes(key)) return 'STUDENT';
  if (TEACHERS.includes(key)) return 'TEACHER';
  return OTHERS.includes(key) ? 'other' : null;
}

const ENDED = ['tobedeleted', 'inactive', 'deleted', 'suspended', 'completed', 'concluded', 'withdrawn', 'false', 'no', '0'];

/** Whether a row's status says that it counts no more. What it says else, nothing among it, means that it does. */
export const isEnded = (status: string): boolean => ENDED.includes(toKey(status));
