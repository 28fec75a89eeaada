/** The common features by which two classes may be one. The first is the strongest. */
export const MEETING_GROUNDS = ['codeName', 'codeTeacher', 'nameTeacherTerm', 'nameTeacher', 'namePeople', 'code', 'nameTeacherOtherTerm', 'name'] as const;
export type MeetingGround = (typeof MEETING_GROUNDS)[number];

/** The features that leave no doubt, unless another class has them too. */
const SURE: readonly MeetingGround[] = ['codeName', 'codeTeacher', 'nameTeacherTerm', 'nameTeacher'];
/** The features without meaning if another class has them too, such as two sections with one name. */
const ALONE: readonly MeetingGround[] = ['code', 'nameTeacherOtherTerm', 'name'];

/** A class with the fields for matching. */
export interface MeetingClass<Id extends string | number> {
  id: Id;
  name: string;
  /** A code or a section: a short text that distinguishes classes with the same name; '' for none. */
  code: string;
  /** The account ids of its teachers and of its students. */
  teachers: ReadonlySet<number>;
  students: ReadonlySet<number>;
  /** The titles of its terms; empty if unknown. */
  terms: readonly string[];
}

/** A class of ours that may be the same as one of a source. */
export interface Meeting {
  courseId: number;
  by: MeetingGround;
  isSure: boolean;
}

/** Returns a text for comparison: ignoring case, blanks and different forms of one letter. */
const toMeetingText = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('und').replace(/\s+/g, ' ').trim();

/** The number of classes with the same name above which the name alone has no meaning. */
const MOST_NAMESAKES = 50;

interface Pair {
  there: string;
  courseId: number;
  by: MeetingGround;
  /** The number of students that both have. */
  shared: number;
}

/**
 * Proposes which class of ours each class of a source may be, by the source's id, each class of ours at most once. It
 * compares the code first, then name, teacher and term. Among equal candidates it proposes the one with most common
 * students; if that does not decide, none, since people would accept a wrong proposal among hundreds. Ids are ignored.
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
