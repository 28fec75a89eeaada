/** Explains who may do what, and why, from the rows that decide every call. */
export { PolicyExplorerScreen } from './PolicyExplorerScreen.tsx';
export type { ExplorerSearch } from './search.ts';
