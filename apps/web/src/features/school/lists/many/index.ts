/** Actions on many selected rows, loaded when one starts. */
export { loadFoundIds } from './calls.ts';
export { ManyRowsDialog } from './ManyRowsDialog.tsx';
