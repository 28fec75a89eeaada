/** Rosters by file: what a file would do, doing it, and taking it back. */
export { RostersScreen } from './RostersScreen.tsx';
export type { RostersSearch } from './search.ts';
