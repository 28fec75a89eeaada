import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address: the lesson, under either parameter name. */
export const parseLiveSnapshotSearch = searchParser({ assessment_id: parseId, id: parseId });
export type LiveSnapshotSearch = ReturnType<typeof parseLiveSnapshotSearch>;
