/** Who keeps the list of a class's people, as its People page shows it. */
export { PeopleSource } from './PeopleSource.tsx';
