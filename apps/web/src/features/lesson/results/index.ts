/** Results of lessons: their live snapshots, and the students who need attention. */
export type { AttentionSearch } from './attention/search.ts';
export type { LiveSnapshotSearch } from '../../../lesson/snapshot/staff/search.ts';
export { LiveSnapshotScreen } from '../../../lesson/snapshot/staff/LiveSnapshot.tsx';
export { reasonText } from './attention/reason-words.ts';
export { AttentionScreen } from './attention/AttentionScreen.tsx';
export { AttentionClassesScreen } from './attention/AttentionClassesScreen.tsx';
