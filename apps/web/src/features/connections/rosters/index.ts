/** Rosters by file: what a file would do, doing it, and taking it back; and who keeps the list of a class's people. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { RostersScreen } from './RostersScreen.tsx';
export type { RostersSearch } from './search.ts';

/** Beside the people of a class, in a part of its own. */
export const PeopleSource = lazyScreen(() => import('./people-source/index.ts'), 'PeopleSource');
