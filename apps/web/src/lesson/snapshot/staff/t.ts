import { liveSnapshotMessages } from '@classwright/contract/messages/live-snapshot';
import { snapshotCompareMessages } from '@classwright/contract/messages/snapshot-compare';
import { staffSnapshotMessages } from '@classwright/contract/messages/staff-snapshot';
import { messages } from '../../../base/messages.ts';

/** The words of a lesson's snapshot for its staff. */
export const t = messages({ ...liveSnapshotMessages, ...staffSnapshotMessages, ...snapshotCompareMessages });

/** "26 of 28 students took part". */
export const tellTookPart = ({ logged_in, students }: { logged_in: number; students: number }): string =>
  t('snapshot.tookPart', { logged_in, count: students });
