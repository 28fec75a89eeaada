/** The sync with Google Classroom: its page, a run's page, the consent page, and its parts on class pages. */
export { SyncButton } from './button/SyncButton.tsx';
export { ClassTools } from './link/ClassTools.tsx';
export { SyncedCells } from './marks/SyncedCells.tsx';
export { SyncedWorks } from './marks/SyncedWorks.tsx';
export { WorkNotice } from './marks/WorkNotice.tsx';
export { ConnectScreen, RunScreen, SyncScreen } from './screens.ts';
export type { RunSearch, SyncSearch } from './search.ts';
