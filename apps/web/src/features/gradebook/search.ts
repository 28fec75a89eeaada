import { parseId, searchParser } from '../../base/search.ts';

/** The class whose own grades are looked at. */
export const parseOwnGradesSearch = searchParser({ class: parseId });
export type OwnGradesSearch = ReturnType<typeof parseOwnGradesSearch>;
