/** What is done to rows that were selected; fetched when it begins. */
export { loadFoundIds } from './calls.ts';
export { ManyRowsDialog } from './ManyRowsDialog.tsx';
