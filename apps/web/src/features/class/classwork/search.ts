import { COURSE_WORK_KINDS, OWN_STANDINGS } from '@classwright/contract/class/classwork/kinds';
import { listParsers, parseId, parseOneOf, parseYes, searchParser, type SearchOf } from '../../../base/search.ts';

/** Parts of an open work; which of them there are says its dialog. */
const WORK_TABS = ['instructions', 'students', 'work', 'summary', 'snapshot'] as const;

/** The work that is open, the part of it that is looked at, and for staff the student. */
const openWorkParsers = { work: parseId, tab: parseOneOf(WORK_TABS), student: parseId };

/** What of an open work is looked at. */
export type SeenOfWork = Pick<SearchOf<typeof openWorkParsers>, 'tab' | 'student'>;

/** What stands in the address of the work of a class. */
export const parseClassworkSearch = searchParser({
  ...listParsers,
  topic: parseId,
  ...openWorkParsers,
  /** The work that is edited, and the kind of one that is made. */
  edit: parseId,
  create: parseOneOf(COURSE_WORK_KINDS),
  /** The topics of the class stand open. */
  topics: parseYes,
});
export type ClassworkSearch = ReturnType<typeof parseClassworkSearch>;

/** The same of a student's work: of one class, or of all of them; `of`: the class of the open work. */
export const parseStudentWorkSearch = searchParser({
  ...listParsers,
  class: parseId,
  standing: parseOneOf(OWN_STANDINGS),
  sort: parseOneOf(['due']),
  of: parseId,
  ...openWorkParsers,
});
export type StudentWorkSearch = ReturnType<typeof parseStudentWorkSearch>;

export const parseTopicsSearch = searchParser({ create: parseYes, edit: parseId });
export type TopicsSearch = ReturnType<typeof parseTopicsSearch>;
