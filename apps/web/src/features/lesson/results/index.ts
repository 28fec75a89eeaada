/** What became of lessons: their live snapshots, and whom to look after. */
export type { AttentionSearch } from './attention/search.ts';
export type { LiveSnapshotSearch } from '../../../lesson/snapshot/staff/search.ts';
export { LiveSnapshotScreen } from '../../../lesson/snapshot/staff/LiveSnapshot.tsx';
export { AttentionScreen } from './attention/AttentionScreen.tsx';
