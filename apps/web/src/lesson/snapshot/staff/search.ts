import { parseId, searchParser } from '../../../base/search.ts';

/** What stands in the address: the lesson, by either name. */
export const parseLiveSnapshotSearch = searchParser({ assessment_id: parseId, id: parseId });
export type LiveSnapshotSearch = ReturnType<typeof parseLiveSnapshotSearch>;
