import { COURSE_WORK_KINDS, OWN_STANDINGS } from '@classwright/contract/class/classwork/kinds';
import { listParsers, parseId, parseOneOf, parseYes, searchParser, type SearchOf } from '../../../base/search.ts';

/** The parts of an open work. Its dialog decides which of them exist. */
const WORK_TABS = ['instructions', 'students', 'work', 'summary', 'snapshot'] as const;

/** The open work, its visible part, and for staff the student. */
const openWorkParsers = { work: parseId, tab: parseOneOf(WORK_TABS), student: parseId };

/** The visible part of an open work. */
export type SeenOfWork = Pick<SearchOf<typeof openWorkParsers>, 'tab' | 'student'>;

/** Parses the address of a class's work. */
export const parseClassworkSearch = searchParser({
  ...listParsers,
  topic: parseId,
  ...openWorkParsers,
  /** The work being edited. `create` is the kind of new work. */
  edit: parseId,
  create: parseOneOf(COURSE_WORK_KINDS),
  /** True when the topics of the class are open. */
  topics: parseYes,
});
export type ClassworkSearch = ReturnType<typeof parseClassworkSearch>;

/** Parses the address of a student's work: of one class, or of all of them; `of`: the class of the open work. */
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
