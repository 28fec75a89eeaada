import { listParsers, parseId, parseOneOf, searchParser } from '../../../base/search.ts';

/** Parses the address of a class's People page. */
export const parsePeopleSearch = searchParser({
  ...listParsers,
  /** The page number of the teachers. */
  teachers: parseId,
  show: parseOneOf(['members', 'invited']),
  invite: parseOneOf(['teacher', 'student', 'group']),
});
export type PeopleSearch = ReturnType<typeof parsePeopleSearch>;

/** Parses the address of one's own invitations: the page, and the one to confirm. */
export const parsePendingSearch = searchParser({ page: parseId, accept: parseId });
export type PendingSearch = ReturnType<typeof parsePendingSearch>;
