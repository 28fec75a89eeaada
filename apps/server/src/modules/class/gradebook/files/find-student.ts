import { withoutApostrophe } from '../../../../platform/spreadsheets/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import type { FileStudent } from './queries.ts';
import type { StudentColumn } from './titles.ts';

/** The data in a row that identifies its student. */
export type NamedStudent = Readonly<Record<StudentColumn, string>>;

/** The reason a row matches no student, or none for certain. */
export type StudentProblem = 'studentMissing' | 'studentUnknown' | 'studentSeveral' | 'studentMixed';

/**
 * Finds students by id, then email, then full name in either order. All other data of the row must match the same
 * student, since an id of another program may be anyone's here. Of people with one name, those in the class come before
 * those who left.
 */
export function createStudentFinder(students: readonly FileStudent[]): (named: NamedStudent) => FileStudent | StudentProblem {
  const byId = new Map(students.filter(({ has_left }) => !has_left).map((student) => [String(student.account_id), student]));
  const leftById = new Map(students.filter(({ has_left }) => has_left).map((student) => [String(student.account_id), student]));
  const byEmail = new Map(students.map((student) => [toEmailKey(student.email), student]));
  const byName = Map.groupBy(students, ({ first_name, last_name }) => toPersonKey(`${first_name} ${last_name}`));
  return (row) => {
    const email = withoutApostrophe(row.email);
    const name = row.name || [row.first, row.last].map(withoutApostrophe).join(' ').trim();
    if (row.id === '' && email === '' && name === '') return 'studentMissing';
    const named = name === '' ? undefined : (byName.get(toPersonKey(withoutApostrophe(name))) ?? []);
    const ofId = byId.get(row.id);
    const ofEmail = email === '' ? undefined : byEmail.get(toEmailKey(email));
    const found = ofId ?? ofEmail;
    if (found) {
      const isMixed = (ofEmail && ofEmail !== found) || (named && !named.includes(found));
      return isMixed ? 'studentMixed' : found;
    }
    const now = named?.filter(({ has_left }) => !has_left) ?? [];
    const [only = leftById.get(row.id), ...others] = now.length > 0 ? now : (named ?? []);
    if (!only) return 'studentUnknown';
    return others.length > 0 ? 'studentSeveral' : only;
  };
}

/**
 * Returns the form that two spellings of a name share, regardless of the order of its parts: no case, no diacritics.
 */
function toPersonKey(name: string): string {
  const parts = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length > 0 ? parts.sort().join(' ') : name.trim();
}
