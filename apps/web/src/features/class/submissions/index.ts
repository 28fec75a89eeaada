/** The dialogs of one work: its staff review, grade and return answers; its students hand them in. */
export { WorkDialog } from './screens.ts';
