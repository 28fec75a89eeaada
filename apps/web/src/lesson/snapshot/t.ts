import { liveSnapshotMessages } from '@classwright/contract/messages/live-snapshot';
import { messages } from '../../base/messages.ts';

/** The words of live snapshots. */
export const t = messages(liveSnapshotMessages);
