/** The lists that a school keeps: one screen for all of them, from their definitions. */
import './no-eval.ts'; // first: the definitions below make schemas
export { ReferenceListScreen } from './ReferenceListScreen.tsx';

/** For the screen of a list that needs more than its definition says. */
export { ListScreen } from './ListScreen.tsx';
export { parseListSearch, type ReferenceListSearch } from './search.ts';
export type { Row } from './list-calls.ts';
