/** The dialogs of one work: its staff look through what was handed in, grade and return it; its students hand it in. */
export { WorkDialog } from './screens.ts';
