import { listParsers, parseDescending, parseId, parseOneOf, parseYes, searchParser } from '../../../base/search.ts';

const SORTS = ['name', 'section', 'room', 'level_name'] as const;

/** What stands in the address of a list of classes: what is shown, and which dialog is open on which class. */
export const parseClassesSearch = searchParser({
  ...listParsers,
  sort: parseOneOf(SORTS),
  direction: parseDescending,
  archived: parseYes,
  create: parseYes,
  join: parseYes,
  edit: parseId,
  settings: parseId,
  meet: parseId,
  code: parseId,
  delete: parseId,
});
export type ClassesSearch = ReturnType<typeof parseClassesSearch>;
