import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address of the ideas. */
export const parseIdeasSearch = searchParser({
  class_id: parseId,
  school_id: parseId,
  level_id: parseId,
  /** The year in which a school year begins. */
  year: parseId,
  /** The idea whose page is open. */
  idea: parseId,
  /** With `idea`: the lesson whose answers are open. */
  assessment: parseId,
  /** The class for which the next question is proposed; with `idea` for that idea. */
  next: parseId,
});
export type IdeasSearch = ReturnType<typeof parseIdeasSearch>;
