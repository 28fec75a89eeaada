/** The looks of others at people's records: one's own, and for administrators everybody's. */
export { ReadingsSection } from './ReadingsSection.tsx';
export { ReadingsScreen } from './ReadingsScreen.tsx';
export type { ReadingSearch } from './search.ts';
