import { liveSnapshotMessages } from '@classwright/contract/messages/live-snapshot';
import { messages } from '../../base/messages.ts';

/** Messages of live snapshots. */
export const t = messages(liveSnapshotMessages);
