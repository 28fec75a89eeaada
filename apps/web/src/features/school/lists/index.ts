/** The lists of a school: one screen for all of them, from their definitions. */
export { ReferenceListScreen } from './ReferenceListScreen.tsx';

/** For the screen of a list that needs more than its definition offers. */
export { ArchiveScreen } from './archive.ts';
export { ListScreen } from './ListScreen.tsx';
export { parseListSearch, type ReferenceListSearch } from './search.ts';
export type { Row } from './list-calls.ts';
