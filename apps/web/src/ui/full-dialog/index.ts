/** Dialogs that take the whole screen; only for screens that are loaded when they are opened. */
export { FullDialog } from './FullDialog.tsx';
