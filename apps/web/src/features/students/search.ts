import { type Raw, tidy, whole, words } from '../../base/search.ts';

export const SORTS = ['first_name', 'last_name', 'email', 'school_name'] as const;
export type StudentSort = (typeof SORTS)[number];

export interface StudentFilters {
  course_id?: number;
  first_name?: string;
  last_name?: string;
  phone_number?: string;
  email?: string;
  has_password?: boolean;
}

/** What stands in the address of the student directory. */
export interface StudentsSearch extends StudentFilters {
  page?: number;
  sort?: StudentSort;
  direction?: 'asc' | 'desc';
}

export const studentsSearch = (raw: Raw): StudentsSearch =>
  tidy({
    course_id: whole(raw['course_id']),
    first_name: words(raw['first_name']),
    last_name: words(raw['last_name']),
    phone_number: words(raw['phone_number']),
    email: words(raw['email']),
    has_password: [true, false].find((answer) => String(answer) === String(raw['has_password'])),
    sort: SORTS.find((sort) => sort === raw['sort']),
    direction: raw['direction'] === 'desc' ? ('desc' as const) : undefined,
    page: whole(raw['page']),
  });
