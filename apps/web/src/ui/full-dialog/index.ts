/** Dialogs in full screen, only for screens that load when opened. */
export { FullDialog } from './FullDialog.tsx';
