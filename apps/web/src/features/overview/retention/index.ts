/** The terms for which a school keeps data about people, what becomes due, and the holds. */
export { RetentionScreen } from './RetentionScreen.tsx';
export type { RetentionSearch } from './search.ts';
