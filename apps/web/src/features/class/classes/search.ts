import { listParsers, parseDescending, parseId, parseOneOf, parseYes, searchParser } from '../../../base/search.ts';

const SORTS = ['name', 'section', 'room', 'level_name'] as const;

/** Parses the address of a list of classes: the selection, and the open dialog with its class. */
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
