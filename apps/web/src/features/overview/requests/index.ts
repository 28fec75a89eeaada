/** Requests about data: what one asks of the school, and the office's list with due days. */
export { OwnRequests } from './OwnRequests.tsx';
export { RequestsScreen } from './RequestsScreen.tsx';
export type { RequestsSearch } from './search.ts';
