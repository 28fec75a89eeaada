import { withoutApostrophe } from '../../../../platform/spreadsheets/index.ts';
import { toEmailKey } from '../../../people/accounts/index.ts';
import type { FileStudent } from './queries.ts';
import type { StudentColumn } from './titles.ts';

/** What a row says of its student. */
export type NamedStudent = Readonly<Record<StudentColumn, string>>;

/** Why a row is nobody's, or nobody's for certain. */
export type StudentProblem = 'studentMissing' | 'studentUnknown' | 'studentSeveral' | 'studentMixed';

/**
 * Finds students by id, then e-mail, then full name in either order. Whatever else a row says must be of the same
 * student: an id of another program may be anybody's here. Of one name, those who are in the class come before those who left.
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

/** What two spellings of a name have in common, in whichever order its parts stand: no case, no marks. */
function toPersonKey(name: string): string {
  const parts = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length > 0 ? parts.sort().join(' ') : name.trim();
}
