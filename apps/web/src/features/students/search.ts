import { type Raw, tidy, whole, words } from '../../app/search.ts';

export interface StudentFilters {
  course_id?: number;
  first_name?: string;
  last_name?: string;
  phone_number?: string;
  email?: string;
}

/** What stands in the address of the student directory. */
export interface StudentsSearch extends StudentFilters {
  page?: number;
}

export const studentsSearch = (raw: Raw): StudentsSearch =>
  tidy({
    course_id: whole(raw['course_id']),
    first_name: words(raw['first_name']),
    last_name: words(raw['last_name']),
    phone_number: words(raw['phone_number']),
    email: words(raw['email']),
    page: whole(raw['page']),
  });
