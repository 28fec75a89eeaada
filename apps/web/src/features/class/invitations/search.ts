import { listParsers, parseId, parseOneOf, searchParser } from '../../../base/search.ts';

/** What stands in the address of the people of a class. */
export const parsePeopleSearch = searchParser({
  ...listParsers,
  /** The page of the teachers. */
  teachers: parseId,
  show: parseOneOf(['members', 'invited']),
  invite: parseOneOf(['teacher', 'student', 'group']),
});
export type PeopleSearch = ReturnType<typeof parsePeopleSearch>;

/** Of one's own invitations: the page, and the one that is asked about. */
export const parsePendingSearch = searchParser({ page: parseId, accept: parseId });
export type PendingSearch = ReturnType<typeof parsePendingSearch>;
