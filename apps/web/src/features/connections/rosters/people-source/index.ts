/** The source of a class's people, as its People page shows it. */
export { PeopleSource } from './PeopleSource.tsx';
