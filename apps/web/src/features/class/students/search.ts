import { parseDescending, parseId, parseOneOf, parsePage, parseText, parseYesOrNo, type SearchOf, searchParser } from '../../../base/search.ts';

const SORTS = ['first_name', 'last_name', 'email', 'school_name'] as const;
export type StudentSort = (typeof SORTS)[number];

const filters = {
  course_id: parseId,
  first_name: parseText,
  last_name: parseText,
  phone_number: parseText,
  email: parseText,
  has_password: parseYesOrNo,
};
export type StudentFilters = SearchOf<typeof filters>;

/** Parses the address of the student directory. */
export const parseStudentsSearch = searchParser({
  ...filters,
  sort: parseOneOf(SORTS),
  direction: parseDescending,
  page: parsePage,
});
export type StudentsSearch = ReturnType<typeof parseStudentsSearch>;
