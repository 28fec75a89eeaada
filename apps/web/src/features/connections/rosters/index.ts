/** Rosters by file: previewing, applying and undoing one; and the source of a class's list of people. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { RostersScreen } from './RostersScreen.tsx';
export type { RostersSearch } from './search.ts';

/** Shown next to the people of a class, in a separate chunk. */
export const PeopleSource = lazyScreen(() => import('./people-source/index.ts'), 'PeopleSource');
