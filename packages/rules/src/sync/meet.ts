/** What two classes have in common, so that they may be one. The first says most. */
export const MEETING_GROUNDS = ['codeName', 'codeTeacher', 'nameTeacherTerm', 'nameTeacher', 'namePeople', 'code', 'nameTeacherOtherTerm', 'name'] as const;
export type MeetingGround = (typeof MEETING_GROUNDS)[number];

/** The grounds that leave no doubt, where no other class has them too. */
const SURE: readonly MeetingGround[] = ['codeName', 'codeTeacher', 'nameTeacherTerm', 'nameTeacher'];
/** The grounds that mean nothing where another class has them too: two sections with one name. */
const ALONE: readonly MeetingGround[] = ['code', 'nameTeacherOtherTerm', 'name'];

/** A class, as far as meeting looks at it. */
export interface MeetingClass<Id extends string | number> {
  id: Id;
  name: string;
  /** A code, a section: what is short and tells classes of one name apart; '' says nothing. */
  code: string;
  /** The account ids of its teachers and of its students. */
  teachers: ReadonlySet<number>;
  students: ReadonlySet<number>;
  /** The titles of the terms that it runs in; none: nobody says. */
  terms: readonly string[];
}

/** A class of ours that one of a source may be. */
export interface Meeting {
  courseId: number;
  by: MeetingGround;
  isSure: boolean;
}

/** Text as it is compared: without regard to case, blanks and forms of one letter. */
const toMeetingText = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('und').replace(/\s+/g, ' ').trim();

/** With more classes of one name than these the name alone says nothing. */
const MOST_NAMESAKES = 50;

interface Pair {
  there: string;
  courseId: number;
  by: MeetingGround;
  /** The students that both have. */
  shared: number;
}

/**
 * Returns which class of ours each class of a source may be, by the source's id: one of ours for one of theirs at most. By code
 * first, then by name, teacher and term. Of several that have as much in common, the one that shares most students is proposed;
 * where that tells nothing, none is, since a wrong proposal among hundreds is taken with the others. Ids are not looked at.
 */
export function proposeMeetings(there: readonly MeetingClass<string>[], here: readonly MeetingClass<number>[]): Map<string, Meeting> {
  const ours = here.map((one) => ({ one, name: toMeetingText(one.name), code: toMeetingText(one.code) }));
  const byName = groupBy(ours, ({ name }) => name);
  const byCode = groupBy(ours, ({ code }) => code);
  const pairs: Pair[] = [];
  for (const one of there) {
    const name = toMeetingText(one.name);
    const code = toMeetingText(one.code);
    const others = new Set([...(byName.get(name) ?? []), ...(code === '' ? [] : (byCode.get(code) ?? []))]);
    for (const other of others) {
      const by = findGround(one, other.one, {
        isName: other.name === name,
        isCode: code !== '' && other.code === code,
        hasOtherCode: code !== '' && other.code !== '' && other.code !== code,
      });
      if (by && (by !== 'name' || others.size <= MOST_NAMESAKES))
        pairs.push({ there: one.id, courseId: other.one.id, by, shared: countShared(one.students, other.one.students) });
    }
  }
  const rankOf = ({ by }: Pair): number => MEETING_GROUNDS.indexOf(by);
  pairs.sort((one, other) => rankOf(one) - rankOf(other) || other.shared - one.shared || one.courseId - other.courseId);
  const ofThere = groupBy(pairs, (pair) => pair.there);
  const ofHere = groupBy(pairs, (pair) => String(pair.courseId));
  const found = new Map<string, Meeting>();
  const taken = new Set<number>();
  for (const pair of pairs) {
    const { there: id, courseId, by, shared } = pair;
    if (found.has(id) || taken.has(courseId)) continue;
    const rivals = [...(ofThere.get(id) ?? []), ...(ofHere.get(String(courseId)) ?? [])].filter((other) => other !== pair && other.by === by);
    const left = rivals.filter((other) => (other.there === id ? !taken.has(other.courseId) : !found.has(other.there)));
    if (left.some((other) => other.shared >= shared) || (left.length > 0 && ALONE.includes(by) && shared === 0)) continue;
    found.set(id, { courseId, by, isSure: rivals.length === 0 && SURE.includes(by) });
    taken.add(courseId);
  }
  return found;
}

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function countShared(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const id of one) if (other.has(id)) shared += 1;
  return shared;
}

function findGround(
  one: MeetingClass<string>,
  other: MeetingClass<number>,
  { isName, isCode, hasOtherCode }: { isName: boolean; isCode: boolean; hasOtherCode: boolean },
): MeetingGround | null {
  const hasTeacher = countShared(one.teachers, other.teachers) > 0;
  if (isCode && isName) return 'codeName';
  if (isCode && hasTeacher) return 'codeTeacher';
  const terms = new Set(other.terms.map(toMeetingText));
  const saysTerms = one.terms.length > 0 && terms.size > 0;
  const isTerm = one.terms.some((term) => terms.has(toMeetingText(term)));
  if (isName && hasTeacher) {
    if (saysTerms && !isTerm) return 'nameTeacherOtherTerm';
    if (hasOtherCode) return 'name';
    return isTerm ? 'nameTeacherTerm' : 'nameTeacher';
  }
  const shared = countShared(one.students, other.students);
  if (isName && shared * 2 > Math.min(one.students.size, other.students.size)) return 'namePeople';
  if (isCode) return 'code';
  return isName ? 'name' : null;
}
