import type { ReferenceList } from '@classwright/contract/core/reference-list';
import type { UserView } from '@classwright/contract/people/sign-in/calls';
import type { Row } from './list-calls.ts';

type Reader = Pick<UserView, 'reaches_all' | 'has_schools'>;

/** Returns true when rows of the list show their school: there are several. */
export const showsSchools = ({ perSchool }: ReferenceList, { has_schools }: Reader): boolean => perSchool && has_schools === true;

/** Returns true when the person chooses the school of a new row. Rows that people of one school create are their school's. */
export const choosesSchool = (list: ReferenceList, reader: Reader): boolean => showsSchools(list, reader) && reader.reaches_all === true;

/** Returns true when the person may change the row, as far as its school decides: not one that all schools share. */
export const isOwnRow = ({ perSchool }: Pick<ReferenceList, 'perSchool'>, { reaches_all }: Reader, row: Row): boolean =>
  !perSchool || reaches_all !== false || row['school_id'] !== null;

/** Returns true when the person changes a shared row by copying it for their school. */
export const copiesToChange = ({ perSchool }: ReferenceList, { reaches_all }: Reader): boolean => perSchool && reaches_all === false;
